package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of this JVM, in which one thread does nothing but compute, or nothing but ask the operating system. */
@Timeout(60)
class ApplicationTimeTest {
    private static final Duration LONG_ENOUGH = Duration.ofMillis(500);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @TempDir
    Path folder;

    @Test
    void whoComputesIsInTheProgram() throws Exception {
        assertThat(ApplicationTime.userShare(recorded(ApplicationTimeTest::nothing, ApplicationTimeTest::compute)))
                .isGreaterThan(0.8);
    }

    @Test
    void whoReadsZerosIsInTheOperatingSystem() throws Exception {
        assertThat(ApplicationTime.userShare(recorded(ApplicationTimeTest::nothing, ApplicationTimeTest::readZeros)))
                .isLessThan(0.4);
    }

    @Test
    void whatWasBeforeTheRecordingIsNotInIt() throws Exception {
        assertThat(ApplicationTime.userShare(recorded(ApplicationTimeTest::readZeros, ApplicationTimeTest::compute)))
                .isGreaterThan(0.8);
    }

    @Test
    void withoutAnythingReadAllIsInTheProgram() {
        assertThat(ApplicationTime.userShare(List.of())).isEqualTo(1);
    }

    /** Like a server's, the thread was there before the recording and still is when it ends. */
    private List<RecordedEvent> recorded(Runnable before, Runnable meanwhile) throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().name("worker").start(() -> {
            before.run();
            ready.countDown();
            await(begun);
            meanwhile.run();
            done.countDown();
            await(ended);
        });
        Path file = folder.resolve("it.jfr");
        try (Recording recording = new Recording()) {
            ready.await();
            recording.enable(ApplicationTime.EVENT).with("period", "everyChunk");
            recording.start();
            begun.countDown();
            done.await();
            recording.stop();
            recording.dump(file);
        } finally {
            ended.countDown();
            thread.join();
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(ApplicationTime.EVENT))
                .toList();
    }

    private static void nothing() {}

    private static void compute() {
        double[] sum = {1};
        untilItHasRun(() -> {
            for (int i = 1; i < 1_000_000; i++) {
                sum[0] += 1.0 / i;
            }
            return sum[0] > 0;
        });
    }

    /** The kernel writes the zeros; the program does nothing with them. */
    private static void readZeros() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
        try (FileChannel zeros = FileChannel.open(Path.of("/dev/zero"))) {
            untilItHasRun(() -> filled(buffer.clear(), zeros));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean filled(ByteBuffer buffer, FileChannel from) {
        try {
            return from.read(buffer) > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void untilItHasRun(BooleanSupplier piece) {
        long until = THREADS.getCurrentThreadCpuTime() + LONG_ENOUGH.toNanos();
        boolean running = true;
        while (running && THREADS.getCurrentThreadCpuTime() < until) {
            running = piece.getAsBoolean();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
