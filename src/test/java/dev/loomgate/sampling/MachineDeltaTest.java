package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Windows of 2 s on two CPUs: 4 s of CPU time. */
class MachineDeltaTest {
    private static final long SECOND = 1_000_000_000;
    private static final Clocks START = new Clocks(Instant.ofEpochSecond(1_000), 5 * SECOND);
    private static final Clocks END = new Clocks(Instant.ofEpochSecond(1_002), 7 * SECOND);

    @Test
    void whatIsLeftOfTheBusyTimeIsForeign() {
        Samples samples = samples(
                edge(START, 100 * SECOND, 0, Map.of(1L, 10 * SECOND, 2L, 20 * SECOND)),
                edge(END, 101 * SECOND, 0, Map.of(1L, 11 * SECOND, 2L, 20 * SECOND + SECOND / 2)));

        // 4 s - 1 s idle = 3 s busy - 1 s server - 0.5 s generator = 1.5 s of 4 s.
        assertThat(samples.gauges().get(Metric.FOREIGN_CPU)).isCloseTo(37.5, within(1e-9));
    }

    @Test
    void whatTheHypervisorTookNobodyHereUsed() {
        Samples samples =
                samples(edge(START, 0, 0, Map.of(1L, 0L)), edge(END, 2 * SECOND, SECOND / 2, Map.of(1L, SECOND)));

        // 4 s - 2 s idle - 0.5 s stolen - 1 s server.
        assertThat(samples.gauges().get(Metric.FOREIGN_CPU)).isCloseTo(12.5, within(1e-9));
    }

    @Test
    void stealIsAShareOfBothCpus() {
        Samples samples = samples(edge(START, 0, SECOND, Map.of()), edge(END, 0, SECOND + SECOND / 5, Map.of()));

        assertThat(samples.gauges().get(Metric.STEAL)).isCloseTo(5, within(1e-9));
    }

    @Test
    void moreIdleThanThereWasTimeIsNoForeignCpu() {
        Samples samples = samples(
                edge(START, SECOND, 5 * SECOND, Map.of(1L, SECOND)),
                edge(END, 5 * SECOND + 20_000_000, 5 * SECOND, Map.of(1L, SECOND)));

        assertThat(samples.gauges()).containsEntry(Metric.FOREIGN_CPU, 0.0);
    }

    @Test
    void stealThatGoesBackIsNone() {
        Samples samples = samples(
                edge(START, SECOND, 5 * SECOND, Map.of(1L, SECOND)),
                edge(END, 5 * SECOND, 4 * SECOND, Map.of(1L, 3 * SECOND)));

        assertThat(samples.gauges()).containsEntry(Metric.STEAL, 0.0);
    }

    @Test
    void aGeneratorThatWasReplacedLeavesNoNumber() {
        Samples samples = samples(edge(START, 0, 0, Map.of(1L, SECOND)), edge(END, SECOND, 0, Map.of(2L, SECOND)));

        assertThat(samples.gauges()).doesNotContainKey(Metric.FOREIGN_CPU).containsKey(Metric.STEAL);
        assertThat(samples.unavailable().get(Metric.FOREIGN_CPU)).contains("replaced");
    }

    /** The second of its processes has ended, and a third has come. */
    @Test
    void whatTheServerHasStartedIsNoStranger() {
        Samples samples = samples(
                edge(START, 0, 0, Map.of(1L, 0L), family(10 * SECOND, 7L, 8L), family(0)),
                edge(END, SECOND, 0, Map.of(1L, SECOND), family(11 * SECOND, 7L, 9L), family(0)));

        // 4 s - 1 s idle - 1 s generator - 1 s server = 1 s of 4 s.
        assertThat(samples.gauges().get(Metric.FOREIGN_CPU)).isCloseTo(25, within(1e-9));
    }

    @Test
    void aServerThatEndedLeavesNoNumberAboutStrangers() {
        Samples samples = samples(
                edge(START, 0, 0, Map.of(), family(10 * SECOND, 7L), family(0)),
                edge(END, SECOND, 0, Map.of(), new Attempt.Failed<>("it has ended"), family(0)));

        assertThat(samples.unavailable()).containsEntry(Metric.FOREIGN_CPU, "it has ended");
    }

    @Test
    void whatStandsBehindTheServerIsNoStranger() {
        Samples samples = samples(
                edge(START, 0, 0, Map.of(1L, 0L), family(10 * SECOND, 8L, 9L)),
                edge(END, SECOND, 0, Map.of(1L, SECOND), family(11 * SECOND, 8L, 10L)));

        // 4 s - 1 s idle - 1 s server - 1 s behind it = 1 s of 4 s; and 1 s of 2 s of the generator's CPU.
        assertThat(samples.gauges().get(Metric.FOREIGN_CPU)).isCloseTo(25, within(1e-9));
        assertThat(samples.gauges().get(Metric.BACKING_CPU)).isCloseTo(50, within(1e-9));
    }

    @Test
    void aServiceThatEndedLeavesNoNumberAboutStrangers() {
        Samples samples = samples(
                edge(START, 0, 0, Map.of(1L, 0L), family(10 * SECOND, 8L)),
                edge(END, SECOND, 0, Map.of(1L, SECOND), new Attempt.Failed<>("it has ended")));

        assertThat(samples.unavailable())
                .containsEntry(Metric.FOREIGN_CPU, "it has ended")
                .containsEntry(Metric.BACKING_CPU, "it has ended");
    }

    @Test
    void withoutAServiceBehindThereIsNoNumberForIt() {
        Samples samples = samples(edge(START, 0, 0, Map.of()), edge(END, 0, 0, Map.of()));

        assertThat(samples.unavailable().get(Metric.BACKING_CPU)).contains("nothing stands behind");
    }

    private static Attempt<ProcessFamily> family(long nanos, Long... members) {
        return new Attempt.Got<>(new ProcessFamily(Set.of(members), nanos));
    }

    @Test
    void theClockJumpsByWhatTheWallClockHasMore() {
        Clocks ahead = new Clocks(Instant.ofEpochMilli(1_004_500), 7 * SECOND);
        Clocks back = new Clocks(Instant.ofEpochMilli(1_001_000), 7 * SECOND);

        assertThat(ahead.jumpSince(START)).hasMillis(2_500);
        assertThat(back.jumpSince(START)).hasMillis(-1_000);
        assertThat(END.jumpSince(START)).isZero();
    }

    @Test
    void namesTheThreeBusiestOfTheOthers() {
        ProcessTable before = new ProcessTable(
                Map.of(1L, entry("java", 0, 1), 2L, entry("yes", SECOND, 2), 3L, entry("old", 50 * SECOND, 3)), 0);
        ProcessTable after = new ProcessTable(
                Map.of(
                        1L, entry("java", 2 * SECOND, 1),
                        2L, entry("yes", SECOND + 19 * SECOND / 10, 2),
                        3L, entry("new", SECOND, 77), // another process got the id
                        4L, entry("cc1", SECOND / 5, 80),
                        5L, entry("sh", SECOND / 10, 81),
                        6L, entry("idle", 10_000_000, 82)),
                2 * SECOND);

        assertThat(after.busiestSince(before, Set.of(1L)))
                .containsExactly(
                        new MachineUse.Other(2, "yes", 95),
                        new MachineUse.Other(3, "new", 50),
                        new MachineUse.Other(4, "cc1", 10));
    }

    private static ProcessTable.Entry entry(String name, long nanos, long start) {
        return new ProcessTable.Entry(name, nanos, start);
    }

    private static Samples samples(Machine.Edge open, Machine.Edge close) {
        SamplesBuilder samples = new SamplesBuilder();
        new MachineDelta(List.of(0, 1), 1, 1).gauges(samples, open, close);
        return samples.build(new MachineUse("0,1", 2, 1, 0, List.of(), Duration.ZERO, Duration.ZERO, Optional.empty()));
    }

    private static Machine.Edge edge(Clocks clocks, long idle, long steal, Map<Long, Long> own) {
        return edge(clocks, idle, steal, own, family(0));
    }

    private static Machine.Edge edge(
            Clocks clocks, long idle, long steal, Map<Long, Long> own, Attempt<ProcessFamily> backing) {
        return edge(clocks, idle, steal, own, family(0), backing);
    }

    private static Machine.Edge edge(
            Clocks clocks,
            long idle,
            long steal,
            Map<Long, Long> own,
            Attempt<ProcessFamily> servers,
            Attempt<ProcessFamily> backing) {
        return new Machine.Edge(
                clocks,
                new Attempt.Got<>(new CpuTicks(idle, steal)),
                new Attempt.Got<>(Map.copyOf(own)),
                servers,
                backing);
    }
}
