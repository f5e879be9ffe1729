package dev.loomgate.verdict;

import dev.loomgate.plan.DuelCell;
import dev.loomgate.summary.Effects;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.trial.UnitRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every unit of a duel so far, and which of them count. The same units in the same order give the same ledger, while they are measured and whenever they are read again. */
public final class Ledger {
    private final List<UnitEffect> effects = new ArrayList<>();
    private final Map<String, UnitTally> tallies = new HashMap<>();

    /** What became of a unit. */
    public sealed interface Entry {
        /** It counts. */
        record Counted(UnitEffect effect) implements Entry {}

        /** It must not count, for this reason. */
        record Unfit(String reason) implements Entry {}

        /** An arm can't be compared at all. */
        record Failed(String story) implements Entry {}
    }

    /** Takes a unit in. */
    public Entry add(UnitRun run) {
        UnitTally before = tally(run.cell());
        List<String> notes = with(before.notes(), run.notes().stream());
        if (!run.failed().isEmpty()) {
            String story = run.failed().entrySet().stream()
                    .map(arm -> run.cell().arm(arm.getKey()).label() + ": " + arm.getValue())
                    .collect(Collectors.joining("\n"));
            put(run, new UnitTally(before.fit(), before.unfit(), before.reasons(), notes, Optional.of(story)));
            return new Entry.Failed(story);
        }
        Optional<String> unfit = Effects.unfit(run);
        if (unfit.isPresent()) {
            List<String> reasons = with(before.reasons(), unfit.stream());
            put(run, new UnitTally(before.fit(), before.unfit() + 1, reasons, notes, before.failed()));
            return new Entry.Unfit(unfit.get());
        }
        put(run, new UnitTally(before.fit() + 1, before.unfit(), before.reasons(), notes, before.failed()));
        UnitEffect effect = Effects.of(run);
        effects.add(effect);
        return new Entry.Counted(effect);
    }

    private static List<String> with(List<String> before, Stream<String> more) {
        return Stream.concat(before.stream(), more).distinct().toList();
    }

    private void put(UnitRun run, UnitTally tally) {
        tallies.put(run.cell().id(), tally);
    }

    public UnitTally tally(DuelCell cell) {
        return tallies.getOrDefault(cell.id(), UnitTally.none());
    }

    /** By the id of the cell. */
    public Map<String, UnitTally> tallies() {
        return Map.copyOf(tallies);
    }

    /** Of the units that count, in the order they were measured. */
    public List<UnitEffect> effects() {
        return List.copyOf(effects);
    }
}
