package dev.loomgate.backing;

import dev.loomgate.backing.RoundTrips.PoolOpening;
import dev.loomgate.backing.ServiceLocation.ServiceLocations;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.DatabaseNeed;
import dev.loomgate.plan.Needs;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Workload;
import dev.loomgate.server.Placement;
import dev.loomgate.server.PortRetry;
import dev.loomgate.server.ServerEnvironment;
import dev.loomgate.server.ServerLauncher;
import dev.loomgate.server.ServiceEngine;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The services behind the servers of a run: only those that a cell of the plan needs. They share the generator's CPUs,
 * listen on loopback, and end with this JVM, however it ends.
 */
public final class BackingServices implements AutoCloseable {
    /** Equal on all servers, so that none waits for a connection where another does not. */
    private static final int DATABASE_CONNECTIONS = 128;

    private static final int HTTP_CONNECTIONS = 10_000;

    private final Optional<Downstream> downstream;
    private final Optional<Database> database;
    private final Optional<DelayProxy> proxy;
    private final ServiceLocations places;
    private final NeededServices needed;
    private final AtomicInteger ownDatabases = new AtomicInteger();

    private BackingServices(
            Optional<Downstream> downstream,
            Optional<Database> database,
            Optional<DelayProxy> proxy,
            ServiceLocations places,
            NeededServices needed) {
        this.downstream = downstream;
        this.database = database;
        this.proxy = proxy;
        this.places = places;
        this.needed = needed;
    }

    /**
     * Starts them one after the other.
     *
     * @param launcher of the servers: where they are in containers, so are database and delay proxy, if the engine has
     *     the images
     * @param java the Java that runs the downstream service
     * @param progress hears what takes time
     * @throws RuntimeException saying why one of them can't be started; then none is left running
     */
    public static BackingServices start(
            Plan plan, ServerLauncher launcher, Placement placement, Path java, Consumer<String> progress) {
        ServiceLocations places = ServiceLocations.of(launcher, plan.backingImages());
        NeededServices needed = new NeededServices(
                ServiceEngine.forNeeds(launcher),
                ServiceEngine.of(launcher).isPresent(),
                placement,
                plan.output().resolve("logs"),
                progress);
        return new BackingStart(plan, places, needed, placement, java, progress).all();
    }

    /**
     * What the server of a cell is told; the same for all cells of a {@link Cell#boot()}. A service that wants a
     * database gets a new one, and new ones of what it needs once per unit.
     *
     * @throws dev.loomgate.server.ServerStartException when that can't be filled
     */
    public ServerEnvironment around(Cell cell) {
        Needs needs = cell.variant().program().needs();
        if (!needs.all().isEmpty()) {
            Map<String, String> filled = new LinkedHashMap<>();
            needs.database().ifPresent(need -> filled.putAll(OwnDatabase.places(newDatabase(need))));
            NeededServices.Behind behind = needed.behind(needs);
            filled.putAll(behind.places());
            return new ServerEnvironment(Map.of(), Map.of(), filled, behind.release());
        }
        Map<String, String> settings = new LinkedHashMap<>();
        asked(cell).ifPresent(address -> {
            settings.put("loomgate.downstream", address);
            settings.put("loomgate.http-client.connections", String.valueOf(HTTP_CONNECTIONS));
        });
        Optional<DatabaseAddress> way = cell.workload().behind().proxied() ? proxied() : direct();
        way.ifPresent(address -> {
            settings.put("loomgate.database.host", address.host());
            settings.put("loomgate.database.port", String.valueOf(address.port()));
            settings.put("loomgate.database.name", address.name());
            settings.put("loomgate.database.user", address.user());
            settings.put("loomgate.database.connections", String.valueOf(DATABASE_CONNECTIONS));
        });
        return new ServerEnvironment(
                settings,
                way.map(address -> Map.of("LOOMGATE_DATABASE_PASSWORD", address.password()))
                        .orElse(Map.of()));
    }

    /** Where the service is that the server asks over HTTP: itself, or the downstream service where one was started. */
    private Optional<String> asked(Cell cell) {
        return cell.workload().behind() instanceof BackendDependency.Itself
                ? Optional.of("http://127.0.0.1:" + ServerEnvironment.OWN_PORT)
                : downstream.map(service -> service.address().toString());
    }

    /** Each start of a service begins with the same content, whatever was done to that of the others. */
    private synchronized DatabaseAddress newDatabase(DatabaseNeed need) {
        DatabaseAddress existing = direct().orElseThrow();
        int number = ownDatabases.incrementAndGet();
        if (number > 2) {
            // Two arms are started together; the services before them have ended.
            OwnDatabase.drop("service_" + (number - 2), existing);
        }
        DatabaseAddress wanted = existing.named("service_" + number);
        OwnDatabase.create(wanted, existing, need);
        return wanted;
    }

    /**
     * Makes the way to the database as long as the cell wants it, and measures how long it really is; empty when the
     * cell knows no proxy.
     *
     * <p>Opening a connection takes about five round trips, and pools open theirs one by one: 128 connections through
     * 200 ms would take minutes. So the server is asked once while nothing is held back, its pool is given time until
     * the number of connections has stayed the same for 1 s, and only then the delay is set.
     *
     * @param firstRequest asks the server for the workload, so that it opens its pool
     * @throws IllegalStateException in words, when the database can't be reached by one of the two ways
     */
    public Optional<RoundTrips> prepare(Cell cell, Runnable firstRequest) {
        if (!(cell.workload().behind() instanceof BackendDependency.Database behind)
                || behind.delay().isEmpty()) {
            return Optional.empty();
        }
        DelayProxy way = proxy.orElseThrow();
        way.delay(Duration.ZERO);
        firstRequest.run();
        try {
            PoolOpening.await(direct().orElseThrow());
            return Optional.of(RoundTrips.measure(
                    direct().orElseThrow(),
                    proxied().orElseThrow(),
                    way,
                    behind.delay().get()));
        } catch (SQLException e) {
            throw new IllegalStateException("the way to the database could not be measured: " + e.getMessage(), e);
        }
    }

    /** Takes away the delay that {@link #prepare} left on the way to the database, before the next pool is opened. */
    public void resetDelay() {
        proxy.ifPresent(way -> way.delay(Duration.ZERO));
    }

    private Optional<DatabaseAddress> direct() {
        return database.map(Database::address);
    }

    private Optional<DatabaseAddress> proxied() {
        return direct().flatMap(address -> proxy.map(way -> address.at(way.port())));
    }

    /** Which of them have ended unexpectedly, in words. */
    public List<String> troubles() {
        Stream<String> own = Stream.of(
                        downstream.flatMap(service -> service.process().ended()),
                        database.flatMap(Database::ended),
                        proxy.flatMap(DelayProxy::ended))
                .flatMap(Optional::stream);
        return Stream.concat(own, needed.troubles().stream()).toList();
    }

    /**
     * Process ids whose {@code /proc} is visible here; what they fork belongs to them. Our own proxy is a thread of
     * this JVM.
     */
    public Set<Long> pids() {
        Set<Long> pids = new HashSet<>();
        downstream.ifPresent(service -> pids.add(service.process().pid()));
        database.ifPresent(service -> service.pid().ifPresent(pids::add));
        proxy.ifPresent(service -> service.pid().ifPresent(pids::add));
        pids.addAll(needed.pids());
        return pids;
    }

    /** For the environment table: what was started, and why there. */
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        downstream.ifPresent(service -> facts.put("downstream service", Downstream.inWords()));
        database.ifPresent(service -> facts.put(
                "database", service.inWords() + ", because " + places.database().why()));
        proxy.ifPresent(service -> facts.put(
                "delay proxy", service.inWords() + ", because " + places.proxy().why()));
        facts.putAll(needed.facts());
        return facts;
    }

    /**
     * For the fingerprint: images that stand behind the servers wherever a cell needs it; empty when they would be
     * processes of this machine.
     */
    public Map<String, String> images() {
        return places.images();
    }

    /** What servers are told about their pools, whether they have something behind them or not. */
    public static String pools() {
        return DATABASE_CONNECTIONS + " connections to the database, " + HTTP_CONNECTIONS
                + " to the downstream service";
    }

    /** Ends all of them and waits until they are gone. */
    @Override
    public void close() {
        needed.close();
        proxy.ifPresent(DelayProxy::close);
        database.ifPresent(Database::close);
        downstream.ifPresent(Downstream::close);
    }

    /** Starts what the cells of a plan need, and ends it again when one of them can't be started. */
    private static final class BackingStart {
        private final Plan plan;
        private final ServiceLocations places;
        private final NeededServices needed;
        private final Placement placement;
        private final Path java;
        private final Consumer<String> progress;
        private final EmbeddedPlatform platform;
        private final Deque<Runnable> undo = new ArrayDeque<>();
        private Optional<EmbeddedPlatform.Home> home = Optional.empty();
        private Optional<Database> database = Optional.empty();

        BackingStart(
                Plan plan,
                ServiceLocations places,
                NeededServices needed,
                Placement placement,
                Path java,
                Consumer<String> progress) {
            this.plan = plan;
            this.places = places;
            this.needed = needed;
            this.placement = placement;
            this.java = java;
            this.progress = progress;
            this.platform = EmbeddedPlatform.ofMachine(plan.output(), databaseWorkloads(plan));
        }

        private static Set<String> databaseWorkloads(Plan plan) {
            return plan.cells().stream()
                    .filter(BackingStart::needsDatabase)
                    .map(Cell::workload)
                    .map(Workload::name)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        BackingServices all() {
            try {
                undo.push(needed::close);
                needed.start(plan.cells().stream()
                        .map(cell -> cell.variant().program().needs())
                        .toList());
                home = home();
                return new BackingServices(downstream(), database(), proxy(), places, needed);
            } catch (RuntimeException | Error e) {
                undo.forEach(Runnable::run);
                throw e;
            }
        }

        /** First, since it finds out whether this machine can run the database. */
        private Optional<EmbeddedPlatform.Home> home() {
            if (!(places.database() instanceof ServiceLocation.ThisMachine) || !needsDatabase()) {
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
            Downstream started =
                    onFreePort(() -> Downstream.start(plan.servers(), java, placement, log("downstream.log")));
            undo.push(started::close);
            progress.accept("behind the servers: downstream service at " + started.address());
            return Optional.of(started);
        }

        private Optional<Database> database() {
            if (needsDatabase()) {
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
                case ServiceLocation.ThisMachine unused ->
                    NettyDelayProxy.start(address.host(), address.port(), placement);
            };
        }

        private static <T> T onFreePort(Supplier<T> start) {
            return PortRetry.start(start, BackingStartException::portTaken);
        }

        private boolean needsDatabase() {
            return plan.cells().stream().anyMatch(BackingStart::needsDatabase);
        }

        private static boolean needsDatabase(Cell cell) {
            return cell.workload().behind() instanceof BackendDependency.Database
                    || cell.variant().program().needs().database().isPresent();
        }

        private boolean needs(Predicate<BackendDependency> kind) {
            return plan.cells().stream().map(cell -> cell.workload().behind()).anyMatch(kind);
        }

        private Path log(String name) {
            return plan.output().resolve("logs").resolve(name);
        }
    }
}
