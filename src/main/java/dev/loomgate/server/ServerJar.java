package dev.loomgate.server;

import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the servers' build leaves for each of them: a folder with {@code run.jar} and what it needs. */
public final class ServerJar {
    public static final String NAME = "run.jar";

    private ServerJar() {}

    /**
     * Checks that every server of the plan is built, and the service behind them where a cell needs it. An IDE starts
     * a benchmark without Maven, so they may not be; measured, that would be one dead server per cell.
     *
     * @throws ServerStartException naming all jars that are missing, and the way out
     */
    public static void requireAll(Plan plan) {
        Stream<Path> servers = plan.cells().stream()
                .map(Cell::variant)
                .filter(Variant::hasJar)
                .map(variant -> source(plan.servers(), variant));
        Stream<Path> behind = plan.cells().stream()
                .filter(cell -> cell.workload().behind() instanceof BackendDependency.Downstream)
                .map(cell -> plan.servers().resolve("downstream").resolve(NAME).toAbsolutePath());
        List<Path> missing = Stream.concat(servers, behind)
                .distinct()
                .filter(jar -> !Files.isRegularFile(jar))
                .toList();
        if (!missing.isEmpty()) {
            boolean shipped = missing.stream().anyMatch(jar -> jar.endsWith(NAME));
            throw new ServerStartException("The servers under test are not built, nothing was started:"
                    + missing.stream().map(jar -> "\n  there is no " + jar).collect(Collectors.joining())
                    + "\nBuild them"
                    + (shipped
                            ? " with 'mvn package', or name their folder with -Dloomgate.servers=<folder>."
                            : " first, or name the jar that was built below 'variants' in the thresholds file."));
        }
    }

    /**
     * The jar of a variant as its build has left it.
     *
     * @param servers folder of those of this project
     */
    public static Path source(Path servers, Variant variant) {
        return switch (variant.program()) {
            case Program.Shipped shipped ->
                servers.resolve(shipped.folder()).resolve(NAME).toAbsolutePath();
            case Program.Jar jar -> jar.file().toAbsolutePath();
            case Program.Command command ->
                throw new IllegalArgumentException(variant.name() + " is a command, and has no jar");
            case Program.Image image ->
                throw new IllegalArgumentException(variant.name() + " is an image, and has no jar");
        };
    }

    /**
     * The copy that a run starts.
     *
     * @param servers folder of all copies
     */
    static Path of(Path servers, Variant variant) {
        Path jar = servers.resolve(variant.folder()).resolve(variant.jarName()).toAbsolutePath();
        if (!Files.isRegularFile(jar)) {
            throw new ServerStartException("Server " + variant.name() + " is not built: there is no " + jar
                    + ". Build all servers with 'mvn package'.");
        }
        return jar;
    }
}
