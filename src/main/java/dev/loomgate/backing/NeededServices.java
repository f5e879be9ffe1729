package dev.loomgate.backing;

import dev.loomgate.plan.NeededService;
import dev.loomgate.plan.NeededService.Readiness;
import dev.loomgate.plan.Needs;
import dev.loomgate.server.HttpAnswer;
import dev.loomgate.server.LogTail;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServerStartException;
import dev.loomgate.server.ServiceContainer;
import dev.loomgate.server.ServiceEngine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Services that services of a user's need: in containers on the generator's CPUs, or running already. */
final class NeededServices implements AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);

    private final Optional<ServiceEngine> engine;
    private final boolean serversInContainers;
    private final Placement placement;
    private final Path logs;
    private final Consumer<String> progress;
    private final Map<NeededService.Container, Started> ofRun = new LinkedHashMap<>();
    private final Set<NeededService> all = new HashSet<>();
    private final List<BackingContainer> running = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> starts = new LinkedHashMap<>();

    /**
     * Nothing is started.
     *
     * @param engine empty when nothing needs a container
     * @param logs folder for what they print
     */
    NeededServices(
            Optional<ServiceEngine> engine,
            boolean serversInContainers,
            Placement placement,
            Path logs,
            Consumer<String> progress) {
        this.engine = engine;
        this.serversInContainers = serversInContainers;
        this.placement = placement;
        this.logs = logs;
        this.progress = progress;
    }

    /** A container that answers. */
    private record Started(ServiceContainer.Needed needed, BackingContainer container) {}

    /**
     * Connects to those that run already, and starts those that serve the whole run.
     *
     * @throws BackingStartException when one of them can't be started; what was started is closed with this
     */
    void start(Collection<Needs> needs) {
        needs.forEach(each -> all.addAll(each.services()));
        for (NeededService service : all) {
            if (service instanceof NeededService.Address address) {
                require(address);
            }
        }
        needs.forEach(each -> inOrder(each, need -> need.perUnit() ? Optional.empty() : Optional.of(ofRun(need))));
    }

    /** What serves the whole run, started once for all that are told the same. */
    private Started ofRun(NeededService.Container need) {
        Started known = ofRun.get(need);
        if (known == null) {
            known = started(need);
            ofRun.put(need, known);
        }
        return known;
    }

    /**
     * One after the other, each told where those above it are.
     *
     * @param how to have one; empty where it is not wanted yet
     * @return those that are there, in their order
     */
    private static Map<NeededService.Container, Started> inOrder(
            Needs needs, Function<NeededService.Container, Optional<Started>> how) {
        Map<String, String> places = new LinkedHashMap<>();
        Map<NeededService.Container, Started> there = new LinkedHashMap<>();
        for (NeededService service : needs.services()) {
            switch (service) {
                case NeededService.Address address -> put(places, address, address.host(), address.port());
                case NeededService.Container need ->
                    how.apply(need.filled(places)).ifPresent(started -> {
                        InetSocketAddress at = started.needed().fromContainers();
                        put(places, need, at.getHostString(), at.getPort());
                        there.put(need, started);
                    });
            }
        }
        return there;
    }

    private static void require(NeededService.Address address) {
        if (!accepts(new InetSocketAddress(address.host(), address.port()))) {
            throw new BackingStartException("Nothing listens on " + address.host() + ":" + address.port() + ", where "
                    + address.name() + " is said to run: start it, or correct its address below 'needs'.");
        }
    }

    private Started started(NeededService.Container need) {
        Path log = log(need.name());
        ServiceContainer.Needed needed;
        try {
            Files.createDirectories(logs);
            needed = engine.orElseThrow(() -> new BackingStartException("no engine for " + need.name()))
                    .start(need, placement, log);
        } catch (IOException e) {
            throw new BackingStartException("The log " + log + " can't be written: " + e, e);
        } catch (ServerStartException e) {
            throw new BackingStartException(need.name() + " of 'needs': " + e.getMessage() + LogTail.inMessage(log), e);
        }
        BackingContainer container =
                new BackingContainer(need.name() + ", which a service needs,", needed.container(), log);
        container.await(
                need.name() + " of 'needs'",
                need.within(),
                () -> ready(need, needed, log),
                need.image() + ", asked: " + inWords(need));
        running.add(container);
        if (!need.perUnit()) {
            progress.accept("behind the servers: " + need.name() + ", in a container of image " + need.image() + ", "
                    + needed.fromHere().getHostString() + ":"
                    + needed.fromHere().getPort());
        }
        return new Started(needed, container);
    }

    private synchronized Path log(String name) {
        int number = starts.merge(name, 1, Integer::sum);
        return logs.resolve(name + (number == 1 ? "" : "-" + number) + ".log");
    }

    private static String inWords(NeededService.Container need) {
        return switch (need.ready()) {
            case Readiness.Port unused -> "whether port " + need.port() + " accepts connections";
            case Readiness.Answer answer -> "GET " + answer.path() + " on port " + need.port();
            case Readiness.Line line -> "whether its log holds a match of '" + line.regex() + "'";
        };
    }

    private static boolean ready(NeededService.Container need, ServiceContainer.Needed needed, Path log) {
        return switch (need.ready()) {
            case Readiness.Port unused -> accepts(needed.fromHere());
            case Readiness.Answer answer -> answers(needed.fromHere(), answer.path());
            case Readiness.Line line -> holds(log, line.regex());
        };
    }

    private static boolean accepts(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, (int) CONNECT_LIMIT.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean answers(InetSocketAddress address, String path) {
        try {
            URI uri = URI.create("http://" + address.getHostString() + ":" + address.getPort() + path);
            return HttpAnswer.to(uri, CONNECT_LIMIT).good();
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean holds(Path log, String regex) {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .anyMatch(Pattern.compile(regex).asPredicate());
        } catch (IOException e) {
            return false;
        }
    }

    /** What one start of a service has behind it. */
    record Behind(Map<String, String> places, List<Runnable> release) {}

    /**
     * For one start of a service.
     *
     * @throws ServerStartException when one that is new in each start can't be started
     */
    Behind behind(Needs needs) {
        Map<String, String> places = new LinkedHashMap<>();
        List<Runnable> release = new ArrayList<>();
        needs.services().stream()
                .filter(NeededService.Address.class::isInstance)
                .map(NeededService.Address.class::cast)
                .forEach(address -> put(places, address, address.host(), address.port()));
        inOrder(needs, need -> Optional.of(need.perUnit() ? fresh(need, release) : ofRun(need)))
                .forEach((need, started) -> {
                    InetSocketAddress at = serversInContainers
                            ? started.needed().fromContainers()
                            : started.needed().fromHere();
                    put(places, need, at.getHostString(), at.getPort());
                });
        return new Behind(places, release);
    }

    private Started fresh(NeededService.Container need, List<Runnable> release) {
        try {
            Started started = started(need);
            release.add(() -> {
                running.remove(started.container());
                started.container().close();
            });
            return started;
        } catch (BackingStartException e) {
            release.forEach(Runnable::run);
            throw new ServerStartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void put(Map<String, String> places, NeededService service, String host, int port) {
        places.put(service.hostPlace(), host);
        places.put(service.portPlace(), String.valueOf(port));
    }

    /** Which have ended unexpectedly, in words. */
    List<String> troubles() {
        return running.stream().flatMap(container -> container.ended().stream()).toList();
    }

    Set<Long> pids() {
        Set<Long> pids = new HashSet<>();
        running.forEach(container -> container.pid().ifPresent(pids::add));
        return pids;
    }

    /** For the environment table. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        for (NeededService service : all) {
            facts.put(
                    "needed service " + service.name(),
                    switch (service) {
                        case NeededService.Address address ->
                            "runs already, at " + address.host() + ":" + address.port();
                        case NeededService.Container need ->
                            "image " + need.image() + " "
                                    + engine.flatMap(found -> found.imageId(need.image()))
                                            .orElse("") + ", on the generator's CPUs, "
                                    + (need.perUnit() ? "one for each start of a server" : "one for the run");
                    });
        }
        return facts;
    }

    @Override
    public void close() {
        running.forEach(BackingContainer::close);
        running.clear();
    }
}
