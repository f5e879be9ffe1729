package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Variant;
import dev.loomgate.sampling.CpuGroup;
import dev.loomgate.sampling.Samples;
import dev.loomgate.server.RunningServer;
import dev.loomgate.server.ServerEnvironment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A world without JVMs: servers, sampling and load by script. Whatever the engine does with them is an event, and time
 * moves only when somebody waits or load runs.
 */
public final class ScriptedWorld {
    static final Duration BOOT = Duration.ofSeconds(2);

    public final List<String> events = new ArrayList<>();
    public final List<String> said = new ArrayList<>();
    public final List<ScriptedServer> booted = new ArrayList<>();
    final ScriptedLoad load = new ScriptedLoad(this);
    final ScriptedChecks checks = new ScriptedChecks(this);
    final TimeSource time = new TimeSource() {
        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void rest(Duration pause) {
            if (pause.isPositive()) {
                pass(pause);
            }
        }
    };

    private final Deque<Supplier<ScriptedServer>> boots = new ArrayDeque<>();
    private final Map<String, Deque<Runnable>> reactions = new HashMap<>();
    private Consumer<ScriptedServer> every = server -> {};
    /** The event before each time that the harness did what it would else do within windows. */
    final List<String> settledAfter = new ArrayList<>();

    private long nanos;
    private int killedAt = Integer.MAX_VALUE;

    public Engine engine() {
        return new Engine(
                cell -> ServerEnvironment.NONE,
                (server, peers) -> ((ScriptedServer) server).sampling(),
                checks,
                load,
                1,
                time,
                Runnable::run,
                said::add);
    }

    /** The engine's way to a server: what was scripted for this boot, or one without any fault. */
    public RunningServer launch(Variant variant, JvmRuntime runtime, ServerEnvironment environment) {
        happens("boot " + runtime.name());
        pass(BOOT);
        Supplier<ScriptedServer> next = boots.poll();
        ScriptedServer server = next == null ? server(runtime.name()) : next.get();
        every.accept(server);
        booted.add(server);
        return server;
    }

    public ScriptedServer server(String name) {
        return new ScriptedServer(name, this, booted.size() + 1);
    }

    /** What comes of the next boot that is not scripted yet. */
    void nextBoot(Supplier<ScriptedServer> server) {
        boots.add(server);
    }

    /** Done to each server that boots. */
    public void everyServer(Consumer<ScriptedServer> change) {
        every = change;
    }

    /** Done the next time that the event happens; further calls are for later times. */
    public void when(String event, Runnable reaction) {
        reactions.computeIfAbsent(event, none -> new ArrayDeque<>()).add(reaction);
    }

    /** From the event with this number on, counted from 1, nothing happens any more: the run has been killed. */
    public void killedAt(int event) {
        killedAt = event;
    }

    /** What a run that is killed ends with, in place of a signal. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    void happens(String event) {
        if (events.size() + 1 >= killedAt) {
            throw new Killed();
        }
        events.add(event);
        Runnable reaction = reactions.getOrDefault(event, new ArrayDeque<>()).poll();
        if (reaction != null) {
            reaction.run();
        }
    }

    void pass(Duration duration) {
        nanos += duration.toNanos();
    }

    ScriptedServer at(String baseUrl) {
        return booted.stream()
                .filter(server -> server.baseUri().toString().equals(baseUrl))
                .findFirst()
                .orElseThrow(() -> new AssertionError("load goes to " + baseUrl + ", which was never booted"));
    }

    /** Of a phase in which nothing else happened but this. */
    static Samples samples(Duration application, double stealPercent, double jitPercent) {
        Map<CpuGroup, Long> cpu = new HashMap<>();
        for (CpuGroup group : CpuGroup.values()) {
            cpu.put(group, group == CpuGroup.APPLICATION ? application.toNanos() : 0L);
        }
        return new Samples(
                cpu,
                OptionalDouble.of(1 << 20),
                Map.of(
                        Metric.STEAL,
                        stealPercent,
                        Metric.FOREIGN_CPU,
                        0.0,
                        Metric.JIT_LOAD,
                        jitPercent,
                        Metric.RSS,
                        100.0,
                        Metric.THREADS_LIVE,
                        20.0),
                Map.of(),
                List.of(),
                Machines.QUIET,
                List.of());
    }
}
