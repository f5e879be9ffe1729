package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.sampling.Flight;
import dev.loomgate.sampling.Samples;
import dev.loomgate.sampling.Sampling;
import dev.loomgate.server.ExitReason;
import dev.loomgate.server.JmxAddress;
import dev.loomgate.server.RunningServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** A server that does what a test says. */
public final class ScriptedServer implements RunningServer {
    public final String name;
    /** More than this it answers with errors, req/s. */
    public int capacity = Integer.MAX_VALUE;

    public double latencyMillis = 2;
    /** To users that ask as fast as they are answered. */
    double saturatedMillis = 4;
    /** Requests of each warm-up cycle that fail. */
    long failsInWarmUp;
    /** Those for which each warm-up cycle has no time. */
    long unsentInWarmUp;
    /** By how much it answers later in the second half of a turn; nothing when empty. */
    Optional<Duration> growth = Optional.empty();
    /** By how much the generator is late with its requests. */
    double lateMillis;
    /** CPU time that it needs in a window. */
    Duration cpu = Duration.ofMillis(50);
    /** The same of the windows to come; as ever when empty. */
    Deque<Duration> cpus = new ArrayDeque<>();
    /** What the hypervisor takes in the windows to come, in percent; nothing when empty. */
    public Deque<Double> steal = new ArrayDeque<>();
    /** What the JIT uses of its CPUs in the windows to come, in percent; nothing when empty. */
    Deque<Double> jit = new ArrayDeque<>();
    /** What the JIT compiles in the warm-up cycles to come; nothing when empty. */
    Deque<Duration> compiles = new ArrayDeque<>();
    /** What the JIT's threads have used at the looks to come; not visible when empty. */
    Deque<Optional<Duration>> jitCpu = new ArrayDeque<>();

    Optional<String> pinTrouble = Optional.empty();
    Duration compiled = Duration.ZERO;
    private final ScriptedWorld world;
    private final int port;
    private Optional<Death> death = Optional.empty();

    ScriptedServer(String name, ScriptedWorld world, int number) {
        this.name = name;
        this.world = world;
        this.port = 9000 + number;
    }

    void dies(int exitCode) {
        death = Optional.of(new Death(ExitReason.of(exitCode), "java -jar run.jar", "out of luck"));
    }

    ScriptedServer dead(int exitCode) {
        dies(exitCode);
        return this;
    }

    @Override
    public URI baseUri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public JmxAddress jmx() {
        throw new AssertionError("a scripted server has no JMX");
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    @Override
    public Set<Long> processes() {
        return Set.of();
    }

    @Override
    public Duration startup() {
        return ScriptedWorld.BOOT;
    }

    @Override
    public String commandLine() {
        return "java -jar run.jar";
    }

    @Override
    public Map<String, String> effective() {
        return Map.of("processors", "1");
    }

    @Override
    public Map<String, String> askEffective() {
        return effective();
    }

    @Override
    public void unpin() {
        world.happens("unpin " + name);
    }

    @Override
    public Optional<String> pin() {
        world.happens("pin " + name);
        return pinTrouble;
    }

    @Override
    public Optional<Death> death() {
        return death;
    }

    @Override
    public Path log() {
        return Path.of("output", "server-logs", name + ".log");
    }

    @Override
    public void close() {
        world.happens("stop " + name);
    }

    Sampling sampling() {
        return new ScriptedSampling();
    }

    private final class ScriptedSampling implements Sampling {
        @Override
        public void settle() {
            world.settledAfter.add(world.events.getLast());
        }

        @Override
        public OpenWindow open() {
            world.happens("open " + name);
            return () -> {
                world.happens("close " + name);
                return death.isPresent()
                        ? gone()
                        : ScriptedWorld.samples(cpus.isEmpty() ? cpu : cpus.remove(), next(steal), next(jit));
            };
        }

        private static double next(Deque<Double> script) {
            return script.isEmpty() ? 0 : script.remove();
        }

        private Samples gone() {
            Samples alive = ScriptedWorld.samples(cpu, 0, 0);
            return new Samples(
                    Map.of(),
                    OptionalDouble.empty(),
                    Map.of(),
                    Map.of(Metric.RSS, "the server ended"),
                    alive.notes(),
                    alive.machine(),
                    List.of());
        }

        @Override
        public void collectGarbage() {
            world.happens("collect " + name);
        }

        @Override
        public Reading liveHeap() {
            return new Reading.Measured(Metric.LIVE_HEAP, 20);
        }

        @Override
        public Optional<Duration> totalCompilationTime() {
            return Optional.of(compiled);
        }

        @Override
        public Optional<Duration> jitCpu() {
            return jitCpu.isEmpty() ? Optional.empty() : jitCpu.remove();
        }

        @Override
        public Duration awaitCalm(double stealShare, Duration atMost) {
            world.happens("await calm");
            return Duration.ofSeconds(1);
        }

        @Override
        public void startRecording() {
            world.happens("record " + name);
        }

        @Override
        public Flight stopRecording(Path file) {
            world.happens("recorded " + name);
            return new Flight.Lost("scripted");
        }

        @Override
        public void close() {}
    }
}
