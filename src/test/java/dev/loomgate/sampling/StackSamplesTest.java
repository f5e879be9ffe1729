package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recordings of this JVM, in which the same 300 pieces of 2 ms are computed one after the other, by one thread or by
 * many.
 */
@Timeout(60)
class StackSamplesTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /**
     * Its method, or the lambda that calls it: of code that was compiled before the recording the JVM may name the
     * caller of what it has inlined.
     */
    private static final String COMPUTE = StackSamplesTest.class.getName() + ".";

    private static final int PIECES = 300;
    private static final Duration PIECE = Duration.ofMillis(2);
    private static final int PROBE = 5_000_000;

    /** Keeps calculations from being optimised away. */
    static volatile long sink;

    private long ranNanos;

    @TempDir
    Path folder;

    @BeforeEach
    void needsSamplesOfCpuTime() {
        assumeThat(FlightRecorder.getFlightRecorder().getEventTypes())
                .extracting(EventType::getName)
                .contains(StackSamples.OF_CPU_TIME);
    }

    @Test
    void ofOneThreadAllCpuTimeIsThere() throws Exception {
        StackSamples samples = recorded(1);

        assertThat(samples.ofCpuTime()).isTrue();
        assertThat(samples.time().toNanos() * samples.shareOf(COMPUTE)).isCloseTo(ranNanos, withinPercentage(15));
        assertThat(samples.count()).isGreaterThan(50);
    }

    /** None of them runs for as long as there is between two samples of its CPU time. */
    @Test
    void ofManyThreadsThatRunBrieflyOnlySamplesOfJavaCodeTell() throws Exception {
        StackSamples samples = recorded(PIECES);

        assertThat(samples.ofCpuTime()).isFalse();
        assertThat(samples.shareOf(COMPUTE)).isGreaterThan(0.5);
    }

    @Test
    void withoutAnyThereIsNothing() {
        StackSamples none = StackSamples.of(List.of(), List.of());

        assertThat(none.count()).isZero();
        assertThat(none.height()).isZero();
        assertThat(none.shareOf("")).isZero();
        assertThat(none.hottest()).isEmpty();
    }

    /** Like a server's, the threads were there before the recording and still are when it ends. */
    private StackSamples recorded(int threads) throws Exception {
        List<ExecutorService> pool = Stream.generate(Executors::newSingleThreadExecutor)
                .limit(threads)
                .toList();
        Path file = folder.resolve("it.jfr");
        try (Recording recording = new Recording()) {
            int rounds = roundsIn(PIECE);
            for (ExecutorService thread : pool) {
                thread.submit(() -> {}).get();
            }
            recording.enable(StackSamples.OF_CPU_TIME).with("throttle", FlightFacts.CPU_TIME_EVERY.toMillis() + "ms");
            recording.enable(StackSamples.OF_JAVA_CODE).withPeriod(FlightFacts.JAVA_CODE_EVERY);
            recording.start();
            for (int i = 0; i < PIECES; i++) {
                ranNanos += pool.get(i % threads).submit(() -> timeOf(rounds)).get();
            }
            recording.stop();
            recording.dump(file);
        } finally {
            pool.forEach(ExecutorService::close);
        }
        return StackSamples.of(of(StackSamples.OF_CPU_TIME, file), of(StackSamples.OF_JAVA_CODE, file));
    }

    private static List<RecordedEvent> of(String type, Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .toList();
    }

    /** Rounds that take so much CPU time, once they are compiled. */
    private static int roundsIn(Duration cpuTime) {
        long took = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            took = Math.min(took, timeOf(PROBE));
        }
        return Math.toIntExact(cpuTime.toNanos() * PROBE / took);
    }

    private static long timeOf(int rounds) {
        long before = THREADS.getCurrentThreadCpuTime();
        sink = compute(rounds);
        return THREADS.getCurrentThreadCpuTime() - before;
    }

    /** Calls nothing that a sample in it could be taken for. */
    private static long compute(int rounds) {
        long mixed = rounds;
        for (int i = 0; i < rounds; i++) {
            mixed = mixed * 31 + i;
            mixed ^= mixed >>> 7;
        }
        return mixed;
    }
}
