package dev.loomgate.store;

import dev.loomgate.fingerprint.OwnClasses;
import dev.loomgate.fingerprint.ServerProgram;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The servers of a run and the service behind them, as copies of its own. A build in the same checkout then exchanges
 * no jar under a running JVM, which could crash it, and every boot starts the bytes whose digest stands with the
 * results. Copying 100 MB takes 0.2 s.
 */
public final class MeasuredServers implements AutoCloseable {
    private static final String DOWNSTREAM = "downstream";

    private final RunFolder folder;
    private final Map<Path, Path> copies = new LinkedHashMap<>();
    private final Map<String, String> programs = new LinkedHashMap<>();

    private MeasuredServers(RunFolder folder) {
        this.folder = folder;
    }

    /** Copies what the cells of a plan need. */
    public static MeasuredServers of(Plan plan, RunFolder folder) {
        MeasuredServers all = new MeasuredServers(folder);
        Set<String> servers = plan.cells().stream()
                .map(cell -> cell.variant().server())
                .collect(Collectors.toCollection(TreeSet::new));
        all.copy(plan.servers(), "", servers, "");
        all.copyDownstream(plan);
        return all;
    }

    /** Copies what both arms need: of two builds, where they have two. */
    public static MeasuredServers of(DuelPlan duel, RunFolder folder) {
        MeasuredServers all = new MeasuredServers(folder);
        boolean oneBuild = key(build(duel, Side.BASELINE)).equals(key(build(duel, Side.CANDIDATE)));
        for (Side side : Side.values()) {
            Set<String> servers = duel.cells().stream()
                    .map(cell -> cell.arm(side).variant().server())
                    .collect(Collectors.toCollection(TreeSet::new));
            String name = side.name().toLowerCase(Locale.ROOT);
            all.copy(build(duel, side), oneBuild ? "" : name, servers, oneBuild ? "" : " of the " + name);
        }
        all.copyDownstream(duel.plan());
        return all;
    }

    /** Each arm has its own build of the servers. */
    public static Path build(DuelPlan duel, Side side) {
        return duel.cells().getFirst().arm(side).servers();
    }

    /** The copy that stands for a folder of built servers. */
    public Path copyOf(Path servers) {
        Path copy = copies.get(key(servers));
        if (copy == null) {
            throw new IllegalArgumentException("nothing was copied from " + servers);
        }
        return copy;
    }

    /** The same plan with the copy of the service behind the servers, if it needs one. */
    public Plan behind(Plan plan) {
        Path copy = copies.get(key(plan.servers()));
        return copy == null ? plan : plan.withServers(copy);
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

    private void copyDownstream(Plan plan) {
        if (plan.cells().stream().anyMatch(cell -> cell.workload().behind() instanceof BackendDependency.Downstream)) {
            copy(plan.servers(), "behind", Set.of(DOWNSTREAM), "");
        }
    }

    private void copy(Path build, String subfolder, Set<String> servers, String whose) {
        Path target =
                copies.computeIfAbsent(key(build), none -> folder.servers().resolve(subfolder));
        for (String server : servers) {
            String name = server.equals(DOWNSTREAM) ? "program of the downstream service" : "server " + server + whose;
            programs.computeIfAbsent(name, none -> copy(name, build.resolve(server), target.resolve(server)));
        }
    }

    private static String copy(String name, Path source, Path target) {
        try {
            new ServerProgram(source).copyTo(target);
            String copied = new ServerProgram(target).describe();
            String now = new ServerProgram(source).describe();
            if (!copied.equals(now)) {
                throw new IllegalStateException("The " + name + " changed while it was copied from " + source
                        + ": a build is going on there. Start the run again when it has ended.");
            }
            return copied;
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The " + name + " could not be copied from " + source + " to " + target + ": " + e, e);
        }
    }

    private static Path key(Path build) {
        return build.toAbsolutePath().normalize();
    }

    @Override
    public void close() {
        folder.deleteServers();
    }
}
