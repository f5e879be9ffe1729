package dev.loomgate.experiment;

import dev.loomgate.load.Targets;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.UnitPlan;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Phases that show how much each arm can answer at most: both have as many users as keep them busy, one after the other
 * in short turns. The speed of a shared machine changes from second to second by up to a half, so that slices of a
 * second scatter by 19 %.
 */
final class Saturation {
    /** Users that keep an arm busy, as a multiple of those that warm it. */
    private static final int USERS = 2;

    /** The last ones count. */
    private static final int COUNTED = 2;

    /**
     * Many users let the arms compile anew, in the first phase or later: on {@code mixed} the JIT of one of two servers
     * used 34 % of its CPU in the second, in which it answered half of what it did in the third. So phases follow until
     * those that count are quiet.
     */
    private static final int MOST = 7;

    /**
     * Of an arm that is at its end requests wait: with twice the users that it takes, twice as long as alone. Below this
     * much longer it may have had too few.
     */
    private static final double LONGER = 1.3;

    /** With what each note ends that a ceiling may be higher. */
    static final String NOT_LOWER = "its ceiling is not lower than what is shown";

    /** A turn must show some rounds of answers. */
    private static final int ROUNDS = 4;

    private static final int ANSWERS = 25;

    private Saturation() {}

    /**
     * Turns in blocks of A B B A or B A A B, of as many phases as there may be. A phase lasts as long as a window, or
     * longer where a request waits for long. They take as long as the windows of a small unit, so that there are phases
     * only where something is made of them.
     *
     * @param sides in the order of the arms
     */
    static Targets.Saturation of(PairedCell cell, UnitPlan units, List<Side> sides, RandomGenerator coin) {
        Duration window = units.scale().window();
        int turns = Stream.of(16, 8)
                .filter(count -> isLong(window.dividedBy(count), cell))
                .findFirst()
                .orElse(4);
        Duration rounds = cell.workload().waits().multipliedBy(ROUNDS);
        Duration turn = window.dividedBy(turns);
        int phases = units.ceilings().contains(cell) ? MOST : 0;
        return new Targets.Saturation(
                USERS * cell.workload().warmUpUsers(),
                (turn.compareTo(rounds) < 0 ? rounds : turn).toMillis(),
                IntStream.range(0, phases)
                        .mapToObj(phase -> SliceOrder.flip(turns, coin).slices().stream()
                                .map(sides::indexOf)
                                .toList())
                        .toList());
    }

    /**
     * Whether those that count have been: the first never does, and those that do are quiet.
     *
     * @param measured so far, of all arms
     * @param limit a share of the time of the server's CPUs
     */
    static boolean isOver(List<Slice> measured, double limit) {
        return measured.size() > ofPhases(COUNTED)
                && counted(measured).stream().noneMatch(slice -> StillCompiling.share(slice) > limit);
    }

    /** The same with those before them as phase 0, in which the arms settle. */
    static List<Slice> numbered(List<Slice> measured) {
        int settling = Math.max(ofPhases(1), measured.size() - ofPhases(COUNTED));
        return IntStream.range(0, measured.size())
                .mapToObj(place -> measured.get(place)
                        .numbered(place < settling ? 0 : 1 + (place - settling) / Side.values().length))
                .toList();
    }

    private static List<Slice> counted(List<Slice> measured) {
        return measured.subList(measured.size() - ofPhases(COUNTED), measured.size());
    }

    private static int ofPhases(int phases) {
        return phases * Side.values().length;
    }

    /** Which arms so many users did not bring to their end. */
    static List<String> notes(PairedCell cell, int users, List<Slice> slices, List<Slice> saturated) {
        return Stream.of(Side.values())
                .filter(side -> p50(side, saturated) < LONGER * p50(side, slices))
                .map(side -> String.format(
                        Locale.ROOT,
                        "%s: saturated: %d users wait hardly longer than one does, so that more would be answered more: %s",
                        cell.arm(side).label(),
                        users,
                        NOT_LOWER))
                .toList();
    }

    /** Of the middle slice; not a number without one. */
    private static double p50(Side side, List<Slice> slices) {
        return Median.withDefaults()
                .evaluate(slices.stream()
                        .filter(slice -> slice.side() == side && slice.settled())
                        .flatMapToDouble(slice -> slice.readings().get(Metric.P50) instanceof Reading.Measured known
                                ? DoubleStream.of(known.value())
                                : DoubleStream.empty())
                        .toArray());
    }

    private static boolean isLong(Duration turn, PairedCell cell) {
        return turn.compareTo(cell.workload().waits().multipliedBy(ROUNDS)) >= 0
                && turn.toMillis() * cell.requestsPerSecond().orElse(0) >= 1000L * ANSWERS;
    }
}
