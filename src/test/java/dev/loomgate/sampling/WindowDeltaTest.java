package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.sampling.WindowReadings.Closing;
import dev.loomgate.sampling.WindowReadings.Counters;
import dev.loomgate.sampling.WindowReadings.Opening;
import dev.loomgate.sampling.WindowReadings.OwnThreads;
import dev.loomgate.sampling.WindowReadings.ProcessCpu;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WindowDeltaTest {
    private static final long MIB = 1024 * 1024;
    private static final long SECOND = 1_000_000_000;
    private static final String GAP = "the sampler looked away";
    private static final WindowDelta DELTA =
            new WindowDelta(new ThreadNames(1, false), 7_616, false, true, new MachineDelta(List.of(0, 1), 1, 1));

    private static final WindowDelta OF_OLD_JVM =
            new WindowDelta(DELTA.names(), DELTA.ownBytes(), false, false, DELTA.machine());
    private static final WindowDelta OF_COMMAND =
            new WindowDelta(ThreadNames.OF_NO_JVM, 0, false, true, DELTA.machine());

    private static final String NOBODY = "nothing stands behind the servers of this run";
    private static final Map<Metric, String> NOTHING_BEHIND = Map.of(Metric.BACKING_CPU, NOBODY);

    @Test
    void countersAreDifferencesAndGaugesAreReadAtTheEnd() {
        Samples samples = DELTA.between(open(before(), got(true)), closing(after()));

        assertThat(samples.allocatedBytes()).hasValue(50_000);
        assertThat(samples.gauges())
                .containsEntry(Metric.GC_COUNT, 3.0)
                .containsEntry(Metric.GC_TIME, 45.0)
                .containsEntry(Metric.HEAP_PEAK, 80.0)
                .containsEntry(Metric.RSS, 300.0)
                .containsEntry(Metric.CPU_LOAD, 40.0);
        assertThat(samples.cpuNanos()).containsEntry(CpuGroup.APPLICATION, 4 * SECOND);
        assertThat(samples.unavailable()).isEqualTo(NOTHING_BEHIND);
    }

    @Test
    void theSamplersOwnThreadsAreNotTheServers() {
        Samples samples = DELTA.between(open(before(), got(true)), closing(after()));

        // 40 live, 30 daemon, 55 at the peak, 12 started; of them 5, 4 and 1 answer the sampler.
        assertThat(samples.gauges())
                .containsEntry(Metric.THREADS_LIVE, 35.0)
                .containsEntry(Metric.THREADS_DAEMON, 26.0)
                .containsEntry(Metric.THREADS_PEAK, 50.0)
                .containsEntry(Metric.THREADS_STARTED, 11.0);
    }

    @Test
    void everyMetricIsAvailableOrNotAndNeverBoth() {
        assertThat(answered(DELTA.between(open(before(), got(true)), closing(after()))))
                .isEqualTo(SamplesBuilder.METRICS);
        assertThat(answered(DELTA.between(open(nothing(), gap()), closing(nothing()))))
                .isEqualTo(SamplesBuilder.METRICS);
        assertThat(answered(DELTA.between(open(before(), got(true)), close(nothing(), gap(), gap(), gap()))))
                .isEqualTo(SamplesBuilder.METRICS);
    }

    @Test
    void aGapAtTheStartIsNoNumberAndSaysWhen() {
        Samples samples = DELTA.between(open(nothing(), gap()), closing(after()));

        assertThat(samples.allocatedBytes()).isEmpty();
        assertThat(samples.cpuNanos()).isEmpty();
        assertThat(samples.gauges())
                .containsOnlyKeys(
                        Metric.RSS, Metric.THREADS_LIVE, Metric.THREADS_DAEMON, Metric.FOREIGN_CPU, Metric.STEAL);
        assertThat(samples.unavailable().values()).containsOnly("when the window opened, " + GAP, NOBODY);
    }

    @Test
    void aGapAtTheEndIsNoNumber() {
        Samples samples = DELTA.between(open(before(), got(true)), close(nothing(), gap(), gap(), gap()));

        assertThat(samples.gauges()).containsOnlyKeys(Metric.FOREIGN_CPU, Metric.STEAL);
        assertThat(samples.unavailable().values()).containsOnly(GAP, NOBODY);
    }

    @Test
    void withoutProcTheLoadIsWhatTheJvmSaysAndTheGroupsAreUnavailable() {
        Samples samples = DELTA.between(
                open(afar(2 * SECOND, SECOND), got(true)),
                close(afar(5 * SECOND, 11 * SECOND), got(80 * MIB), gap(), gap()));

        // 10 s of compilation (by its own counter) in a window of 10 s, on the one CPU of the server.
        assertThat(samples.gauges()).containsEntry(Metric.CPU_LOAD, 30.0).containsEntry(Metric.JIT_LOAD, 100.0);
        assertThat(samples.notes()).anySatisfy(note -> assertThat(note).contains("jit-load is compilation time"));
        assertThat(samples.unavailable())
                .containsOnlyKeys(
                        Metric.APPLICATION_CPU, Metric.JIT_CPU, Metric.GC_CPU, Metric.RSS, Metric.BACKING_CPU);
        assertThat(samples.notes()).anySatisfy(note -> assertThat(note).contains("JMX agent"));
    }

    @Test
    void theMachineIsMeasuredForAServerThatEnded() {
        Samples samples = DELTA.nothing("the server ended", open(before(), got(true)), closing(after()));

        assertThat(samples.unavailable().keySet()).isEqualTo(SamplesBuilder.METRICS);
        assertThat(samples.machine().longestGap()).isEqualTo(Duration.ofMillis(260));
    }

    /** 30 threads and 12 new ones make 42, and two of those end. One of the two answered the sampler. */
    @Test
    void aThreadThatEndsTakesItsAllocationAlongInAnOlderJvm() {
        Samples samples = OF_OLD_JVM.between(open(before(), got(true)), closingWith(new OwnThreads(5, 4, 1, 1)));

        assertThat(samples.allocatedBytes()).isEmpty();
        assertThat(samples.unavailable().get(Metric.ALLOCATED)).contains("1 thread ended meanwhile", "Java 21");
        assertThat(answered(samples)).isEqualTo(SamplesBuilder.METRICS);
    }

    @Test
    void allocationIsThatOfAllThreadsWhereNoneEnded() {
        Samples samples = OF_OLD_JVM.between(open(before(), got(true)), closingWith(new OwnThreads(5, 4, 1, 2)));

        assertThat(samples.allocatedBytes()).hasValue(50_000);
    }

    /** The command itself uses 4 s in 10 s, and what it has started 5. */
    @Test
    void whatACommandHasStartedWorksForTheApplication() {
        ThreadTable first = threads(SECOND, 0);
        ThreadTable last = threads(5 * SECOND, 10 * SECOND);
        TreeTable.Member started = new TreeTable.Member(8, 0, last);
        TreeTable open = new TreeTable(8, new TreeTable.Member(1, 0, first), Map.of());
        TreeTable close = new TreeTable(8, new TreeTable.Member(1, 0, last), Map.of(9L, started));

        Samples samples = OF_COMMAND.between(open(ofCommand(open), gap()), closing(ofCommand(close)));

        assertThat(samples.cpuNanos()).containsEntry(CpuGroup.APPLICATION, 9 * SECOND);
        assertThat(samples.gauges()).containsEntry(Metric.CPU_LOAD, 90.0).containsEntry(Metric.THREADS_LIVE, 2.0);
        assertThat(samples.notes()).anySatisfy(note -> assertThat(note).contains("RSS is that of the server's own"));
        assertThat(answered(samples)).isEqualTo(SamplesBuilder.METRICS);
    }

    private static Counters ofCommand(TreeTable table) {
        return new Counters(gap(), gap(), gap(), gap(), got(table), gap());
    }

    @Test
    void countsOwnThreadsByName() {
        OwnThreads own = OwnThreads.count(
                Map.of(1, "x", 2, "RMI TCP Connect", 3, "y", 5, "RMI TCP Accept-"),
                Map.of(8, "RMI TCP Connect", 9, "http-1"),
                Map.of(1, "java", 5, "RMI TCP Accept-", 6, "RMI Reaper", 7, "RMI TCP Connect", 10, "http-2"));

        assertThat(own).isEqualTo(new OwnThreads(3, 2, 3, 2));
    }

    private static Counters before() {
        return new Counters(
                got(new JvmBeans.Threads(30, 20, 30, 100)),
                got(new JvmBeans.Collections(7, 100)),
                got(1_000_000L),
                gap(),
                got(table(SECOND, 0)),
                got(1_000L));
    }

    private static Counters after() {
        return new Counters(
                got(new JvmBeans.Threads(40, 30, 55, 112)),
                got(new JvmBeans.Collections(10, 145)),
                got(1_057_616L),
                gap(),
                got(table(5 * SECOND, 10 * SECOND)),
                got(1_500L));
    }

    private static Counters afar(long nanos, long at) {
        return new Counters(
                got(new JvmBeans.Threads(40, 30, 55, 112)),
                got(new JvmBeans.Collections(10, 145)),
                got(1_057_616L),
                got(new ProcessCpu(nanos, at)),
                gap(),
                got(at / 1_000_000));
    }

    private static Counters nothing() {
        return new Counters(gap(), gap(), gap(), gap(), gap(), gap());
    }

    private static Closing closingWith(OwnThreads own) {
        RssSampler.Seen seen =
                new RssSampler.Seen(300 * MIB, Map.of(), Map.of(), true, List.of(), Duration.ofMillis(260));
        return close(after(), got(80 * MIB), got(seen), got(own));
    }

    private static Closing closing(Counters counters) {
        RssSampler.Seen seen =
                new RssSampler.Seen(300 * MIB, Map.of(), Map.of(), true, List.of(), Duration.ofMillis(260));
        return close(counters, got(80 * MIB), got(seen), got(new OwnThreads(5, 4, 1, 0)));
    }

    private static Opening open(Counters counters, Attempt<Boolean> peaksReset) {
        return new Opening(counters, peaksReset, gap(), edge(0));
    }

    private static Closing close(
            Counters counters, Attempt<Long> heapPeak, Attempt<RssSampler.Seen> seen, Attempt<OwnThreads> own) {
        return new Closing(edge(10), counters, gap(), heapPeak, seen, own, Optional.empty());
    }

    private static Machine.Edge edge(int seconds) {
        Clocks clocks = new Clocks(Instant.ofEpochSecond(seconds), seconds * SECOND);
        return new Machine.Edge(
                clocks,
                got(new CpuTicks(seconds * SECOND, 0)),
                got(Map.of(7L, seconds * SECOND / 4)),
                got(new ProcessFamily(Set.of(8L), seconds * SECOND / 4)),
                got(new ProcessFamily(Set.of(), 0)));
    }

    private static TreeTable table(long cpu, long at) {
        return new TreeTable(8, new TreeTable.Member(1, 0, threads(cpu, at)), Map.of());
    }

    private static ThreadTable threads(long cpu, long at) {
        return new ThreadTable(
                Map.of(10, new ThreadTable.Entry("http-1", cpu)), ThreadTable.Clock.SCHEDSTAT, cpu, cpu, 7, at);
    }

    private static Set<Metric> answered(Samples samples) {
        Set<Metric> numbers = EnumSet.noneOf(Metric.class);
        numbers.addAll(samples.gauges().keySet());
        samples.allocatedBytes().ifPresent(bytes -> numbers.add(Metric.ALLOCATED));
        if (!samples.cpuNanos().isEmpty()) {
            numbers.addAll(Set.of(Metric.APPLICATION_CPU, Metric.JIT_CPU, Metric.GC_CPU, Metric.JIT_LOAD));
        }
        assertThat(samples.unavailable().keySet()).noneMatch(numbers::contains);
        numbers.addAll(samples.unavailable().keySet());
        return numbers;
    }

    private static <T> Attempt<T> got(T value) {
        return new Attempt.Got<>(value);
    }

    private static <T> Attempt<T> gap() {
        return new Attempt.Failed<>(GAP);
    }
}
