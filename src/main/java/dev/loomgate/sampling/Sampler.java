package dev.loomgate.sampling;

import static org.awaitility.Awaitility.await;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.server.Placement;
import dev.loomgate.server.RunningServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Watches one running server: its threads, memory and CPU from outside where {@code /proc} is visible, its heap,
 * collectors and allocation over JMX. Used by one thread at a time. Only {@link #attach} throws; later on, what can't
 * be had is unavailable with a reason.
 */
public final class Sampler implements Sampling {
    private static final Duration ANSWER_BOUND = Duration.ofSeconds(10);
    private static final Duration COLLECTION_BOUND = Duration.ofSeconds(60);
    private static final Duration ATTACH_PATIENCE = Duration.ofSeconds(30);
    private static final double MEBIBYTE = 1024 * 1024;

    /** Heap that may still be freed by one more collection without counting as a difference. */
    private static final long SETTLED_BYTES = 256 * 1024;

    private static final int MOST_COLLECTIONS = 3;

    private final JmxLink link;
    private final JvmBeans jvm;
    private final Optional<ProcTree> proc;
    private final ServerLife life;
    private final WindowDelta delta;
    private final Machine machine;
    private Attempt<Long> recording = new Attempt.Failed<>("no recording was begun");
    private Attempt<Long> liveHeapBytes = new Attempt.Failed<>("no collection was asked for");

    private Sampler(JmxLink link, JvmBeans jvm, Optional<ProcTree> proc, ServerLife life, long pid, Machine machine) {
        this.link = link;
        this.jvm = jvm;
        this.proc = proc;
        this.life = life;
        OwnCost.warmUp(jvm);
        this.delta = new WindowDelta(
                link.absent().isPresent() ? ThreadNames.OF_NO_JVM : new ThreadNames(pid, jvm.collectsInVmThread()),
                OwnCost.bytes(jvm),
                jvm.separatesCyclesFromPauses(),
                jvm.countsEndedThreads(),
                machine.delta());
        this.machine = machine;
    }

    /**
     * Connects, and waits for the server's JMX agent to answer.
     *
     * @param peers the servers that are up together with this one: they are no strangers
     * @param placement the CPUs to look at for what else runs on them
     * @param generator process id of the generator, once it runs: it is no stranger
     * @param backing process ids of the services behind the server, which are no strangers either
     * @throws SamplingException when it does not, when it refuses the credentials, or when the server ends
     */
    public static Sampler attach(
            RunningServer server,
            Set<RunningServer> peers,
            Placement placement,
            Supplier<OptionalLong> generator,
            Supplier<Set<Long>> backing) {
        Path proc = Path.of("/proc");
        Machine machine = new Machine(
                proc,
                server.pid(),
                () -> allOf(server, peers),
                generator,
                backing,
                placement,
                server.effective().getOrDefault("cpu-limit", "none"));
        return attach(server, machine, proc, ANSWER_BOUND, ATTACH_PATIENCE);
    }

    private static Set<Long> allOf(RunningServer server, Set<RunningServer> peers) {
        Set<Long> all = new HashSet<>(server.processes());
        peers.stream().filter(peer -> !peer.equals(server)).forEach(peer -> all.addAll(peer.processes()));
        return all;
    }

    static Sampler attach(RunningServer server, Machine machine, Path procRoot, Duration bound, Duration patience) {
        OptionalLong pid = server.pid();
        Optional<ProcTree> proc = pid.isPresent() && Files.isDirectory(procRoot)
                ? Optional.of(new ProcTree(procRoot, pid.getAsLong(), server::processes))
                : Optional.empty();
        ServerLife life = ServerLife.of(server, proc.map(ProcTree::head));
        JmxLink link = new JmxLink(
                server.jmx(), bound, server.isJvm() ? Optional.empty() : Optional.of("the service is no JVM"));
        try {
            connect(link, life, patience);
            return new Sampler(link, JvmBeans.find(link), proc, life, pid.orElse(-1), machine);
        } catch (JmxFailure | SamplingException failure) {
            link.close();
            Optional<String> end = life.ended();
            String reason = end.orElse(String.valueOf(failure.getMessage()));
            throw new SamplingException("the server cannot be sampled: " + reason, end.isPresent(), failure);
        }
    }

    private static void connect(JmxLink link, ServerLife life, Duration patience) {
        AtomicReference<JmxFailure> last = new AtomicReference<>(new JmxFailure("JMX was not asked"));
        try {
            await().dontCatchUncaughtExceptions()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(100))
                    .atMost(patience)
                    .until(() -> connected(link, last) || life.ended().isPresent());
        } catch (ConditionTimeoutException late) {
            throw last.get();
        }
        link.connect();
    }

    private static boolean connected(JmxLink link, AtomicReference<JmxFailure> last) {
        try {
            link.connect();
            return true;
        } catch (JmxFailure notYet) {
            last.set(notYet);
            if (notYet.getCause() instanceof SecurityException) {
                throw notYet;
            }
            return false;
        }
    }

    /**
     * Our own collection takes CPU time from the generator, and RMI gives back remote objects that it finds unused with
     * a call that makes the server allocate some 30 KB.
     */
    @Override
    public void settle() {
        System.gc();
    }

    /** A connection that was lost is tried once more. */
    @Override
    public Window open() {
        liveHeapBytes = new Attempt.Failed<>("no collection was asked for since the last window was opened");
        reconnect();
        return new Window(jvm, proc, life, delta, machine);
    }

    /**
     * Again while that still frees memory (objects behind cleaners and finalizers need two rounds), three times at
     * most.
     */
    @Override
    public void collectGarbage() {
        reconnect();
        liveHeapBytes = Attempt.of(this::collectUntilSettled);
    }

    private long collectUntilSettled() {
        long collections = jvm.collections().count();
        jvm.collectGarbage(COLLECTION_BOUND);
        if (jvm.collections().count() == collections) {
            throw new JmxFailure("the server ignores requests to collect garbage (-XX:+DisableExplicitGC?)");
        }
        long used = jvm.heapUsedBytes();
        for (int round = 2; round <= MOST_COLLECTIONS; round++) {
            long before = used;
            jvm.collectGarbage(COLLECTION_BOUND);
            used = jvm.heapUsedBytes();
            if (before - used <= SETTLED_BYTES) {
                break;
            }
        }
        return used;
    }

    @Override
    public Reading liveHeap() {
        return switch (liveHeapBytes) {
            case Attempt.Got<Long> bytes -> new Reading.Measured(Metric.LIVE_HEAP, bytes.value() / MEBIBYTE);
            case Attempt.Failed<Long> failed ->
                new Reading.Unavailable(Metric.LIVE_HEAP, life.ended().orElse(failed.reason()));
        };
    }

    @Override
    public Optional<Duration> totalCompilationTime() {
        return Attempt.of(jvm::compilationMillis).got().map(Duration::ofMillis);
    }

    @Override
    public Optional<Duration> jitCpu() {
        return proc.flatMap(process -> Attempt.of(process.head()::threads).got())
                .map(table -> table.cpuOf(CpuGroup.JIT, delta.names()));
    }

    @Override
    public Duration awaitCalm(double stealShare, Duration atMost) {
        return machine.stealWait().await(stealShare, atMost);
    }

    @Override
    public void startRecording() {
        reconnect();
        recording = Attempt.of(new FlightRecorder(link)::start);
    }

    @Override
    public Flight stopRecording(Path file) {
        Attempt<Flight> flight = recording.then(number -> new FlightRecorder(link).stop(number, file));
        recording = new Attempt.Failed<>("no recording was begun");
        return switch (flight) {
            case Attempt.Got<Flight> got -> got.value();
            case Attempt.Failed<Flight> failed -> new Flight.Lost(life.ended().orElse(failed.reason()));
        };
    }

    private void reconnect() {
        // Without a connection every reading that follows says why it failed.
        var unused = Attempt.of(() -> {
            link.connect();
            return true;
        });
    }

    @Override
    public void close() {
        link.close();
    }
}
