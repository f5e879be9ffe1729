package dev.loomgate.fingerprint;

import dev.loomgate.load.GeneratorSetup;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Plan;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What was asked for: settings of runtimes and generator, the thresholds file. */
final class PlanFacts {
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(\\w+)GC");

    private final Plan plan;

    PlanFacts(Plan plan) {
        this.plan = plan;
    }

    void addTo(Facts facts, Path thresholds, int generatorCpus) {
        plan.cells().stream()
                .map(Cell::runtime)
                .distinct()
                .forEach(runtime -> facts.shown("settings of " + runtime.name(), settings(runtime)));
        GeneratorSetup.settings(generatorCpus).forEach(facts::deciding);
        facts.deciding("connections", "at most " + plan.maxConnections() + ", kept alive, shared by all users");
        facts.shown("scale", plan.scale().name());
        facts.shown("thresholds.yml", Digest.of(thresholds).map(hash -> "sha256 " + hash));
    }

    private static String memory(JvmRuntime runtime) {
        return runtime.limited()
                ? "at most " + runtime.limitsInWords()
                : "memory of a container " + runtime.memoryMebibytes() + " MiB";
    }

    private static String settings(JvmRuntime runtime) {
        Matcher collector = COLLECTOR.matcher(String.join(" ", runtime.jvmArgs()));
        return "heap " + runtime.heapMebibytes() + " MiB, " + memory(runtime) + ", "
                + (collector.find() ? collector.group(1) + " GC" : "collector chosen by the JVM") + ", arguments "
                + (runtime.jvmArgs().isEmpty() ? "none" : String.join(" ", runtime.jvmArgs()));
    }
}
