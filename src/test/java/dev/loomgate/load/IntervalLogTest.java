package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalLogTest {
    private static final int SECONDS = 600;
    private static final int REQUESTS = 1000;
    private static final long LATENCY_NANOS = 100_000_000;

    @TempDir
    private Path folder;

    @Test
    void everySecondHasItsThreeHistograms() throws IOException {
        Path file = folder.resolve("phase.hlog");
        IntervalLog.write(file, "by hand", seconds(3));

        List<String> read = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                Histogram one = (Histogram) reader.nextIntervalHistogram();
                read.add(one.getTag() + " " + one.getStartTimeStamp() + " " + one.getTotalCount());
                assertThat(one.getMinValue() / 1e6).isBetween(99.0, 101.0);
            }
        }
        assertThat(read)
                .containsExactly(
                        "latency 0 1000",
                        "service 0 1",
                        "lateness 0 2",
                        "latency 1000 1000",
                        "service 1000 1",
                        "lateness 1000 2",
                        "latency 2000 1000",
                        "service 2000 1",
                        "lateness 2000 2");
    }

    /** Ten minutes: a generator with 512 MiB ran out of memory when each histogram kept the buffer it is written from. */
    @Test
    void aLongPhaseIsWrittenInLittleMemory() {
        List<IntervalLog.Second> seconds = seconds(SECONDS);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        IntervalLog.write(folder.resolve("long.hlog"), "by hand", seconds);

        assertThat((threads.getCurrentThreadAllocatedBytes() - before) >> 20)
                .as("MiB")
                .isLessThan(100);
    }

    private static List<IntervalLog.Second> seconds(int number) {
        List<IntervalLog.Second> seconds = new ArrayList<>();
        IntervalLog.second((number - 1) * 1_000_000_000L, seconds);
        for (IntervalLog.Second second : seconds) {
            second.latency().recordValueWithCount(LATENCY_NANOS, REQUESTS);
            second.service().recordValue(LATENCY_NANOS);
            second.lateness().recordValueWithCount(LATENCY_NANOS, 2);
        }
        return seconds;
    }
}
