package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One pair of fresh JVMs on one workload, raw.
 *
 * @param number of the pair, from 1, in the order of time
 * @param interleaved whether both arms were under load at the same time, and did not take turns with the whole load
 * @param slices all of them, the invalid ones too
 * @param saturated slices of rounds in which the arms had users that ask as fast as they are answered, all at the same
 *     time and then in turns: those with the same number are of one round; empty where no ceiling is asked for
 * @param arms what is read once per pair and arm: start-up, time to warm, live heap, memory, threads, pauses
 * @param failed why an arm can't be compared at all: its server died, or can't hold the rate
 * @param explanations what a recording of an arm behind its windows tells, where one was asked for
 * @param unreached why an arm that was to answer all it can might have answered more, in words
 * @param busy share of its CPUs that each arm's application used while it had load, where that was a rate, and it is
 *     known
 * @param invalid why the unit as a whole must not count
 * @param gatlingReport path of the Gatling report, relative to the output folder; empty when there is none
 */
public record UnitRun(
        PairedCell cell,
        int number,
        boolean interleaved,
        List<Slice> slices,
        List<Slice> saturated,
        Map<Side, Map<Metric, Reading>> arms,
        Map<Side, Explanation> explanations,
        Map<Side, String> failed,
        Map<Side, String> unreached,
        Map<Side, Double> busy,
        List<Invalidity> invalid,
        List<String> notes,
        String gatlingReport,
        Duration wallTime,
        Duration loadTime) {
    public UnitRun {
        slices = List.copyOf(slices);
        saturated = List.copyOf(saturated);
        arms = Map.copyOf(arms);
        explanations = Map.copyOf(explanations);
        failed = Map.copyOf(failed);
        unreached = Map.copyOf(unreached);
        busy = Map.copyOf(busy);
        invalid = List.copyOf(invalid);
        notes = List.copyOf(notes);
    }

    /**
     * How an arm answered, over all slices: those that the machine disturbed count, because what the server did is a
     * result.
     */
    public Answers answers(Side side) {
        return Stream.concat(slices.stream(), saturated.stream())
                .filter(slice -> slice.side() == side)
                .map(Slice::answers)
                .reduce(Answers.NONE, Answers::plus);
    }

    /** {@code virtual on jdk21: it can't hold …}, of each arm that can't be compared. */
    public List<String> failures() {
        return Stream.of(Side.values())
                .filter(failed::containsKey)
                .map(side -> cell.arm(side).label() + ": " + failed.get(side))
                .toList();
    }

    /** What each arm was asked for: the whole load in its turn, or half of the requests that both got at the same time. */
    public LoadProfile loadOfAnArm() {
        return interleaved ? cell.loadOfEach() : cell.load();
    }

    /** The same with other slices, as another pair. */
    public UnitRun withSlices(int otherNumber, List<Slice> others) {
        return new UnitRun(
                cell,
                otherNumber,
                interleaved,
                others,
                saturated,
                arms,
                explanations,
                failed,
                unreached,
                busy,
                invalid,
                notes,
                gatlingReport,
                wallTime,
                loadTime);
    }
}
