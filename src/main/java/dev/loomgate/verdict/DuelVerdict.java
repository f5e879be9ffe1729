package dev.loomgate.verdict;

import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Looks;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The verdict on a duel, with everything a report needs.
 *
 * @param tallies by the id of the cell
 * @param notes what a reader should know about the whole run
 */
public record DuelVerdict(
        DuelPlan plan,
        DuelState state,
        Map<String, UnitTally> tallies,
        Fingerprint fingerprint,
        List<String> notes,
        Instant started,
        Duration wallTime,
        Duration loadTime) {
    public DuelVerdict {
        tallies = Map.copyOf(tallies);
        notes = List.copyOf(notes);
    }

    public UnitTally tally(DuelCell cell) {
        return tallies.getOrDefault(cell.id(), UnitTally.none());
    }

    public List<ComparisonVerdict> comparisons(DuelCell cell) {
        return state.comparisons().stream()
                .filter(verdict -> !verdict.pooled() && verdict.subject().equals(cell.name()))
                .toList();
    }

    public List<ComparisonVerdict> pooled() {
        return state.comparisons().stream().filter(ComparisonVerdict::pooled).toList();
    }

    /** Why the build must fail for this cell, one message each. */
    public List<String> failures(DuelCell cell) {
        Optional<String> failed = tally(cell).failed();
        if (failed.isPresent()) {
            return List.of("FAILED " + cell + ": " + failed.get());
        }
        Stream<String> invalid = plan.plan().invalidWarns() ? Stream.empty() : invalid(cell).stream();
        return Stream.concat(invalid, failures(comparisons(cell).stream())).toList();
    }

    /** Why nothing can be said about a cell; empty when enough of its units are fit. */
    private Optional<String> invalid(DuelCell cell) {
        UnitTally tally = tally(cell);
        // Also when the time was used up before: fewer units than the first look needs were never judged, and that is
        // no pass.
        return tally.fit() < Looks.FEWEST_UNITS
                ? Optional.of("INVALID " + cell + ": only " + tally.fit() + " of " + (tally.fit() + tally.unfit())
                        + " units were fit, at least " + Looks.FEWEST_UNITS + " are needed: "
                        + (tally.reasons().isEmpty()
                                ? "the time was used up; raise -Dloomgate.at-most"
                                : String.join("; ", tally.reasons())))
                : Optional.empty();
    }

    /** Why the build must fail for what all cells show together. */
    public List<String> pooledFailures() {
        return failures(pooled().stream()).toList();
    }

    private Stream<String> failures(Stream<ComparisonVerdict> verdicts) {
        return verdicts.filter(verdict -> verdict.outcome() == Outcome.REGRESSION
                        || (!plan.plan().invalidWarns() && verdict.outcome() == Outcome.INVALID)
                        || (plan.plan().strict() && verdict.outcome() == Outcome.INCONCLUSIVE))
                .map(this::message);
    }

    /** What is undecided, or could not be measured, and does not fail the build. */
    public List<String> warnings() {
        Stream<String> invalid = plan.plan().invalidWarns()
                ? plan.cells().stream().flatMap(cell -> invalid(cell).stream())
                : Stream.empty();
        // Why an arm could not be compared, says all that there is to say of its comparisons.
        List<String> failed = plan.cells().stream()
                .filter(cell -> tally(cell).failed().isPresent())
                .map(DuelCell::name)
                .toList();
        Stream<String> undecided = state.comparisons().stream()
                .filter(verdict -> !failed.contains(verdict.subject()))
                .filter(verdict -> (!plan.plan().strict() && verdict.outcome() == Outcome.INCONCLUSIVE)
                        || (plan.plan().invalidWarns() && verdict.outcome() == Outcome.INVALID))
                .map(this::message);
        return Stream.concat(invalid, undecided).toList();
    }

    /** {@code REGRESSION cpu, virtual/io: jdk25 needs 3.1 % (2.2 to 4.0) more CPU per request …; worse after 5 units …; p <= 1.2e-05 allowed}. */
    private String message(ComparisonVerdict verdict) {
        String spent = verdict.spent() > 0
                ? String.format(Locale.ROOT, "; error allowed to this look: %.1e", verdict.spent())
                : "";
        String units =
                verdict.effect().map(effect -> "; " + effect.units() + " units").orElse("");
        return verdict.outcome() + " " + verdict.metric() + ", " + verdict.subject() + ": "
                + Sentences.of(plan, verdict)
                + units
                + spent;
    }
}
