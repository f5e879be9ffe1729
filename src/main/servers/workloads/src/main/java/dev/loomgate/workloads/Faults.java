package dev.loomgate.workloads;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Deliberate misbehaviour, only for proving that the gate goes red. A server started without any pays one field read per request. */
public final class Faults {
    /** Exit code of {@code die-after}: no signal and no JVM ends a process with it. */
    static final int EXIT_CODE = 42;

    private static final long MILLION = 1_000_000;
    private static final int EVERY_NTH_STALLS = 100;
    private static final Lock SHARED = new ReentrantLock();
    private static final Queue<byte[]> LEAKED = new ConcurrentLinkedQueue<>();

    /** Keeps the last allocation reachable: what can't be reached the JIT may not allocate at all. */
    private static volatile byte[] lastAllocated = {};

    private final boolean any;
    private final FaultSettings settings;
    private final Runnable end;
    private final LongSupplier nanoTime;
    private final long born;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();

    /** @param nanoTime time of the clock by which bouts begin and end, in ns */
    Faults(FaultSettings settings, Runnable end, LongSupplier nanoTime) {
        this.any = !settings.given().isEmpty();
        this.settings = settings;
        this.end = end;
        this.nanoTime = nanoTime;
        this.born = nanoTime.getAsLong();
    }

    static Faults of(FaultSettings settings) {
        return new Faults(
                settings,
                () -> {
                    System.err.println(
                            "loomgate.fault.die-after=" + settings.dieAfter() + ": the server ends itself now");
                    System.err.flush();
                    Runtime.getRuntime().halt(EXIT_CODE);
                },
                System::nanoTime);
    }

    /** Called once at the begin of every workload request; what that request must be answered with at once, if so. */
    public Optional<EarlyAnswer> strike() {
        return any && !rests() ? strikeNow() : Optional.empty();
    }

    /** How long the answer is held back. */
    public Duration waitOf(Workload workload) {
        if (workload != Workload.IO || !any || rests()) {
            return workload.waits();
        }
        boolean stalls = settings.stall().isPositive() && waits.incrementAndGet() % EVERY_NTH_STALLS == 0;
        return workload.waits().plus(settings.delay()).plus(stalls ? settings.stall() : Duration.ZERO);
    }

    /** As they were given, for {@code /effective}: {@code allocate=64KiB, delay=20ms}; empty when there are none. */
    String describe() {
        return settings.given().entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(", "));
    }

    /** The only workload on which all given faults act; empty when they act on every workload. */
    Optional<String> confinedTo() {
        return settings.delay().isPositive() || settings.stall().isPositive() ? Optional.of("io") : Optional.empty();
    }

    static int leakedBytes() {
        return LEAKED.stream().mapToInt(bytes -> bytes.length).sum();
    }

    static int lastAllocatedBytes() {
        return lastAllocated.length;
    }

    /** The first bout begins with the server. */
    private boolean rests() {
        long bout = settings.bouts().toNanos();
        return bout > 0 && (nanoTime.getAsLong() - born) / bout % 2 == 1;
    }

    private Optional<EarlyAnswer> strikeNow() {
        long request = requests.incrementAndGet();
        if (settings.dieAfter() > 0 && request > settings.dieAfter()) {
            end.run();
        }
        spin(settings.spin().toNanos());
        if (settings.lock().isPositive()) {
            sleepLocked(settings.lock().toNanos());
        }
        if (settings.allocateBytes() > 0) {
            lastAllocated = new byte[settings.allocateBytes()];
        }
        if (settings.leakBytes() > 0) {
            LEAKED.add(new byte[settings.leakBytes()]);
        }
        if (isHit(request, settings.errorsPerMillion())) {
            return Optional.of(EarlyAnswer.ERROR);
        }
        return isHit(request, settings.wrongBodiesPerMillion())
                ? Optional.of(EarlyAnswer.WRONG_BODY)
                : Optional.empty();
    }

    private static void spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }

    /** One request at a time, asleep and not computing: what is lost is time, not CPU time. */
    private static void sleepLocked(long nanos) {
        SHARED.lock();
        try {
            long start = System.nanoTime();
            for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
                LockSupport.parkNanos(left);
            }
        } finally {
            SHARED.unlock();
        }
    }

    /** Evenly spaced. */
    private static boolean isHit(long request, long perMillion) {
        return request * perMillion / MILLION > (request - 1) * perMillion / MILLION;
    }
}
