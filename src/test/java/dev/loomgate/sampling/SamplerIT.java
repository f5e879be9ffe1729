package dev.loomgate.sampling;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Finds again what a JVM is known to have done. */
@Isolated
class SamplerIT {
    private static ForkedKnownServer server;
    private static Sampler sampler;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        server = ForkedKnownServer.start(folder);
        sampler = Attach.to(server);
        server.tell("burn", 200, 0);
        sampler.open().close();
    }

    @AfterAll
    static void stop() {
        sampler.close();
        server.close();
    }

    @Test
    void findsTheCpuTimeOfTheApplicationAndChargesSamplingToNobodyElse() throws IOException {
        Window window = sampler.open();
        long burned = server.tell("burn", 1_000, 0);
        Samples samples = window.close();

        assertThat(cpu(samples, CpuGroup.APPLICATION)).isCloseTo(burned, withPercentage(10));
        assertThat(samples.gauges().get(Metric.CPU_LOAD)).isBetween(10.0, 200.0);
    }

    @Test
    void findsTheCpuTimeOfThreadsThatHaveEnded() throws IOException {
        Window window = sampler.open();
        long burned = server.tell("burn-and-end", 3, 250);
        Samples samples = window.close();

        assertThat(cpu(samples, CpuGroup.APPLICATION)).isCloseTo(burned, withPercentage(15));
        assertThat(samples.gauges()).containsEntry(Metric.THREADS_STARTED, 3.0);
        assertThat(samples.notes()).anySatisfy(note -> assertThat(note).contains("threads that ended"));
    }

    /** The end of the last second is not seen; the CPU may be shared, so that it takes more of them. */
    @Test
    void tellsWhatIsUsedFromSecondToSecond() throws IOException {
        Window window = sampler.open();
        double burned = server.tell("burn", 2_500, 0) / 1e9;
        List<Second> seconds = window.close().seconds();

        assertThat(seconds).hasSizeGreaterThanOrEqualTo(2).allSatisfy(second -> {
            assertThat(second.threads()).isBetween(2, 200);
            assertThat(second.rssMebibytes()).isBetween(10.0, 1000.0);
        });
        assertThat(seconds.stream().mapToDouble(Second::cpus).sum()).isBetween(0.3 * burned, 1.3 * burned);
    }

    /** The first look may come a little late. */
    @Test
    void tellsTheHeapAndItsCollectionsFromSecondToSecond() throws IOException {
        server.tell("keep", 32, 0);
        Window window = sampler.open();
        server.tell("burn", 300, 0);
        server.tell("collect", 5, 0);
        server.tell("burn", 1_500, 0);
        List<Second.Heap> heaps = window.close().seconds().stream()
                .flatMap(second -> second.heap().stream())
                .toList();

        assertThat(heaps)
                .isNotEmpty()
                .allSatisfy(heap -> assertThat(heap.usedMebibytes()).isBetween(32.0, 300.0));
        assertThat(heaps.stream().mapToLong(Second.Heap::collections).sum()).isEqualTo(5);
        assertThat(heaps.stream().mapToDouble(Second.Heap::pausedMilliseconds).sum())
                .isPositive();
    }

    @Test
    void seesNoApplicationCpuInAnIdleServer() {
        Samples samples = sampler.open().close();

        assertThat(cpu(samples, CpuGroup.APPLICATION))
                .isLessThan(Duration.ofMillis(20).toNanos());
    }

    @Test
    void chargesCollectionsToTheCollectorAndCountsThem() throws IOException {
        server.tell("keep", 32, 0);
        Window window = sampler.open();
        server.tell("collect", 5, 0);
        Samples samples = window.close();

        assertThat(samples.gauges()).containsEntry(Metric.GC_COUNT, 5.0);
        assertThat(samples.gauges().get(Metric.GC_TIME)).isPositive();
        assertThat(cpu(samples, CpuGroup.GC)).isGreaterThan(cpu(samples, CpuGroup.APPLICATION));
    }

    @Test
    void findsAllocatedBytes() throws IOException {
        server.tell("allocate", 1_000, 10_000);
        Window window = sampler.open();
        server.tell("allocate", 1_000, 10_000);
        double bytes = window.close().allocatedBytes().orElseThrow();

        assertThat(bytes / 1_000).isCloseTo(10_016, within(0.02 * 10_016 + 500));
    }

    @Test
    void findsAllocatedBytesOfVirtualThreadsThatHaveEnded() throws IOException {
        server.tell("burn-virtually", 100, 100);
        Window window = sampler.open();
        server.tell("burn-virtually", 100, 100);
        double bytes = window.close().allocatedBytes().orElseThrow();

        // A virtual thread itself and its stack cost some hundred bytes.
        assertThat(bytes / 100).isCloseTo(100 * 1_016, within(0.02 * 101_600 + 2_000));
    }

    /** As an older JVM is asked. */
    @Test
    void findsAllocatedBytesThreadByThread() throws IOException {
        try (JmxLink link = new JmxLink(server.jmx(), Duration.ofSeconds(5), Optional.empty())) {
            link.connect();
            JvmBeans found = JvmBeans.find(link);
            assertThat(found.countsEndedThreads()).isTrue();
            JvmBeans old = new JvmBeans(link, found.heapPools(), found.collectors(), false);
            OwnCost.warmUp(old);
            long own = OwnCost.bytes(old);
            long before = old.threading().allocatedBytes();
            server.tell("allocate", 1_000, 10_000);
            double bytes = old.threading().allocatedBytes() - before - own;

            assertThat(bytes / 1_000).isCloseTo(10_016, within(0.02 * 10_016 + 500));
        }
    }

    @Test
    void takesItsOwnAllocationOff() {
        sampler.settle();

        assertThat(sampler.open().close().allocatedBytes().orElseThrow()).isLessThan(1_000);
    }

    @Test
    void findsLiveHeap() throws IOException {
        sampler.collectGarbage();
        double before = liveHeapMebibytes();
        server.tell("keep", 24, 0);
        server.tell("allocate", 1_000, 10_000);
        sampler.collectGarbage();

        assertThat(liveHeapMebibytes() - before).isCloseTo(24, within(1.0));
        server.tell("forget", 0, 0);
        sampler.collectGarbage();
        assertThat(liveHeapMebibytes() - before).isCloseTo(0, within(1.0));
    }

    @Test
    void forgetsTheLiveHeapWhenTheNextWindowOpens() {
        sampler.collectGarbage();
        sampler.open().close();

        assertThat(sampler.liveHeap()).isInstanceOf(Reading.Unavailable.class);
    }

    @Test
    void heapPeakHoldsWhatWasUsedInTheWindowOnly() throws IOException {
        server.tell("keep", 60, 0);
        server.tell("forget", 0, 0);
        sampler.collectGarbage();
        double base = liveHeapMebibytes();
        Window window = sampler.open();
        server.tell("keep", 16, 0);

        assertThat(window.close().gauges().get(Metric.HEAP_PEAK)).isBetween(base + 16, base + 16 + 8);
    }

    @Test
    void countsThreadsExactly() throws IOException {
        Samples before = sampler.open().close();
        Window window = sampler.open();
        server.tell("start-threads", 20, 0);
        server.tell("end-threads", 0, 0);
        server.tell("start-threads", 10, 0);
        Samples samples = window.close();

        assertThat(before.gauges()).containsEntry(Metric.THREADS_STARTED, 0.0);
        assertThat(growth(before, samples, Metric.THREADS_LIVE)).isEqualTo(10);
        assertThat(growth(before, samples, Metric.THREADS_DAEMON)).isEqualTo(5);
        assertThat(growth(before, samples, Metric.THREADS_PEAK)).isEqualTo(20);
        assertThat(samples.gauges()).containsEntry(Metric.THREADS_STARTED, 30.0);
    }

    @Test
    void seesResidentMemory() {
        assertThat(sampler.open().close().gauges().get(Metric.RSS)).isBetween(20.0, 400.0);
    }

    @Test
    void tellsCompilationTime() {
        assertThat(sampler.totalCompilationTime())
                .hasValueSatisfying(time -> assertThat(time).isPositive());
    }

    private double liveHeapMebibytes() {
        return ((Reading.Measured) sampler.liveHeap()).value();
    }

    private static long cpu(Samples samples, CpuGroup group) {
        assertThat(samples.unavailable()).containsOnlyKeys(Metric.BACKING_CPU);
        return requireNonNull(samples.cpuNanos().get(group));
    }

    private static double growth(Samples before, Samples after, Metric metric) {
        return requireNonNull(after.gauges().get(metric))
                - requireNonNull(before.gauges().get(metric));
    }
}
