package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The two arms that were asked for: two runtimes, two variants, two builds of the servers, or one of them with other
 * options.
 *
 * @param baseline name of a runtime or a variant
 * @param candidate name of the same kind
 * @param ofVariants whether variants are compared, on the usual runtime
 * @param servers the build of each arm
 * @param options what each arm gets beside that
 */
record DuelArms(
        Thresholds thresholds,
        String baseline,
        String candidate,
        boolean ofVariants,
        String usualRuntime,
        Map<Side, Path> servers,
        Map<Side, ArmOptions> options) {

    DuelArms {
        servers = Map.copyOf(servers);
        options = Map.copyOf(options);
    }

    /** Empty after something was refused. */
    static Optional<DuelArms> asked(Switches switches, Thresholds thresholds, List<String> usual, Path servers) {
        Map<Side, Path> builds = new EnumMap<>(Side.class);
        Map<Side, ArmOptions> options = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            builds.put(side, switches.path(side.property() + ".servers").orElse(servers));
            options.put(side, ArmOptions.asked(switches, side));
        }
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
        boolean same = baseline.equals(candidate) && alike(builds) && alike(options);
        if (refused(switches, same)) {
            return Optional.empty();
        }
        return usual.isEmpty()
                ? Optional.empty()
                : Optional.of(new DuelArms(
                        thresholds, baseline.get(), candidate.get(), ofVariants, usual.getFirst(), builds, options));
    }

    /** Each purpose has arms that make sense for it. */
    private static boolean refused(Switches switches, boolean same) {
        Optional<Calibration> calibration =
                switches.word("calibrate", Calibration.words()).map(Calibration::of);
        if (same && calibration.isEmpty()) {
            switches.refuse(
                    Side.CANDIDATE.property(),
                    "is the baseline itself, so that there is nothing to compare; how often the gate is wrong then, shows"
                            + " -Dloomgate.calibrate=aa");
            return true;
        }
        if (same && calibration.get() == Calibration.POWER) {
            switches.refuse(
                    "calibrate",
                    "needs a candidate with a known fault, such as -Dloomgate.candidate.with=-Dloomgate.fault.spin=50us");
            return true;
        }
        if (!same && calibration.filter(Calibration.FALSE_ALARMS::equals).isPresent()) {
            switches.refuse("calibrate", "compares an arm with itself, and these two differ");
            return true;
        }
        return false;
    }

    private static boolean alike(Map<Side, ?> ofArms) {
        return Set.copyOf(ofArms.values()).size() == 1;
    }

    /** A comparison of two builds need not name a runtime. */
    private static Optional<String> name(Switches switches, Side side, List<String> known, List<String> usual) {
        Optional<String> given = switches.text(side.property());
        if (given.isEmpty()) {
            if (usual.isEmpty()) {
                switches.refuse(side.property(), "is not given, and no runtime can run here", known);
            }
            return usual.stream().findFirst();
        }
        return given.get().startsWith(Side.REVISION)
                ? usual.stream().findFirst()
                : switches.word(side.property(), known);
    }

    PairedCell cell(CellRow.Name name) {
        return new PairedCell(
                arm(name, Side.BASELINE),
                arm(name, Side.CANDIDATE),
                Thresholds.known(thresholds.workloads(), name.workload()),
                name.load());
    }

    private Arm arm(CellRow.Name name, Side side) {
        String own = side == Side.BASELINE ? baseline : candidate;
        ArmOptions more = Thresholds.known(options, side);
        Variant variant = more.on(Thresholds.known(thresholds.variants(), ofVariants ? own : name.variant()));
        JvmRuntime runtime = more.on(Thresholds.known(thresholds.runtimes(), ofVariants ? usualRuntime : own), side);
        return new Arm(label(side, own, more), variant, runtime, Thresholds.known(servers, side));
    }

    /** Says in what the arms differ, and only that. */
    private String label(Side side, String ofArm, ArmOptions more) {
        String own = ofArm;
        if (options.values().stream().anyMatch(each -> each.revision().isPresent())) {
            own = more.revision().map(Side.REVISION::concat).orElse("as built");
        }
        boolean oneBuild = alike(servers) && alike(jars());
        String build = oneBuild ? "" : " " + side.property() + " build";
        String with = alike(options) ? "" : more.words();
        boolean same = baseline.equals(candidate) && alike(servers) && alike(options);
        return own + (baseline.equals(candidate) ? build : "") + with + (same ? "-" + side.letter() : "");
    }

    private Map<Side, Optional<Path>> jars() {
        Map<Side, Optional<Path>> jars = new EnumMap<>(Side.class);
        options.forEach((side, more) -> jars.put(side, more.jar()));
        return jars;
    }
}
