package dev.loomgate.fingerprint;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.fingerprint.Fingerprint.Facts;
import dev.loomgate.load.GeneratorSetup;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Plan;
import dev.loomgate.server.Digest;
import dev.loomgate.server.Launchers.Launching;
import dev.loomgate.server.Placement;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads where a run takes place.
 *
 * <p>Deciding, and so in the id, is what moves numbers without anybody touching the servers: machine, limits, launcher,
 * placement, generator and its JDK. Measured, and so compared where a run goes on, is what a run is about: the servers'
 * JDKs and images, every program, and the files that the thresholds file names. A limit that a JDK upgrade switched off
 * could not catch what the upgrade costs, so these are not in the id. Neither is what says nothing of speed: the
 * harness's version, the thresholds, the scale, paths, and why the launcher was chosen.
 */
public final class FingerprintReader {
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(\\w+)GC");

    private FingerprintReader() {}

    /**
     * Reads it now.
     *
     * @param programs what is measured and what measures, by name, each with its digest
     * @param builds digests of what was built for this run only, by name
     * @param properties of this JVM
     */
    public static Fingerprint of(
            Plan plan,
            Map<String, String> programs,
            Map<String, String> builds,
            Map<String, String> properties,
            Path thresholds,
            Launching launching,
            BackingServices backing,
            Placement placement) {
        Facts facts = new Facts();
        SystemFiles files = new SystemFiles(Path.of("/"));
        new MachineFacts(files)
                .addTo(
                        facts,
                        properties.get("os.name") + " " + properties.get("os.arch"),
                        Runtime.getRuntime().availableProcessors());
        new LimitFacts(files).addTo(facts);
        addLaunching(facts, launching, placement);
        new SoftwareFacts(properties).addTo(facts);
        facts.deciding("pools of the servers", BackingServices.pools());
        backing.images().forEach((name, value) -> facts.deciding(name, value));
        backing.facts().forEach((name, value) -> facts.shown(name, value));
        programs.forEach(facts::measured);
        builds.forEach((name, value) -> facts.shown(name, value));
        addFiles(facts, plan.files());
        addPlan(facts, plan, thresholds, placement.generatorCpuCount());
        return facts.fingerprint();
    }

    /** Those that the thresholds file names. */
    static void addFiles(Facts facts, Map<String, Path> files) {
        files.forEach((name, file) -> facts.measured(
                "file " + name, Digest.of(file).map(hash -> "sha256 " + hash).orElse(Facts.UNKNOWN)));
    }

    static void addLaunching(Facts facts, Launching launching, Placement placement) {
        facts.deciding("launcher", launching.launcher().name());
        facts.shown("launcher chosen because", launching.reason());
        launching.describe().forEach((name, value) -> {
            if (name.startsWith("java home ")) {
                facts.shown(name, value);
            } else if (name.startsWith("java ") || name.startsWith("image ")) {
                facts.measured(name, value);
            } else if (!name.equals("launcher")) {
                facts.deciding(name, value);
            }
        });
        if (!launching.describe().containsKey("placement")) {
            facts.deciding("placement", placement.how());
        }
    }

    /** What was asked for: settings of runtimes and generator, the thresholds file. */
    private static void addPlan(Facts facts, Plan plan, Path thresholds, int generatorCpus) {
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
                + (runtime.jvmArgs().isEmpty() ? "none" : String.join(" ", runtime.jvmArgs()))
                + runtime.environment().entrySet().stream()
                        .map(variable -> ", " + variable)
                        .collect(Collectors.joining());
    }
}
