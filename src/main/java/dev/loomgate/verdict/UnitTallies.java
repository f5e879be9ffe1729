package dev.loomgate.verdict;

import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.summary.Effects;
import dev.loomgate.summary.UnitEffect;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every unit of a duel so far, and which of them count. The same units in the same order give the same tallies,
 * while they are measured and whenever they are read again.
 */
public final class UnitTallies {
    private final List<UnitEffect> effects = new ArrayList<>();
    private final Map<String, UnitTally> tallies = new HashMap<>();

    /** What became of a unit. */
    public sealed interface Entry {
        /** It counts. */
        record Counted(UnitEffect effect) implements Entry {}

        /** It must not count, for this reason. */
        record NotCounted(String reason) implements Entry {}

        /** An arm can't be compared at all. */
        record Failed(String story) implements Entry {}
    }

    public Entry add(UnitRun run) {
        UnitTally before = tally(run.cell());
        Optional<Invalidity> unfit = Effects.unfit(run);
        boolean setup = !run.invalid().isEmpty();
        Map<Side, Answers> answers = setup ? before.answers() : with(before.answers(), run);
        Optional<String> story = died(run).or(() -> bothWrong(run, answers)).or(before::failed);
        boolean counts = unfit.isEmpty() && run.failed().isEmpty();
        boolean notCounted = unfit.isPresent() && run.failed().isEmpty();
        tallies.put(
                run.cell().id(),
                new UnitTally(
                        before.fit() + (counts ? 1 : 0),
                        before.unfit() + (notCounted ? 1 : 0),
                        before.disturbed()
                                + (notCounted
                                                && Invalidity.isDisturbance(
                                                        unfit.stream().toList())
                                        ? 1
                                        : 0),
                        with(before.reasons(), notCounted ? unfit.stream().map(Invalidity::sentence) : Stream.empty()),
                        with(before.notes(), run.notes().stream()),
                        answers,
                        story));
        UnitEffect effect = counts ? Effects.of(run) : Effects.answers(run);
        if (!setup && run.failed().isEmpty()) {
            effects.add(effect);
        }
        if (story.isPresent()) {
            return new Entry.Failed(story.get());
        }
        return unfit.<Entry>map(why -> new Entry.NotCounted(why.sentence())).orElse(new Entry.Counted(effect));
    }

    private static Optional<String> died(UnitRun run) {
        return run.failed().isEmpty() ? Optional.empty() : Optional.of(String.join("\n", run.failures()));
    }

    /** Two arms that both do other work than was asked for are not worth a comparison. */
    private static Optional<String> bothWrong(UnitRun run, Map<Side, Answers> answers) {
        Answers baseline = answers.getOrDefault(Side.BASELINE, Answers.NONE);
        Answers candidate = answers.getOrDefault(Side.CANDIDATE, Answers.NONE);
        return baseline.wrong() > 0 && candidate.wrong() > 0
                ? Optional.of(
                        "both arms answered with a good status and a wrong body, which is not the work that was to be"
                                + " compared: "
                                + run.cell().candidate().label() + " " + candidate.inWords(Answers::wrong)
                                + " requests, "
                                + run.cell().baseline().label() + " " + baseline.inWords(Answers::wrong))
                : Optional.empty();
    }

    private static Map<Side, Answers> with(Map<Side, Answers> before, UnitRun run) {
        Map<Side, Answers> answers = new EnumMap<>(Side.class);
        answers.putAll(before);
        for (Side side : Side.values()) {
            answers.merge(side, run.answers(side), Answers::plus);
        }
        return answers;
    }

    private static List<String> with(List<String> before, Stream<String> more) {
        return Stream.concat(before.stream(), more).distinct().toList();
    }

    public UnitTally tally(PairedCell cell) {
        return tallies.getOrDefault(cell.id(), UnitTally.none());
    }

    /** By the cell's id. */
    public Map<String, UnitTally> byCell() {
        return Map.copyOf(tallies);
    }

    /**
     * In the order they were measured. Units that the machine disturbed have no ratios; their answers count all the
     * same.
     */
    public List<UnitEffect> effects() {
        return List.copyOf(effects);
    }
}
