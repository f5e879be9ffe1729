package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuDeltaTest {
    private static final long MS = 1_000_000;
    private static final ThreadNames NAMES = new ThreadNames(1, false);

    @Test
    void sumsWhatEachGroupUsedBetweenTheReadings() {
        CpuDelta delta = delta(
                table(
                        1_000,
                        t(10, "http-1", 300),
                        t(11, "http-2", 200),
                        t(20, "C2 CompilerThre", 400),
                        t(30, "GC Thread#0", 100)),
                table(
                        1_700,
                        t(10, "http-1", 500),
                        t(11, "http-2", 300),
                        t(20, "C2 CompilerThre", 650),
                        t(30, "GC Thread#0", 250)));

        assertThat(delta.nanos())
                .isEqualTo(Map.of(
                        CpuGroup.APPLICATION,
                        300 * MS,
                        CpuGroup.JIT,
                        250 * MS,
                        CpuGroup.GC,
                        150 * MS,
                        CpuGroup.OTHER,
                        0L));
        assertThat(delta.wholeNanos()).isEqualTo(700 * MS);
        assertThat(delta.notes()).isEmpty();
        assertThat(delta.unusable()).isEmpty();
    }

    @Test
    void countsAThreadThatIsNewFromItsStart() {
        CpuDelta delta =
                delta(table(500, t(10, "http-1", 500)), table(800, t(10, "http-1", 600), t(11, "http-2", 200)));

        assertThat(delta.nanos()).containsEntry(CpuGroup.APPLICATION, 300 * MS);
    }

    @Test
    void givesTheTimeOfAThreadThatEndedToItsGroup() {
        CpuDelta delta = delta(
                table(900, t(10, "http-1", 500), t(20, "C2 CompilerThre", 400)), table(1_400, t(10, "http-1", 700)));

        assertThat(delta.nanos()).containsEntry(CpuGroup.APPLICATION, 200 * MS).containsEntry(CpuGroup.JIT, 300 * MS);
        assertThat(delta.notes()).singleElement().asString().contains("300 ms", "JIT");
    }

    @Test
    void givesTheTimeOfAThreadThatCameAndWentToTheGroupOfTheNameItWasSeenWith() {
        CpuDelta delta = CpuDelta.between(
                table(500, t(10, "http-1", 500)),
                table(900, t(10, "http-1", 600)),
                Map.of(77, "C2 CompilerThre"),
                NAMES);

        assertThat(delta.nanos()).containsEntry(CpuGroup.APPLICATION, 100 * MS).containsEntry(CpuGroup.JIT, 300 * MS);
    }

    @Test
    void givesTheTimeOfThreadsThatNobodySawToTheApplicationAndSaysSo() {
        CpuDelta delta = delta(table(500, t(10, "http-1", 500)), table(900, t(10, "http-1", 600)));

        assertThat(delta.nanos()).containsEntry(CpuGroup.APPLICATION, 400 * MS);
        assertThat(delta.notes()).singleElement().asString().contains("300 ms", "they were not seen");
    }

    @Test
    void takesAReusedThreadIdForAThreadThatEndedAndOneThatIsNew() {
        CpuDelta delta = delta(
                table(900, t(10, "http-1", 500), t(11, "C2 CompilerThre", 400)),
                table(1_300, t(10, "http-1", 500), t(11, "http-2", 100)));

        assertThat(delta.nanos()).containsEntry(CpuGroup.APPLICATION, 100 * MS).containsEntry(CpuGroup.JIT, 300 * MS);
    }

    @Test
    void leavesARemainderAloneThatTheClocksCannotTellFromNothing() {
        CpuDelta delta =
                delta(table(900, t(10, "http-1", 500), t(11, "http-2", 400)), table(1_020, t(10, "http-1", 600)));

        assertThat(delta.nanos()).containsEntry(CpuGroup.APPLICATION, 100 * MS);
        assertThat(delta.notes()).isEmpty();
    }

    @Test
    void givesNoGroupsWhenMuchTimeCouldBelongToSeveral() {
        CpuDelta delta = delta(
                table(900, t(10, "http-1", 300), t(11, "http-2", 200), t(20, "C2 CompilerThre", 400)),
                table(1_400, t(10, "http-1", 400)));

        assertThat(delta.unusable())
                .hasValueSatisfying(reason -> assertThat(reason).contains("400 ms"));
        assertThat(delta.wholeNanos()).isEqualTo(500 * MS);
    }

    @Test
    void splitsALittleTimeThatCouldBelongToSeveralGroups() {
        CpuDelta delta = delta(
                table(900, t(10, "http-1", 300), t(11, "http-2", 200), t(20, "C2 CompilerThre", 400)),
                table(10_900, t(10, "http-1", 9_900)));

        assertThat(delta.unusable()).isEmpty();
        assertThat(delta.nanos())
                .containsEntry(CpuGroup.APPLICATION, 9_800 * MS)
                .containsEntry(CpuGroup.JIT, 200 * MS);
    }

    @Test
    void housekeepingThatEndsTakesNothingFromTheApplication() {
        CpuDelta delta = delta(
                table(900, t(10, "http-1", 500), t(11, "http-2", 300), t(40, "RMI TCP Connect", 100)),
                table(1_400, t(10, "http-1", 600)));

        assertThat(delta.nanos()).containsEntry(CpuGroup.APPLICATION, 500 * MS).containsEntry(CpuGroup.OTHER, 0L);
    }

    @Test
    void saysWhenThreadsUsedMoreThanTheProcess() {
        CpuDelta delta = delta(table(500, t(10, "http-1", 500)), table(600, t(10, "http-1", 900)));

        assertThat(delta.nanos()).containsEntry(CpuGroup.APPLICATION, 400 * MS);
        assertThat(delta.notes()).singleElement().asString().contains("more CPU time than the process");
    }

    @Test
    void saysThatTicksAreCoarse() {
        ThreadTable open = new ThreadTable(Map.of(), ThreadTable.Clock.TICKS, 0, 0, 7, 0);

        assertThat(delta(open, open).notes()).singleElement().asString().contains("10 ms");
    }

    @Test
    void knowsOnlyTheWholeWhenTheClockChanged() {
        ThreadTable open = new ThreadTable(Map.of(), ThreadTable.Clock.TICKS, 10 * MS, 10 * MS, 7, 0);
        CpuDelta delta = delta(open, table(510));

        assertThat(delta.unusable()).isPresent();
        assertThat(delta.wholeNanos()).isEqualTo(500 * MS);
    }

    private static CpuDelta delta(ThreadTable open, ThreadTable close) {
        return CpuDelta.between(open, close, Map.of(), NAMES);
    }

    private record T(int tid, String name, long millis) {}

    private static T t(int tid, String name, long millis) {
        return new T(tid, name, millis);
    }

    private static ThreadTable table(long processMillis, T... threads) {
        Map<Integer, ThreadTable.Entry> entries = new HashMap<>();
        for (T thread : threads) {
            entries.put(thread.tid(), new ThreadTable.Entry(thread.name(), thread.millis() * MS));
        }
        return new ThreadTable(
                entries, ThreadTable.Clock.SCHEDSTAT, processMillis * MS, processMillis * MS, 7, processMillis);
    }
}
