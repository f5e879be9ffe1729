package dev.loomgate.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the plan of a duel: which arms were asked for, and on which cells they meet. */
final class DuelReader {
    private final Switches switches;
    private final ThresholdsFile file;

    DuelReader(Switches switches, ThresholdsFile file) {
        this.switches = switches;
        this.file = file;
    }

    DuelPlan plan(Set<Integer> installedJava, long seed) {
        Thresholds thresholds = file.thresholds();
        RunSettings settings =
                RunSettings.of(switches, installedJava, thresholds.runtimes().values(), Defaults.DUEL_OUTPUT);
        Filters filters = Filters.of(switches, file.declared());
        Optional<Integer> units = switches.count("units");
        Optional<Duration> atMost = switches.duration("at-most");
        long chance = switches.count("seed").map(Integer::longValue).orElse(seed);
        switches.flag("continue", false);
        switches.refuseBeside("a comparison of two arms", List.of("claims"));
        switches.refuseBeside("a comparison of two arms", Switches.OF_CLAIMS);
        switches.refuseBeside(
                "a comparison of two arms: how long that measures stands below 'duels'", Switches.OF_SCALES);
        String name = duelName();
        refuseTooFew(units);
        InvalidThresholds.check(file.problems(), switches);
        List<DuelCell> cells = cells(name, filters, settings);
        InvalidThresholds.check(file.problems(), switches);
        DuelScale scale = scale(Thresholds.known(thresholds.duels(), name), units, atMost);
        List<Cell> arms = cells.stream()
                .flatMap(cell -> Stream.of(cell.cell(Side.BASELINE), cell.cell(Side.CANDIDATE)))
                .distinct()
                .toList();
        Plan plan = settings.plan(file, arms, List.of(), asScale(scale, cells));
        return new DuelPlan(
                plan,
                cells,
                scale,
                thresholds.tolerances(),
                switches.word("calibrate", Calibration.words()).map(Calibration::of),
                chance);
    }

    private static DuelScale scale(DuelScale base, Optional<Integer> units, Optional<Duration> atMost) {
        return new DuelScale(
                base.name(),
                base.window(),
                base.windows(),
                base.dropped(),
                base.rest(),
                base.warmUp(),
                units.map(InterimAnalyses::upTo).orElse(base.looks()),
                atMost.orElse(base.atMost()),
                base.alpha());
    }

    /** For everything that knows one server at a time. */
    private static Scale asScale(DuelScale scale, List<DuelCell> cells) {
        Duration longest = cells.stream()
                .map(cell -> scale.warmUp().at(cell.workload(), cell.load().requestsPerSecond()))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ofSeconds(1));
        return new Scale(
                scale.name(),
                Duration.ofSeconds(scale.window().plusMillis(999).toSeconds()),
                scale.slices(),
                scale.slices(),
                scale.rest(),
                new Scale.WarmUp(longest, scale.warmUp().rules()));
    }

    private void refuseTooFew(Optional<Integer> units) {
        if (units.filter(count -> count < InterimAnalyses.FEWEST_UNITS).isPresent()) {
            switches.refuse("units", "fewer than 3 pairs of JVMs say next to nothing about their spread", List.of());
        }
    }

    private String duelName() {
        List<String> duels = file.declared().duels();
        String name = switches.text("scale").orElse(Defaults.SCALE);
        if (duels.isEmpty()) {
            switches.refuse(
                    "baseline", "the thresholds file has no 'duels', so nothing says how to compare", List.of());
        } else if (!duels.contains(name)) {
            switches.refuse("scale", "unknown duel '" + name + "'" + Closest.hint(name, duels), duels);
        }
        if (!duels.isEmpty() && file.thresholds().tolerances().isEmpty()) {
            switches.refuse("baseline", "the thresholds file has no 'tolerances', so nothing could fail", List.of());
        }
        return name;
    }

    private List<DuelCell> cells(String duel, Filters filters, RunSettings settings) {
        Thresholds thresholds = file.thresholds();
        List<String> usual = settings.jdks().usual(thresholds.runtimes().values());
        Optional<DuelArms> arms = DuelArms.asked(switches, thresholds, usual, settings.servers());
        if (arms.isEmpty()) {
            return List.of();
        }
        Set<DuelCell> cells = new LinkedHashSet<>();
        List<CellRow.Name> offered = thresholds.duelCells().getOrDefault(duel, List.of()).stream()
                .flatMap(row -> row.cells(List.of(arms.get().baseline())))
                .toList();
        // The arms say which runtimes; a filter on them would take away a side.
        Filters others = new Filters(filters.variants(), filters.workloads(), Optional.empty());
        List<CellRow.Name> left = offered.stream().filter(others::allow).toList();
        others.refuseIdleNames(switches, duel, offered, left);
        for (CellRow.Name name : left) {
            cells.add(arms.get().cell(name));
        }
        refuseTwoRates(cells);
        refuseIdleJars(cells);
        refuseOnePort(cells);
        refuseMissingJava(cells, settings);
        return inPairs(cells);
    }

    /** A verdict names variant and workload only, so that two rates of one workload could not be told apart. */
    private void refuseTwoRates(Set<DuelCell> cells) {
        cells.stream()
                .collect(Collectors.groupingBy(DuelCell::name, LinkedHashMap::new, Collectors.toList()))
                .forEach((name, same) -> {
                    if (same.size() > 1) {
                        switches.refuse(
                                "scale",
                                "has " + name + " at " + same.size()
                                        + " rates, which its verdicts could not tell apart: give each rate a duel of its own",
                                List.of());
                    }
                });
    }

    /** A jar, or a revision, replaces that of a service. */
    private void refuseIdleJars(Set<DuelCell> cells) {
        for (Side side : Side.values()) {
            cells.stream()
                    .map(cell -> cell.arm(side).variant())
                    .filter(Variant::keepsContract)
                    .findFirst()
                    .ifPresent(shipped -> refuseForShipped(side, shipped));
            cells.stream()
                    .map(cell -> cell.arm(side).variant())
                    .filter(variant -> !variant.hasJar())
                    .findFirst()
                    .ifPresent(other -> refuseForOther(side, other));
            cells.stream()
                    .map(cell -> cell.arm(side).variant())
                    .filter(variant -> variant.program() instanceof Program.Jar jar
                            && jar.revision().isPresent()
                            && jar.build().isEmpty())
                    .findFirst()
                    .ifPresent(service -> switches.refuse(
                            side.property(),
                            "is to be built, and variant " + service.name()
                                    + " has no 'build', as in build: [mvn, -q, package, -DskipTests]",
                            List.of()));
        }
    }

    private void refuseForShipped(Side side, Variant shipped) {
        boolean revision = switches.text(side.property())
                .filter(word -> word.startsWith(Side.REVISION))
                .isPresent();
        boolean jar = switches.text(side.property() + ".jar").isPresent();
        if (revision || jar) {
            switches.refuse(
                    side.property() + (revision ? "" : ".jar"),
                    "is about a jar below 'variants', and " + shipped.name()
                            + " is a server of this project: two builds of those are compared with -Dloomgate."
                            + side.property() + ".servers",
                    List.of());
        }
    }

    /** What would change nothing would compare an arm with itself. */
    private void refuseForOther(Side side, Variant other) {
        boolean revision = switches.text(side.property())
                .filter(word -> word.startsWith(Side.REVISION))
                .isPresent();
        if (revision) {
            refuseForOther(side, "", "is about a jar", other);
        }
        if (switches.text(side.property() + ".jar").isPresent()) {
            refuseForOther(side, ".jar", "is about a jar", other);
        }
        if (switches.text(side.property() + ".with").isPresent() && !other.isJvm()) {
            refuseForOther(side, ".with", "is about the options of a JVM", other);
        }
    }

    private void refuseForOther(Side side, String property, String about, Variant other) {
        boolean image = other.program() instanceof Program.Image;
        switches.refuse(
                side.property() + property,
                about + ", and " + other.name() + " is " + (image ? "an image" : "a command")
                        + ": compare two variants,"
                        + (image ? " two images with -Dloomgate." + side.property() + ".image," : "")
                        + " or variables with -Dloomgate." + side.property() + ".env",
                List.of());
    }

    /** Both arms are up at the same time. */
    private void refuseOnePort(Set<DuelCell> cells) {
        cells.stream()
                .filter(cell -> {
                    Variant baseline = cell.arm(Side.BASELINE).variant();
                    Variant candidate = cell.arm(Side.CANDIDATE).variant();
                    return baseline.fixedPort().isPresent()
                            && baseline.fixedPort().equals(candidate.fixedPort())
                            && !(baseline.hasOwnNetwork() && candidate.hasOwnNetwork());
                })
                .findFirst()
                .ifPresent(cell -> {
                    Variant variant = cell.arm(Side.CANDIDATE).variant();
                    switches.refuse(
                            Side.CANDIDATE.property(),
                            "is up at the same time as the baseline, and " + variant.name()
                                    + " always listens on port "
                                    + variant.fixedPort().getAsInt()
                                    + ": let it be told its port, by property, env or argument below 'port'",
                            List.of());
                });
    }

    private void refuseMissingJava(Set<DuelCell> cells, RunSettings settings) {
        for (Side side : Side.values()) {
            cells.stream()
                    .flatMap(cell ->
                            cell.arm(side).variant().refusal(cell.arm(side).runtime()).stream())
                    .distinct()
                    .forEach(why -> switches.refuse(side.property(), why, List.of()));
            cells.stream()
                    .map(cell -> cell.arm(side).runtime())
                    .distinct()
                    .filter(runtime -> !settings.jdks().canRun(runtime))
                    .forEach(runtime -> switches.refuse(
                            side.property(),
                            "needs Java " + runtime.java()
                                    + ", which is not among the JDKs found here: name its home with"
                                    + " -Dloomgate.jdk." + runtime.java()
                                    + "=path, or measure in containers with -Dloomgate.launcher=container",
                            List.of()));
        }
    }

    private static List<DuelCell> inPairs(Set<DuelCell> cells) {
        return cells.stream()
                .collect(Collectors.groupingBy(DuelCell::pair, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(List::stream)
                .toList();
    }
}
