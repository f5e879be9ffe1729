package dev.loomgate.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A way to start the generator that is compared with the others. */
enum SpeedOption {
    BASELINE("", ""),
    PARALLEL("-XX:+UseParallelGC", ""),
    G1("-XX:+UseG1GC", ""),
    ZGC("-XX:+UseZGC", ""),
    LOOPS_2("-Dio.netty.eventLoopThreads=2", ""),
    SEND_LEAD_OFF("-Dloomgate.generator.send-lead=off", ""),
    KEEP_ALIVE_OFF("-Dloomgate.generator.keep-alive=off", ""),
    AOT("-XX:AOTCache=", "-XX:AOTCacheOutput="),
    CDS("-XX:SharedArchiveFile=", "-XX:ArchiveClassesAtExit=");

    private final String option;
    private final String training;

    SpeedOption(String option, String training) {
        this.option = option;
        this.training = training;
    }

    /** From {@code baseline,send-lead-off}, or {@code all}. */
    static List<SpeedOption> named(String list) {
        if (list.equals("all")) {
            return List.of(values());
        }
        List<SpeedOption> named = new ArrayList<>();
        for (String word : list.split(",", -1)) {
            SpeedOption option = List.of(values()).stream()
                    .filter(each -> each.title().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no option " + word + "; there are "
                            + List.of(values()).stream().map(SpeedOption::title).toList() + ", or all"));
            named.add(option);
        }
        return named;
    }

    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean needsTraining() {
        return !training.isEmpty();
    }

    /** The archive that a training run writes and a measured run reads. */
    Path archive(Path folder) {
        return folder.resolve("generator." + title());
    }

    List<String> jvmOptions(Path folder) {
        if (option.isEmpty()) {
            return List.of();
        }
        return List.of(needsTraining() ? option + archive(folder) : option);
    }

    List<String> trainingOptions(Path folder) {
        return List.of(training + archive(folder));
    }
}
