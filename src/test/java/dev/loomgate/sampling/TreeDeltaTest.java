package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.sampling.TreeTable.LastSeen;
import dev.loomgate.sampling.TreeTable.Member;
import dev.loomgate.sampling.TreeTable.ProcessId;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The server is process 1. Its own CPU time is not the tree's to count. Times in milliseconds. */
class TreeDeltaTest {
    private static final Member IDLE_SERVER = member(0, 0, 0);

    @Test
    void aServerThatStartsNothingHasNothing() {
        assertThat(between(tree(member(0, 100, 0)), tree(member(0, 900, 0)))).isZero();
    }

    @Test
    void countsWhatAProcessUsedInBetween() {
        assertThat(between(tree(IDLE_SERVER, 2, member(1, 300, 0)), tree(IDLE_SERVER, 2, member(1, 1_000, 0))))
                .isEqualTo(700);
    }

    @Test
    void countsAProcessThatCameInBetweenFromItsStart() {
        assertThat(between(tree(IDLE_SERVER), tree(IDLE_SERVER, 2, member(1, 400, 0))))
                .isEqualTo(400);
    }

    /** Its parent inherits 1,000 ms, of which 300 were used before. */
    @Test
    void countsAProcessThatEndedUpToItsEnd() {
        assertThat(between(tree(IDLE_SERVER, 2, member(1, 300, 0)), tree(member(0, 0, 1_000))))
                .isEqualTo(700);
    }

    @Test
    void countsAProcessThatCameAndEndedUnseen() {
        assertThat(between(tree(member(0, 0, 50)), tree(member(0, 0, 130)))).isEqualTo(80);
    }

    /** The child had inherited 200 ms before, and inherits 500 of the grandchild, of which 100 were before. */
    @Test
    void countsAProcessThatEndedAfterItsOwnChild() {
        TreeTable before = tree(IDLE_SERVER, 2, member(1, 40, 200), 3, member(2, 100, 0));
        TreeTable after = tree(member(0, 0, 60 + 200 + 500));

        assertThat(between(before, after)).isEqualTo(20 + 400);
    }

    @Test
    void countsAGrandchildThatEndedWithTheChildThatWaited() {
        TreeTable before = tree(IDLE_SERVER, 2, member(1, 0, 0), 3, member(2, 100, 0));
        TreeTable after = tree(IDLE_SERVER, 2, member(1, 0, 600));

        assertThat(between(before, after)).isEqualTo(500);
    }

    /** No process inherits what it used, so what was seen of it counts, and a note says so. */
    @Test
    void countsAProcessForWhichNobodyWaitedAsItWasSeenLast() {
        TreeDelta delta = TreeDelta.between(
                tree(IDLE_SERVER, 2, member(1, 300, 0)),
                tree(IDLE_SERVER),
                Map.of(new ProcessId(2, 2), new LastSeen(1, millis(950))));

        assertThat(delta.nanos()).isEqualTo(millis(650));
        assertThat(delta.notes()).singleElement().asString().contains("1 process", "as it was seen last");
    }

    @Test
    void countsAProcessOnceThatWasSeenAndWaitedFor() {
        TreeDelta delta = TreeDelta.between(
                tree(IDLE_SERVER), tree(member(0, 0, 400)), Map.of(new ProcessId(2, 2), new LastSeen(1, millis(350))));

        assertThat(delta.nanos()).isEqualTo(millis(400));
        assertThat(delta.notes()).isEmpty();
    }

    /** Has no parent any more: that ended first. */
    @Test
    void countsAProcessWithoutAParentAsItWasSeenLast() {
        TreeDelta delta = TreeDelta.between(
                tree(IDLE_SERVER, 9, member(0, 300, 0)),
                tree(IDLE_SERVER),
                Map.of(new ProcessId(9, 9), new LastSeen(0, millis(500))));

        assertThat(delta.nanos()).isEqualTo(millis(200));
        assertThat(delta.notes()).hasSize(1);
    }

    @Test
    void tellsAProcessFromALaterOneWithItsId() {
        TreeTable before = tree(IDLE_SERVER, 2, member(1, 300, 0));
        TreeTable after = tree(member(0, 0, 350), 2, startedAt(77, 120));

        assertThat(between(before, after)).isEqualTo(50 + 120);
    }

    private static long between(TreeTable before, TreeTable after) {
        TreeDelta delta = TreeDelta.between(before, after, Map.of());
        assertThat(delta.notes()).isEmpty();
        return delta.nanos() / 1_000_000;
    }

    private static TreeTable tree(Member server) {
        return new TreeTable(1, numbered(1, server), Map.of());
    }

    private static TreeTable tree(Member server, long pid, Member started) {
        return new TreeTable(1, numbered(1, server), Map.of(pid, numbered(pid, started)));
    }

    private static TreeTable tree(Member server, long first, Member one, long second, Member other) {
        return new TreeTable(
                1, numbered(1, server), Map.of(first, numbered(first, one), second, numbered(second, other)));
    }

    private static Member member(long parent, long used, long ended) {
        return member(parent, used, ended, 0);
    }

    private static Member startedAt(long ticks, long used) {
        return member(1, used, 0, ticks);
    }

    private static Member member(long parent, long used, long ended, long startTicks) {
        ThreadTable threads = new ThreadTable(
                Map.of(10, new ThreadTable.Entry("work", millis(used))),
                ThreadTable.Clock.SCHEDSTAT,
                millis(used),
                millis(used),
                startTicks,
                0);
        return new Member(parent, millis(ended), threads);
    }

    /** Started when its id says, unless it says itself. */
    private static Member numbered(long pid, Member member) {
        ThreadTable threads = member.threads();
        return threads.startTicks() != 0
                ? member
                : new Member(
                        member.parent(),
                        member.endedNanos(),
                        new ThreadTable(
                                threads.threads(),
                                threads.clock(),
                                threads.processBeforeNanos(),
                                threads.processAfterNanos(),
                                pid,
                                threads.atNanos()));
    }

    private static long millis(long millis) {
        return millis * 1_000_000;
    }
}
