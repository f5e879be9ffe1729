package dev.loomgate.store;

import dev.loomgate.fingerprint.OwnClasses;
import dev.loomgate.fingerprint.ServerProgram;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Calibration;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.Variant;
import dev.loomgate.server.Digest;
import dev.loomgate.server.ServerJar;
import dev.loomgate.server.ServerStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The servers of a run and the service behind them, as copies of its own. A build in the same checkout then exchanges
 * no jar under a running JVM, which could crash it, and every boot starts the bytes whose digest stands with the
 * results. Copying 100 MB takes 0.2 s.
 */
public final class MeasuredServers implements AutoCloseable {
    private static final String DOWNSTREAM = "downstream";

    private final RunFolder folder;
    private final Map<Side, Path> copies = new EnumMap<>(Side.class);
    private final Map<String, String> programs = new LinkedHashMap<>();
    private final Map<String, String> builds = new LinkedHashMap<>();

    private MeasuredServers(RunFolder folder) {
        this.folder = folder;
    }

    /**
     * A jar that is copied.
     *
     * @param made the commit and the build that it comes from: they say what it is, because the bytes of a jar that is
     *     built again differ by its times alone
     */
    private record Jar(Path path, Optional<String> made) {
        static Jar of(Path servers, Variant variant) {
            return new Jar(
                    ServerJar.source(servers, variant).normalize(),
                    variant.program() instanceof Program.Jar jar
                            ? jar.revision()
                                    .map(commit ->
                                            "commit " + commit + " built with '" + String.join(" ", jar.build()) + "'")
                            : Optional.empty());
        }
    }

    /** Copies what the cells of a plan need. */
    public static MeasuredServers of(Plan plan, RunFolder folder) {
        MeasuredServers all = new MeasuredServers(folder);
        all.copy(Side.CANDIDATE, jars(plan.servers(), plan.cells().stream().map(Cell::variant)), "", "");
        all.name(plan.cells().stream().map(Cell::variant));
        all.copyDownstream(plan);
        return all;
    }

    /** Copies what both arms need: of two builds, where they have two. */
    public static MeasuredServers of(DuelPlan duel, RunFolder folder) {
        MeasuredServers all = new MeasuredServers(folder);
        boolean oneBuild = jars(duel, Side.BASELINE).equals(jars(duel, Side.CANDIDATE));
        for (Side side : Side.values()) {
            String name = side.name().toLowerCase(Locale.ROOT);
            String whose = oneBuild ? "" : " of the " + name;
            all.copy(side, jars(duel, side), oneBuild ? "" : name, whose);
        }
        all.name(duel.plan().cells().stream().map(Cell::variant));
        all.copyDownstream(duel.plan());
        return all;
    }

    /**
     * Refuses arms that are started alike from jars with the same bytes: they could only be CLEAR of each other. Two
     * names of one Git commit are among them.
     *
     * @throws ServerStartException naming both jars, and the way out
     */
    public static void requireTwo(DuelPlan duel) {
        if (duel.calibration().filter(Calibration.FALSE_ALARMS::equals).isPresent()) {
            return;
        }
        duel.cells().stream()
                .filter(PairedCell::isSameButForTheJar)
                .filter(cell -> cell.candidate().variant().hasJar() && isOneProgram(cell))
                .findFirst()
                .ifPresent(cell -> {
                    throw new ServerStartException("Both arms of " + cell.name() + " are the same bytes: "
                            + inWords(cell.baseline()) + " and " + inWords(cell.candidate())
                            + ", on the same Java with the same options, settings and variables, so that there is"
                            + " nothing to compare. Name another jar, folder or revision, or leave the variant out with"
                            + " -Dloomgate.variants. How often the gate is wrong with equal arms, shows"
                            + " -Dloomgate.calibrate=aa with one of them.");
                });
    }

    private static boolean isOneProgram(PairedCell cell) {
        try {
            return new ServerProgram(jar(cell.baseline())).isSameAs(new ServerProgram(jar(cell.candidate())));
        } catch (IOException e) {
            throw new ServerStartException("The jars of " + cell.name() + " could not be read: " + e, e);
        }
    }

    private static String inWords(Arm arm) {
        return arm.label() + " (" + jar(arm) + ")";
    }

    private static Path jar(Arm arm) {
        return ServerJar.source(arm.servers(), arm.variant()).normalize();
    }

    /** Each arm has its own build of the servers. */
    public static Path build(DuelPlan duel, Side side) {
        return duel.cells().getFirst().arm(side).servers();
    }

    private static SortedMap<String, Jar> jars(DuelPlan duel, Side side) {
        return jars(
                build(duel, side),
                duel.cells().stream().map(cell -> cell.arm(side).variant()));
    }

    /** By the folder that the copy of each gets. */
    private static SortedMap<String, Jar> jars(Path servers, Stream<Variant> variants) {
        SortedMap<String, Jar> jars = new TreeMap<>();
        variants.filter(Variant::hasJar).forEach(variant -> jars.put(variant.folder(), Jar.of(servers, variant)));
        return jars;
    }

    /** What a command is made of can not all be known: its words are written down, and the files that they name. */
    private void name(Stream<Variant> variants) {
        variants.forEach(variant -> {
            if (variant.program() instanceof Program.Command command) {
                programs.put(
                        "server " + variant.name(),
                        "command " + String.join(" ", command.words())
                                + command.words().stream()
                                        .filter(word -> Files.isRegularFile(
                                                command.folder().resolve(word)))
                                        .flatMap(word ->
                                                Digest.of(command.folder().resolve(word))
                                                        .map(hash -> ", " + word + " sha256 " + hash)
                                                        .stream())
                                        .collect(Collectors.joining()));
            }
            if (variant.program() instanceof Program.Image image) {
                programs.put(
                        "server " + variant.name(), "image " + image.name() + " " + String.join(" ", image.words()));
            }
            variant.program()
                    .needs()
                    .containers()
                    .forEach(need -> programs.put(
                            need.name() + " of " + variant.name(),
                            "image " + need.image() + " " + String.join(" ", need.command())
                                    + need.files().entrySet().stream()
                                            .map(file -> " " + file.getKey() + " "
                                                    + Digest.of(file.getValue())
                                                            .map(hash -> "sha256 " + hash)
                                                            .orElse("a folder"))
                                            .collect(Collectors.joining(","))));
        });
    }

    /** Folder with the copies of what an arm runs; cells have the candidate's only. */
    public Path copyOf(Side side) {
        return Optional.ofNullable(copies.get(side)).orElseThrow();
    }

    /** The same plan with the copies, the service behind the servers among them if it needs one. */
    public Plan behind(Plan plan) {
        return plan.withServers(needsDownstream(plan) ? behind() : copyOf(Side.CANDIDATE));
    }

    private Path behind() {
        return folder.servers().resolve("behind");
    }

    /**
     * Each program by name with its digest, for the fingerprint: {@code server spring-mvc}, {@code sha256 3f9a…,
     * spring-boot 4.0.7}.
     */
    public Map<String, String> programs() {
        Map<String, String> all = new LinkedHashMap<>(programs);
        all.put("classes of Loomgate", OwnClasses.describe());
        return all;
    }

    /** Digests of the jars that were built for this run, whose programs are named by their commits. */
    public Map<String, String> builds() {
        return Map.copyOf(builds);
    }

    private static boolean needsDownstream(Plan plan) {
        return plan.cells().stream().anyMatch(cell -> cell.workload().behind() instanceof BackendDependency.Downstream);
    }

    private void copyDownstream(Plan plan) {
        if (needsDownstream(plan)) {
            String name = "program of the downstream service";
            programs.put(
                    name,
                    copy(
                            name,
                            plan.servers().resolve(DOWNSTREAM).resolve(ServerJar.NAME),
                            behind().resolve(DOWNSTREAM)));
        }
    }

    private void copy(Side side, SortedMap<String, Jar> jars, String subfolder, String whose) {
        Path target = folder.servers().resolve(subfolder);
        copies.put(side, target);
        jars.forEach((server, jar) -> programs.computeIfAbsent("server " + server + whose, name -> {
            String digest = copy(name, jar.path(), target.resolve(server));
            jar.made().ifPresent(made -> builds.put("jar of " + name, digest));
            return jar.made().orElse(digest);
        }));
    }

    private static String copy(String name, Path jar, Path folder) {
        try {
            new ServerProgram(jar).copyTo(folder);
            String copied = new ServerProgram(folder.resolve(jar.getFileName().toString())).describe();
            String now = new ServerProgram(jar).describe();
            if (!copied.equals(now)) {
                throw new IllegalStateException("The " + name + " changed while it was copied from " + jar
                        + ": a build is going on there. Start the run again when it has ended.");
            }
            return copied;
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The " + name + " could not be copied from " + jar + " to " + folder + ": " + e, e);
        }
    }

    @Override
    public void close() {
        folder.deleteServers();
    }
}
