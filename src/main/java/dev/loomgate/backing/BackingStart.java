package dev.loomgate.backing;

import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Workload;
import dev.loomgate.server.Placement;
import dev.loomgate.server.PortRetry;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Starts what the cells of a plan need, and ends it again when one of them can't be had. */
final class BackingStart {
    private final Plan plan;
    private final ServiceLocations places;
    private final Placement placement;
    private final Path java;
    private final Consumer<String> progress;
    private final EmbeddedPlatform platform;
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private Optional<EmbeddedPlatform.Home> home = Optional.empty();
    private Optional<Database> database = Optional.empty();

    BackingStart(Plan plan, ServiceLocations places, Placement placement, Path java, Consumer<String> progress) {
        this.plan = plan;
        this.places = places;
        this.placement = placement;
        this.java = java;
        this.progress = progress;
        this.platform = EmbeddedPlatform.ofMachine(plan.output(), databaseWorkloads(plan));
    }

    private static Set<String> databaseWorkloads(Plan plan) {
        return plan.cells().stream()
                .map(Cell::workload)
                .filter(workload -> workload.behind() instanceof BackendDependency.Database)
                .map(Workload::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    BackingServices all() {
        try {
            home = home();
            return BackingServices.of(downstream(), database(), proxy(), places);
        } catch (RuntimeException | Error e) {
            undo.forEach(Runnable::run);
            throw e;
        }
    }

    /** First, since it finds out whether this machine can run the database. */
    private Optional<EmbeddedPlatform.Home> home() {
        if (!(places.database() instanceof ServiceLocation.ThisMachine)
                || !needs(BackendDependency.Database.class::isInstance)) {
            return Optional.empty();
        }
        EmbeddedPlatform.Home found = platform.require();
        undo.push(found.folder()::close);
        return Optional.of(found);
    }

    private Optional<Downstream> downstream() {
        if (!needs(BackendDependency.Downstream.class::isInstance)) {
            return Optional.empty();
        }
        Downstream started = onFreePort(() -> Downstream.start(plan.servers(), java, placement, log("downstream.log")));
        undo.push(started::close);
        progress.accept("behind the servers: downstream service at " + started.address());
        return Optional.of(started);
    }

    private Optional<Database> database() {
        if (needs(BackendDependency.Database.class::isInstance)) {
            Path log = log("postgresql.log");
            Database started = onFreePort(() -> switch (places.database()) {
                case ServiceLocation.Container container -> ContainerPostgres.start(container, placement, log);
                case ServiceLocation.ThisMachine unused -> EmbeddedPostgres.start(nextHome(), placement, log);
            });
            undo.push(started::close);
            progress.accept("behind the servers: " + started.inWords() + ", port "
                    + started.address().port() + " (" + places.database().why() + ")");
            database = Optional.of(started);
        }
        return database;
    }

    /** A start that fails, because its port was taken, closes its folder: the next one needs another. */
    private EmbeddedPlatform.Home nextHome() {
        EmbeddedPlatform.Home next = home.orElseGet(platform::require);
        home = Optional.empty();
        return next;
    }

    private Optional<DelayProxy> proxy() {
        if (!needs(BackendDependency::proxied)) {
            return Optional.empty();
        }
        DelayProxy started = onFreePort(() -> proxyBefore(database.orElseThrow()));
        undo.push(started::close);
        progress.accept("behind the servers: delay proxy before the database, " + started.inWords() + ", port "
                + started.port() + " (" + places.proxy().why() + ")");
        return Optional.of(started);
    }

    private DelayProxy proxyBefore(Database target) {
        DatabaseAddress address = target.address();
        return switch (places.proxy()) {
            case ServiceLocation.Container container ->
                Toxiproxy.start(
                        container,
                        address.host(),
                        address.port(),
                        target.container().orElseThrow(),
                        placement,
                        log("toxiproxy.log"));
            case ServiceLocation.ThisMachine unused -> NioDelayProxy.start(address.host(), address.port(), placement);
        };
    }

    private static <T> T onFreePort(Supplier<T> start) {
        return PortRetry.start(start, BackingStartException::portTaken);
    }

    private boolean needs(Predicate<BackendDependency> kind) {
        return plan.cells().stream().map(cell -> cell.workload().behind()).anyMatch(kind);
    }

    private Path log(String name) {
        return plan.output().resolve("logs").resolve(name);
    }
}
