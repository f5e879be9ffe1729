package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
        switches.flag("continue");
        switches.refuseBeside("a comparison of two arms", List.of("claims"));
        switches.refuseBeside("a comparison of two arms", Switches.OF_CLAIMS);
        switches.refuseBeside(
                "a comparison of two arms: how long that measures stands below 'duels'", Switches.OF_SCALES);
        String name = duelName();
        refuseTooFew(units);
        InvalidThresholds.check(file.problems(), switches);
        List<PairedCell> cells = cells(name, filters, settings);
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
                tolerances(scale),
                switches.word("calibrate", Calibration.words()).map(Calibration::of),
                chance);
    }

    private Map<Metric, Tolerance> tolerances(DuelScale scale) {
        return scale.tolerances().isEmpty() ? file.thresholds().tolerances() : scale.tolerances();
    }

    private static DuelScale scale(DuelScale base, Optional<Integer> units, Optional<Duration> atMost) {
        return new DuelScale(
                base.name(),
                base.unit(),
                units.map(InterimAnalyses::upTo).orElse(base.looks()),
                atMost.orElse(base.atMost()),
                base.alpha(),
                base.tolerances());
    }

    /** For everything that knows one server at a time. */
    private static Scale asScale(DuelScale scale, List<PairedCell> cells) {
        UnitScale unit = scale.unit();
        Duration warmUp = longest(cells, cell -> unit.warmUp().of(cell.workload(), cell.load()));
        Duration window = longest(cells, cell -> unit.window(cell.workload().name()));
        return new Scale(
                scale.name(),
                Duration.ofSeconds(window.plusMillis(999).toSeconds()),
                unit.windows(),
                unit.windows(),
                unit.rest(),
                new Scale.WarmUp(warmUp, unit.warmUp().rules()),
                0);
    }

    private static Duration longest(List<PairedCell> cells, Function<PairedCell, Duration> time) {
        return cells.stream().map(time).max(Comparator.naturalOrder()).orElse(Duration.ofSeconds(1));
    }

    private void refuseTooFew(Optional<Integer> units) {
        if (units.filter(count -> count < InterimAnalyses.FEWEST_UNITS).isPresent()) {
            switches.refuse("units", "fewer than 3 pairs of JVMs say next to nothing about their spread");
        }
    }

    private String duelName() {
        List<String> duels = file.declared().duels();
        String name = switches.text("scale").orElse(Defaults.SCALE);
        if (duels.isEmpty()) {
            switches.refuse("baseline", "the thresholds file has no 'duels', so nothing says how to compare");
        } else if (!duels.contains(name)) {
            switches.refuse("scale", "unknown duel '" + name + "'" + Closest.hint(name, duels), duels);
        }
        DuelScale duel = file.thresholds().duels().get(name);
        if (duel != null && tolerances(duel).isEmpty()) {
            switches.refuse("baseline", "the thresholds file has no 'tolerances', so nothing could fail");
        }
        return name;
    }

    private List<PairedCell> cells(String duel, Filters filters, RunSettings settings) {
        Thresholds thresholds = file.thresholds();
        List<String> usual = usual(filters, settings);
        Optional<DuelArms> arms = DuelArms.asked(switches, thresholds, usual, settings.servers());
        if (arms.isEmpty()) {
            return List.of();
        }
        List<CellRow.Name> offered = thresholds.duelCells().getOrDefault(duel, List.of()).stream()
                .flatMap(row -> row.cells(List.of(arms.get().baseline())))
                .toList();
        // The arms say which runtimes; a filter on them would take away a side.
        Filters others = new Filters(filters.variants(), filters.workloads(), Optional.empty());
        List<CellRow.Name> left = offered.stream().filter(others::allow).toList();
        others.refuseIdleNames(switches, duel, offered, left);
        List<PairedCell> cells =
                left.stream().map(name -> arms.get().cell(name)).distinct().toList();
        refuseTwoRates(cells);
        refuseIdleJars(cells);
        refuseOnePort(cells);
        refusePortVariables(cells);
        refuseMissingJava(cells, settings);
        refuseSameArms(cells);
        return Boots.by(PairedCell::pair, cells).stream().flatMap(List::stream).toList();
    }

    /** The runtime of arms that are none themselves: the one that is named, or the newest that is found. */
    private List<String> usual(Filters filters, RunSettings settings) {
        Map<String, JvmRuntime> runtimes = file.thresholds().runtimes();
        List<String> named = filters.runtimes().orElse(List.of());
        boolean armsAreRuntimes = Stream.of(Side.values())
                .flatMap(side -> switches.text(side.property()).stream())
                .anyMatch(runtimes::containsKey);
        if (!named.isEmpty() && armsAreRuntimes) {
            switches.refuse(
                    "runtimes",
                    "says on what variants, builds or revisions are compared, and here the arms are runtimes: name them"
                            + " with -Dloomgate.baseline and -Dloomgate.candidate alone");
        } else if (named.size() > 1) {
            switches.refuse(
                    "runtimes",
                    "names " + named.size() + " runtimes, and variants, builds or revisions are compared on one: name"
                            + " one here, or compare two runtimes with -Dloomgate.baseline and -Dloomgate.candidate");
        }
        return named.isEmpty() ? settings.jdks().usual(runtimes.values()) : List.of(named.getFirst());
    }

    /** A verdict names variant and workload only, so that two rates of one workload could not be told apart. */
    private void refuseTwoRates(List<PairedCell> cells) {
        Boots.by(PairedCell::name, cells).stream()
                .filter(same -> same.size() > 1)
                .forEach(same -> switches.refuse(
                        "scale",
                        "has " + same.getFirst().name() + " at " + same.size()
                                + " rates, which its verdicts could not tell apart: give each rate a duel of its own"));
    }

    /** A jar, or a revision, replaces that of a service. */
    private void refuseIdleJars(List<PairedCell> cells) {
        for (Side side : Side.values()) {
            List<Variant> variants =
                    cells.stream().map(cell -> cell.arm(side).variant()).toList();
            variants.stream()
                    .filter(Variant::keepsContract)
                    .findFirst()
                    .ifPresent(shipped -> refuseForShipped(side, shipped));
            variants.stream()
                    .filter(variant -> !variant.keepsContract())
                    .findFirst()
                    .ifPresent(own -> refuseForOwn(side, own));
            variants.stream()
                    .filter(variant -> !variant.hasJar())
                    .findFirst()
                    .ifPresent(other -> refuseForOther(side, other));
            variants.stream()
                    .filter(variant -> variant.program() instanceof Program.Jar jar
                            && jar.revision().isPresent()
                            && jar.build().isEmpty())
                    .findFirst()
                    .ifPresent(service -> switches.refuse(
                            side.property(),
                            "is to be built, and variant " + service.name()
                                    + " has no 'build', as in build: [mvn, -q, package, -DskipTests]"));
        }
    }

    private void refuseForShipped(Side side, Variant shipped) {
        boolean revision = asksForRevision(side);
        boolean jar = switches.text(side.property() + ".jar").isPresent();
        if (revision || jar) {
            switches.refuse(
                    side.property() + (revision ? "" : ".jar"),
                    "is about a jar below 'variants', and " + shipped.name()
                            + " is a server of this project: two builds of those are compared with -Dloomgate."
                            + side.property() + ".servers");
        }
    }

    private boolean asksForRevision(Side side) {
        return switches.text(side.property())
                .filter(word -> word.startsWith(Side.REVISION))
                .isPresent();
    }

    /** A service of the user's does not stand among the servers of this project. */
    private void refuseForOwn(Side side, Variant own) {
        if (switches.text(side.property() + ".servers").isPresent()) {
            String instead = switch (own.program()) {
                case Program.Jar jar -> "two jars with -Dloomgate." + side.property() + ".jar";
                case Program.Image image -> "two images with -Dloomgate." + side.property() + ".image";
                default -> "two variants";
            };
            switches.refuse(
                    side.property() + ".servers",
                    "is about servers of this project, and " + own.name() + " is a service of yours: compare " + instead
                            + ", or leave it out with -Dloomgate.variants");
        }
    }

    /** What would change nothing would compare an arm with itself. */
    private void refuseForOther(Side side, Variant other) {
        if (asksForRevision(side)) {
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
                        + " or variables with -Dloomgate." + side.property() + ".env");
    }

    /** Both arms are up at the same time. */
    private void refuseOnePort(List<PairedCell> cells) {
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
                                    + ": let it be told its port, by property, env or argument below 'port'");
                });
    }

    /** Each start has another port, so that what an arm says of it would be ignored. */
    private void refusePortVariables(List<PairedCell> cells) {
        for (Side side : Side.values()) {
            String property = side.property() + ".env";
            List<String> words = switches.text(property)
                    .map(text -> List.of(text.split("\\s+", -1)))
                    .orElse(List.of());
            cells.stream()
                    .map(cell -> cell.arm(side).variant())
                    .filter(variant -> variant.program().port() instanceof Program.PortSetting.Variable port
                            && words.stream().anyMatch(word -> word.startsWith(port.name() + "=")))
                    .findFirst()
                    .ifPresent(variant -> switches.refuse(
                            property,
                            "names the variable that tells " + variant.name()
                                    + " its port, which is another one in each start: leave it out"));
        }
    }

    private void refuseMissingJava(List<PairedCell> cells, RunSettings settings) {
        for (Side side : Side.values()) {
            cells.stream()
                    .flatMap(cell ->
                            cell.arm(side).variant().refusal(cell.arm(side).runtime()).stream())
                    .distinct()
                    .forEach(why -> switches.refuse(side.property(), why));
            cells.stream()
                    .map(cell -> cell.arm(side).runtime())
                    .distinct()
                    .filter(runtime -> !settings.jdks().canRun(runtime))
                    .forEach(runtime -> switches.refuse(
                            side.property(),
                            "needs Java " + runtime.java()
                                    + ", which is not among the JDKs found here: name its home with"
                                    + " -Dloomgate.jdk." + runtime.java()
                                    + "=path, or measure in containers with -Dloomgate.launcher=container"));
        }
    }

    /** Arms that differ in words alone would be CLEAR of each other, and nothing would have been compared. */
    private void refuseSameArms(List<PairedCell> cells) {
        boolean meant = switches.word("calibrate", Calibration.words())
                .map(Calibration::of)
                .filter(Calibration.FALSE_ALARMS::equals)
                .isPresent();
        if (meant || !switches.problems().isEmpty()) {
            return;
        }
        cells.stream()
                .filter(PairedCell::isSameButForTheJar)
                .filter(cell -> cell.baseline().jar().equals(cell.candidate().jar()))
                .map(cell -> cell.candidate().variant())
                .findFirst()
                .ifPresent(variant -> switches.refuse(Side.CANDIDATE.property(), changesNothing(variant)));
    }

    private static String changesNothing(Variant variant) {
        String env = "variables with -Dloomgate.candidate.env";
        return switch (variant.program()) {
            case Program.Image image ->
                "changes nothing of " + variant.name()
                        + ", an image, which runs its own Java whatever its runtime says:"
                        + " compare two images with -Dloomgate.candidate.image, or " + env;
            case Program.Command command ->
                "changes nothing of " + variant.name()
                        + ", a command, which gets JAVA_HOME, variables and the limits of"
                        + " a runtime with cpus, and neither heap nor options: compare two variants, or " + env;
            default ->
                "starts " + variant.name() + " as the baseline does, from the same jar on the same Java with the same"
                        + " options, settings and variables, so that there is nothing to compare; how often the gate is"
                        + " wrong then, shows -Dloomgate.calibrate=aa";
        };
    }
}
