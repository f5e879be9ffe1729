package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The two arms that were asked for: two runtimes, two variants, or two builds of the servers.
 *
 * @param baseline name of a runtime or a variant
 * @param candidate name of the same kind
 * @param ofVariants whether variants are compared, on the usual runtime
 */
record DuelArms(
        Thresholds thresholds,
        String baseline,
        String candidate,
        boolean ofVariants,
        String usualRuntime,
        Path baselineServers,
        Path candidateServers) {

    /** Empty after something was refused. */
    static Optional<DuelArms> asked(Switches switches, Thresholds thresholds, List<String> usual, Path servers) {
        Path older = RunSettings.path(switches, Side.BASELINE.property() + ".servers", servers);
        Path newer = RunSettings.path(switches, Side.CANDIDATE.property() + ".servers", servers);
        List<String> runtimes = List.copyOf(thresholds.runtimes().keySet());
        List<String> variants = List.copyOf(thresholds.variants().keySet());
        List<String> known = Stream.concat(runtimes.stream(), variants.stream()).toList();
        Optional<String> baseline = name(switches, Side.BASELINE, known, usual);
        Optional<String> candidate = name(switches, Side.CANDIDATE, known, usual);
        if (baseline.isEmpty() || candidate.isEmpty()) {
            return Optional.empty();
        }
        boolean ofVariants = variants.contains(baseline.get());
        if (ofVariants != variants.contains(candidate.get())) {
            switches.refuse(
                    Side.CANDIDATE.property(),
                    "a runtime can't be compared with a variant, and the baseline is '" + baseline.get() + "'",
                    ofVariants ? variants : runtimes);
            return Optional.empty();
        }
        boolean same = baseline.equals(candidate) && older.equals(newer);
        if (same && switches.word("calibrate", List.of("aa")).isEmpty()) {
            switches.refuse(
                    Side.CANDIDATE.property(),
                    "is the baseline itself, so that there is nothing to compare; how often the gate is wrong then, shows"
                            + " -Dloomgate.calibrate=aa",
                    List.of());
            return Optional.empty();
        }
        return usual.isEmpty()
                ? Optional.empty()
                : Optional.of(new DuelArms(
                        thresholds, baseline.get(), candidate.get(), ofVariants, usual.getFirst(), older, newer));
    }

    /** Who compares two builds need not name a runtime. */
    private static Optional<String> name(Switches switches, Side side, List<String> known, List<String> usual) {
        Optional<String> given = switches.text(side.property());
        if (given.isEmpty()) {
            if (usual.isEmpty()) {
                switches.refuse(side.property(), "is not given, and no runtime can run here", known);
            }
            return usual.stream().findFirst();
        }
        return switches.word(side.property(), known);
    }

    DuelCell cell(CellRow.Name name) {
        return new DuelCell(
                arm(name, Side.BASELINE),
                arm(name, Side.CANDIDATE),
                known(thresholds.workloads().get(name.workload())),
                (LoadProfile.Constant) name.load());
    }

    private Arm arm(CellRow.Name name, Side side) {
        String own = side == Side.BASELINE ? baseline : candidate;
        Path servers = side == Side.BASELINE ? baselineServers : candidateServers;
        Variant variant = known(thresholds.variants().get(ofVariants ? own : name.variant()));
        JvmRuntime runtime = known(thresholds.runtimes().get(ofVariants ? usualRuntime : own));
        return new Arm(label(side, own), variant, runtime, servers);
    }

    private String label(Side side, String own) {
        if (!baseline.equals(candidate)) {
            return own;
        }
        return own
                + (baselineServers.equals(candidateServers) ? "-" + side.letter() : " " + side.property() + " build");
    }

    private static <T> T known(@Nullable T definition) {
        return Optional.ofNullable(definition).orElseThrow();
    }
}
