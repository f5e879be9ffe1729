package dev.loomgate.experiment;

import dev.loomgate.load.ArrivalSpacing;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.GeneratorBrokeException;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.load.Load;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.load.LoadRun;
import dev.loomgate.load.Targets;
import dev.loomgate.load.WarmedUp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** A generator that sends nothing: what it would have measured follows from what the servers are. */
final class ScriptedLoad implements Load {
    /** A reaction of the world: the generator breaks. */
    static final Runnable BREAKS = () -> {
        throw new GeneratorBrokeException("the load generator has ended");
    };

    /** What users get through that ask as fast as they are answered, req/s. */
    private static final int MOST = 400;

    private final ScriptedWorld world;
    final List<LoadOrder> orders = new ArrayList<>();
    /** Rates that were really driven, in order; users in the closed model. */
    final List<Integer> rates = new ArrayList<>();

    ScriptedLoad(ScriptedWorld world) {
        this.world = world;
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    @Override
    public LoadRun begin(LoadOrder order) {
        orders.add(order);
        world.happens("begin");
        return new Run(order);
    }

    /** Keeps to the generator's own protocol: who asks for something out of order gets an AssertionError. */
    private final class Run implements LoadRun {
        private final LoadOrder order;
        private int cycles;
        private int phases;
        private boolean measuring;
        private boolean ready;
        private boolean ended;
        private List<IterationLoad> last = List.of();

        Run(LoadOrder order) {
            this.order = order;
        }

        @Override
        public void ready() {
            require(!measuring || phases < order.maxIterations(), "there is no further gate");
            ready = true;
        }

        @Override
        public WarmedUp warmUp() {
            require(ready && !measuring, "no warm-up waits at the gate");
            ready = false;
            List<ScriptedServer> servers = IntStream.range(0, order.warmUpUsers())
                    .mapToObj(user -> order.address(order.serverOfWarmUp(user)).baseUrl())
                    .distinct()
                    .map(world::at)
                    .toList();
            cycles++;
            servers.forEach(server -> world.happens("warm-up " + server.name));
            world.pass(Duration.ofMillis(order.warmUpMillis()));
            servers.forEach(server -> server.compiled =
                    server.compiled.plus(server.compiles.isEmpty() ? Duration.ZERO : server.compiles.remove()));
            return new WarmedUp(
                    servers.stream()
                            .map(server -> cycles * server.failsInWarmUp)
                            .toList(),
                    servers.stream()
                            .map(server -> cycles * server.unsentInWarmUp)
                            .toList());
        }

        @Override
        public void renew(List<String> tokens) {
            require(ready, "no gate to renew tokens at");
            world.happens("renew " + String.join(" ", tokens));
        }

        @Override
        public void endWarmUp() {
            require(!measuring, "the warm-up has ended already");
            measuring = true;
            ready = false;
        }

        @Override
        public void drive(int requestsPerSecond, ArrivalSpacing spacing) {
            require(ready && measuring, "no phase waits at the gate");
            ready = false;
            Targets turns = order.turns();
            int rate = switch (order.arrivalsOf(phases + 1)) {
                case Arrivals.Open open -> open.requestsPerSecond();
                // Saturated servers answer as many as each of them can.
                case Arrivals.Closed closed -> turns == null ? closed.users() : 0;
                case Arrivals.Simulated own -> 1;
                case Arrivals.Stepped stepped -> {
                    require(
                            requestsPerSecond <= stepped.highest().get(phases),
                            "Gatling has no users for " + requestsPerSecond);
                    yield requestsPerSecond;
                }
            };
            phases++;
            rates.add(rate);
            int phase = phases;
            List<ScriptedServer> servers = turns == null
                    ? List.of(world.at(order.address(order.serverOf(phase, 0)).baseUrl()))
                    : turns.servers().stream()
                            .map(server -> server.address().baseUrl())
                            .map(world::at)
                            .toList();
            servers.forEach(server ->
                    world.happens("drive " + server.name + (spacing == ArrivalSpacing.SCATTERED ? " scattered" : "")));
            boolean saturated = turns != null && order.arrivalsOf(phase) instanceof Arrivals.Closed;
            Duration length = saturated
                    ? order.turnLengthOf(phase)
                            .multipliedBy(
                                    order.togetherIn(phase)
                                            ? 1
                                            : order.turnsOf(phase).size())
                    : order.length();
            world.pass(length);
            last = servers.stream()
                    .map(server -> saturated
                            ? seen(
                                    server,
                                    Math.min(MOST, server.capacity),
                                    length.dividedBy(servers.size()),
                                    server.saturatedMillis)
                            : seen(server, rate / servers.size(), length, server.latencyMillis)
                                    .growth(server.growth)
                                    .startSpan(span(rate, servers.size(), length)))
                    .map(Phases::load)
                    .toList();
        }

        /** Of as many requests as there are in whole numbers, at the rate that it really is. */
        private static Duration span(int rate, int servers, Duration length) {
            return length.multipliedBy((long) rate / servers * servers).dividedBy(rate);
        }

        private Phases seen(ScriptedServer server, int rate, Duration length, double millis) {
            int seconds = Math.max(1, (int) length.toSeconds());
            Phases seen = Phases.empty(rate, seconds);
            for (long request = 0; request < (long) rate * seconds; request++) {
                boolean dead = server.death().isPresent();
                boolean served = rate <= server.capacity
                        || (request + 1) * server.capacity / rate > request * server.capacity / rate;
                seen = dead
                        ? seen.fails(request, 1, "Connection refused")
                        : served ? seen.answer(request, millis) : seen.fails(request, 100, "status 503");
            }
            return server.lateMillis == 0 ? seen : seen.late(server.lateMillis);
        }

        @Override
        public List<IterationLoad> recorded() {
            return last;
        }

        @Override
        public Path end() {
            ended = true;
            world.happens("end");
            try {
                return Files.createDirectories(Path.of(order.reportFolder()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            if (!ended) {
                world.happens("give up");
            }
        }

        private void require(boolean right, String what) {
            if (!right || ended) {
                throw new AssertionError(what);
            }
        }
    }
}
