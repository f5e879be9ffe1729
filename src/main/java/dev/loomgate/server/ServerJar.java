package dev.loomgate.server;

import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the servers' build leaves for each of them: a folder with {@code run.jar} and what it needs. */
public final class ServerJar {
    static final String NAME = "run.jar";

    private ServerJar() {}

    /**
     * Checks that every server of the plan is built, and the service behind them where a cell needs it. An IDE starts
     * a benchmark without Maven, so they may not be; measured, that would be one dead server per cell.
     *
     * @throws ServerStartException naming all jars that are missing, and the way out
     */
    public static void requireAll(Plan plan) {
        Stream<Path> servers = plan.cells().stream().map(Cell::variant).map(variant -> path(plan.servers(), variant));
        Stream<Path> behind = plan.cells().stream()
                .filter(cell -> cell.workload().behind() instanceof BackendDependency.Downstream)
                .map(cell -> plan.servers().resolve("downstream").resolve(NAME).toAbsolutePath());
        List<String> missing = Stream.concat(servers, behind)
                .distinct()
                .filter(jar -> !Files.isRegularFile(jar))
                .map(jar -> "\n  there is no " + jar)
                .toList();
        if (!missing.isEmpty()) {
            throw new ServerStartException("The servers under test are not built, nothing was started:"
                    + String.join("", missing) + "\nBuild them with 'mvn package', or name their folder with"
                    + " -Dloomgate.servers=<folder>.");
        }
    }

    static Path of(Path servers, Variant variant) {
        Path jar = path(servers, variant);
        if (!Files.isRegularFile(jar)) {
            throw new ServerStartException("Server " + variant.name() + " is not built: there is no " + jar
                    + ". Build all servers with 'mvn package'.");
        }
        return jar;
    }

    private static Path path(Path servers, Variant variant) {
        return servers.resolve(variant.server()).resolve(NAME).toAbsolutePath();
    }
}
