package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is asked for alike by every run, whatever it measures. */
record RunSettings(
        LauncherChoice launcher,
        Jdks jdks,
        Map<Integer, String> images,
        BackingImages backingImages,
        Path servers,
        Path output,
        int maxConnections,
        boolean strict,
        boolean invalidWarns,
        boolean explains) {

    /** @param output where the run leaves what it found, when the user names no other place */
    static RunSettings of(Switches switches, Set<Integer> installedJava, Collection<JvmRuntime> runtimes, Path output) {
        LauncherChoice launcher = launcher(switches);
        pins(switches);
        return new RunSettings(
                launcher,
                Jdks.of(switches, installedJava, launcher, runtimes),
                images(switches, runtimes),
                BackingImages.of(switches),
                switches.path("servers").orElse(Defaults.SERVERS),
                switches.path("output").orElse(output),
                switches.count("max-connections").orElse(Defaults.MAX_CONNECTIONS),
                switches.flag("strict"),
                switches.flag("ci"),
                switches.flag("explain"));
    }

    /** @param file whose guards hold, and whose files decide what is measured */
    Plan plan(ThresholdsFile file, List<Cell> cells, List<Limit> limits, Scale scale) {
        return new Plan(
                cells,
                limits,
                scale,
                file.thresholds().guards(),
                launcher,
                jdks.homes(),
                images,
                backingImages,
                servers,
                output,
                maxConnections,
                strict,
                invalidWarns,
                file.files(),
                explains);
    }

    /** {@code -Dloomgate.pinning=on} or {@code off}: off where a sandbox or an administrator places processes. */
    static boolean pins(Switches switches) {
        return !switches.word("pinning", List.of("on", "off")).equals(Optional.of("off"));
    }

    private static LauncherChoice launcher(Switches switches) {
        List<String> words = Stream.of(LauncherChoice.values())
                .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                .toList();
        return switches.word("launcher", words)
                .map(word -> LauncherChoice.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(Defaults.LAUNCHER);
    }

    private static Map<Integer, String> images(Switches switches, Collection<JvmRuntime> runtimes) {
        Map<Integer, String> given = switches.perJava("image");
        return runtimes.stream()
                .map(JvmRuntime::java)
                .distinct()
                .collect(Collectors.toMap(java -> java, java -> given.getOrDefault(java, Defaults.image(java))));
    }
}
