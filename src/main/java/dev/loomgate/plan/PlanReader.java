package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes the plan of a run from {@code thresholds.yml} and the {@code -Dloomgate.*} properties. */
public final class PlanReader {
    private static final Set<Integer> ANY_JAVA = IntStream.range(8, 200).boxed().collect(Collectors.toSet());

    /** They name an arm, or say what one has. Units, time and seed make no arms: without one they are refused. */
    private static final Pattern OF_ARMS = Pattern.compile("loomgate\\.((baseline|candidate)(\\..+)?|calibrate)");

    private final Switches switches;
    private final ThresholdsFile file;

    private PlanReader(Map<String, String> properties) {
        this(properties, NamedFiles.read());
    }

    private PlanReader(Map<String, String> properties, NamedFiles files) {
        this.switches = new Switches(properties);
        this.file = ThresholdsFile.read(switches.path("thresholds").orElse(Defaults.THRESHOLDS), files);
    }

    /**
     * Reads what a run was asked for.
     *
     * @param properties those that don't start with {@code loomgate.} are ignored
     * @param installedJava feature versions of the JDKs found on this machine
     * @throws InvalidThresholds with all problems at once
     */
    public static Plan read(Map<String, String> properties, Set<Integer> installedJava) {
        return new PlanReader(properties).plan(installedJava);
    }

    /** Whether a run is a comparison of two arms, for {@link #readDuel}. */
    public static boolean asksForDuel(Map<String, String> properties) {
        return properties.keySet().stream()
                .anyMatch(name -> OF_ARMS.matcher(name).matches());
    }

    /**
     * Reads what a duel was asked for.
     *
     * @param seed of all that is drawn at random, where {@code -Dloomgate.seed} gives none
     * @throws InvalidThresholds with all problems at once
     */
    public static DuelPlan readDuel(Map<String, String> properties, Set<Integer> installedJava, long seed) {
        PlanReader reader = new PlanReader(properties);
        return new DuelReader(reader.switches, reader.file).plan(installedJava, seed);
    }

    /**
     * Reads what a duel was asked for that has been measured. Nothing is started: every Java is as good as installed,
     * and the files that the thresholds file names are not read, because they may be gone.
     *
     * @throws InvalidThresholds with all problems at once
     */
    public static DuelPlan readMeasuredDuel(Map<String, String> properties) {
        PlanReader reader = new PlanReader(properties, NamedFiles.unread());
        return new DuelReader(reader.switches, reader.file).plan(ANY_JAVA, 1);
    }

    /**
     * Reads which claims are to be held against this machine.
     *
     * @throws InvalidThresholds with all problems at once
     */
    public static ClaimPlan readClaims(Map<String, String> properties, Set<Integer> installedJava) {
        PlanReader reader = new PlanReader(properties);
        String scale = reader.scaleName(Defaults.CLAIMS_SCALE).orElse(Defaults.CLAIMS_SCALE);
        return new ClaimsReader(reader.switches, reader.file).plan(installedJava, scale);
    }

    /**
     * What is wrong with a text that is about to be written.
     *
     * @param file that is to hold it, which need not be there
     * @return all problems; empty when the file could be read
     */
    public static Optional<String> complaints(Path file, String text) {
        List<Problem> problems = ThresholdsFile.read(
                        SourceText.of(file, text), ThresholdsFile.folderOf(file), NamedFiles.read())
                .problems();
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of(problems.stream().map(Problem::text).collect(Collectors.joining("\n\n")));
    }

    /** The folder of the duel that a run is to go on with; empty when it asks for none. */
    public static Optional<Path> continuedIn(Map<String, String> properties) {
        Switches switches = new Switches(properties);
        return continues(properties)
                ? Optional.of(switches.path("output").orElse(Defaults.DUEL_OUTPUT))
                : Optional.empty();
    }

    /** Whether a run that was cut off is to go on. */
    public static boolean continues(Map<String, String> properties) {
        return new Switches(properties).flag("continue");
    }

    /** Whether server and generator get CPUs of their own. */
    public static boolean pins(Map<String, String> properties) {
        return RunSettings.pins(new Switches(properties));
    }

    /** The thresholds file that {@link #read} reads with these properties. */
    public static Path thresholdsFile(Map<String, String> properties) {
        return new Switches(properties).text("thresholds").map(Path::of).orElse(Defaults.THRESHOLDS);
    }

    /** The claims file that {@link #readClaims} reads with these properties. */
    public static Path claimsFile(Map<String, String> properties) {
        return new Switches(properties).text("claims.file").map(Path::of).orElse(Defaults.CLAIMS);
    }

    private Plan plan(Set<Integer> installedJava) {
        switches.refuseWhatOnlyDuelsKnow(Set.of());
        switches.refuseWhatOnlyClaimsKnow();
        RunSettings settings =
                RunSettings.of(switches, installedJava, thresholds().runtimes().values(), Defaults.OUTPUT);
        Filters filters = Filters.of(switches, file.declared());
        ScaleOverrides overrides = ScaleOverrides.of(switches);
        Optional<String> scaleName = scaleName(Defaults.SCALE);
        // Cells are looked for only in a sound file: in an unsound one their absence may have the same cause.
        InvalidThresholds.check(file.problems(), switches);
        String name = scaleName.orElse(Defaults.SCALE);
        List<Cell> cells = cells(name, filters, settings.jdks());
        refuseMoreUsersThanConnections(cells, settings.maxConnections());
        Optional<Scale> scale =
                Optional.ofNullable(thresholds().scales().get(name)).flatMap(base -> overrides.apply(base, switches));
        InvalidThresholds.check(file.problems(), switches);
        return settings.plan(file, cells, limits(name, cells), scale.orElseThrow());
    }

    /** Users share no connection while they ask, and a machine has only so many. */
    private void refuseMoreUsersThanConnections(List<Cell> cells, int maxConnections) {
        cells.stream()
                .filter(cell -> cell.load() instanceof LoadProfile.Closed closed && closed.users() > maxConnections)
                .findFirst()
                .ifPresent(cell -> switches.refuse(
                        "max-connections",
                        "is " + maxConnections + ", fewer than the "
                                + cell.load().displayName() + " of " + cell
                                + ": each user needs a connection of its own"));
    }

    private List<Limit> limits(String scale, List<Cell> cells) {
        Stream<Limit> written = thresholds().limits().stream()
                .filter(limit -> limit.appliesIn(scale))
                .map(PlacedLimit::limit);
        return Stream.concat(written, Limit.implied(file.path()).stream())
                .filter(limit -> cells.stream().anyMatch(limit::selects))
                .toList();
    }

    private Thresholds thresholds() {
        return file.thresholds();
    }

    private List<Cell> cells(String scale, Filters filters, Jdks jdks) {
        List<String> usual = filters.runtimes()
                .orElseGet(() -> jdks.usual(thresholds().runtimes().values()));
        List<CellRow> rows = thresholds().cells().getOrDefault(scale, List.of());
        if (usual.isEmpty() && rows.stream().anyMatch(row -> row.runtimes().isEmpty())) {
            jdks.refuseUnnamed(switches, thresholds().runtimes().values());
            return List.of();
        }
        List<CellRow.Name> offered =
                rows.stream().flatMap(row -> row.cells(usual)).toList();
        List<CellRow.Name> left = offered.stream().filter(filters::allow).toList();
        filters.refuseIdleNames(switches, scale, offered, left);
        List<Cell> cells = left.stream().map(thresholds()::cell).toList();
        cells.stream()
                .flatMap(cell -> cell.variant().refusal(cell.runtime()).stream())
                .distinct()
                .forEach(why -> switches.refuse("runtimes", why));
        Set<JvmRuntime> missing = cells.stream()
                .map(Cell::runtime)
                .filter(runtime -> !jdks.canRun(runtime))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!missing.isEmpty()) {
            jdks.refuse(switches, missing, thresholds().runtimes().values());
        }
        return inTrials(cells);
    }

    /** In the order of their boots; cells that overload come last, because a server may not recover from it. */
    private static List<Cell> inTrials(List<Cell> cells) {
        return Boots.of(cells).stream()
                .flatMap(trial -> Stream.concat(
                        trial.stream().filter(cell -> !Capacity.exceededBy(cell)),
                        trial.stream().filter(Capacity::exceededBy)))
                .toList();
    }

    /** Empty when the file has none. */
    private Optional<String> scaleName(String otherwise) {
        List<String> scales = file.declared().scales();
        if (scales.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> given = switches.text("scale");
        String name = given.orElse(otherwise);
        if (!scales.contains(name)) {
            String why = given.isPresent() ? "unknown scale '" : "not given, and the thresholds file has no scale '";
            switches.refuse("scale", why + name + "'" + Closest.hint(name, scales), scales);
        }
        return Optional.of(name);
    }
}
