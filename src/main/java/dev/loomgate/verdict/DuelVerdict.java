package dev.loomgate.verdict;

import dev.loomgate.experiment.Answers;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Counted;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.InterimAnalyses;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdict on a duel, with everything a report needs.
 *
 * @param tallies by the id of the cell
 */
public record DuelVerdict(
        DuelPlan plan,
        DuelState state,
        Map<String, UnitTally> tallies,
        Fingerprint fingerprint,
        Instant started,
        Duration wallTime,
        Duration loadTime) {
    public DuelVerdict {
        tallies = Map.copyOf(tallies);
    }

    public UnitTally tally(PairedCell cell) {
        return tallies.getOrDefault(cell.id(), UnitTally.none());
    }

    public List<ComparisonVerdict> comparisons(PairedCell cell) {
        return state.comparisons().stream()
                .filter(verdict -> !verdict.pooled() && verdict.subject().equals(cell.name()))
                .toList();
    }

    public List<ComparisonVerdict> pooled() {
        return state.comparisons().stream().filter(ComparisonVerdict::pooled).toList();
    }

    /** Why the build must fail for this cell, one message each. */
    public List<String> failures(PairedCell cell) {
        Optional<String> failed = tally(cell).failed();
        if (failed.isPresent()) {
            return List.of("FAILED " + cell + ": " + failed.get());
        }
        Stream<String> invalid = invalid(cell).isEmpty()
                ? unmeasured(cell).stream()
                : invalid(cell).filter(reason -> !forgiven(cell)).stream();
        return Stream.concat(invalid, failures(comparisons(cell).stream())).toList();
    }

    /** Why the build must fail: for each cell, then for what all cells show together. */
    public List<String> failures() {
        Stream<String> ofCells = plan.cells().stream().flatMap(cell -> failures(cell).stream());
        return Stream.concat(ofCells, failuresOfAll().stream()).toList();
    }

    /** Whether anything fails the build. */
    public boolean red() {
        return !failures().isEmpty();
    }

    /**
     * Why nothing can be said about a cell; empty when enough of its units are fit, or when fewer were enough to make
     * it red.
     */
    private Optional<String> invalid(PairedCell cell) {
        UnitTally tally = tally(cell);
        if (tally.fit() >= InterimAnalyses.FEWEST_UNITS || isRed(cell)) {
            return Optional.empty();
        }
        // Also when the time was used up before: fewer units than the first look needs were never judged, and that is
        // no pass.
        String reason = tally.reasons().isEmpty()
                ? "the time was used up; raise -Dloomgate.at-most"
                : String.join("; ", tally.reasons());
        String nothing = plan.plan().invalidWarns() && tally.onlyDisturbed()
                ? "; -Dloomgate.ci forgives this only where another cell was judged, and none was"
                : "";
        return Optional.of("INVALID " + cell + ": only " + tally.fit() + " of " + (tally.fit() + tally.unfit())
                + " units were fit, at least " + InterimAnalyses.FEWEST_UNITS + " are needed: " + reason
                + (forgiven(cell) ? "" : nothing));
    }

    /**
     * Why nothing was judged of a cell whose units are fit: no metric with a tolerance has a value, but for the counts
     * of failed requests and wrong answers. They are compared in any case, and say nothing of what the file asks for.
     * Empty where it asks for nothing else.
     */
    private Optional<String> unmeasured(PairedCell cell) {
        List<ComparisonVerdict> values = values(cell);
        if (values.isEmpty() || isRed(cell) || !values.stream().allMatch(DuelVerdict::hasNoValue)) {
            return Optional.empty();
        }
        String why = values.stream()
                .map(verdict -> verdict.compared() + " " + verdict.reason())
                .collect(Collectors.joining("; "));
        String measured = state.reported().stream()
                .filter(verdict -> verdict.subject().equals(cell.name())
                        && verdict.effect().isPresent())
                .map(verdict -> verdict.compared().toString())
                .collect(Collectors.joining(", "));
        return Optional.of("INVALID " + cell + ": no metric with a tolerance was compared: " + why
                + "; take what such a service does not tell out of 'tolerances', and name something there that it does"
                + (measured.isEmpty() ? "" : ": " + measured));
    }

    private static boolean hasNoValue(ComparisonVerdict verdict) {
        return verdict.outcome() == Outcome.INCONCLUSIVE && verdict.effect().isEmpty();
    }

    private boolean isRed(PairedCell cell) {
        return comparisons(cell).stream().anyMatch(verdict -> verdict.outcome() == Outcome.REGRESSION);
    }

    /** A run that allows for a busy machine passes cells that only the machine disturbed, and never all of them. */
    private boolean forgiven(PairedCell cell) {
        return forgives() && tally(cell).onlyDisturbed();
    }

    private boolean forgives() {
        return plan.plan().invalidWarns()
                && plan.cells().stream()
                        .anyMatch(cell -> tally(cell).fit() >= InterimAnalyses.FEWEST_UNITS
                                && tally(cell).failed().isEmpty()
                                && comparisons(cell).stream().anyMatch(DuelVerdict::isJudged));
    }

    private static boolean isJudged(ComparisonVerdict verdict) {
        return !verdict.compared().isCount() && verdict.outcome() != Outcome.INVALID && !hasNoValue(verdict);
    }

    /** Why the build must fail for what all cells show together. */
    public List<String> failuresOfAll() {
        return Stream.concat(failures(pooled().stream()), undecided().stream()).toList();
    }

    /** Whether a metric with a tolerance was decided on a cell. Failed requests are compared in any case, and don't count. */
    public boolean decides(PairedCell cell) {
        List<ComparisonVerdict> values = values(cell);
        return values.isEmpty() || !values.stream().allMatch(verdict -> verdict.outcome() == Outcome.INCONCLUSIVE);
    }

    private List<ComparisonVerdict> values(PairedCell cell) {
        return comparisons(cell).stream()
                .filter(verdict -> !verdict.compared().isCount())
                .toList();
    }

    /** Nothing got worse as far as can be told, and nothing can be told. */
    private Optional<String> undecided() {
        boolean open = plan.cells().stream()
                .noneMatch(cell -> decides(cell) || !failures(cell).isEmpty());
        int comparisons =
                plan.cells().stream().map(this::values).mapToInt(List::size).sum();
        return open
                ? Optional.of("nothing was decided: " + Counted.of(comparisons, "comparison") + " of "
                        + Counted.of(plan.cells().size(), "cell")
                        + ", all INCONCLUSIVE; measure longer (-Dloomgate.at-most, -Dloomgate.units) or fewer cells"
                        + " (-Dloomgate.variants, -Dloomgate.workloads)")
                : Optional.empty();
    }

    private Stream<String> failures(Stream<ComparisonVerdict> verdicts) {
        boolean forgives = forgives();
        return verdicts.filter(verdict -> switch (verdict.outcome()) {
                    case REGRESSION, SUSPECTED -> true;
                    case INVALID -> !forgives;
                    case INCONCLUSIVE -> plan.plan().strict();
                    case CLEAR, OPEN, REPORTED -> false;
                })
                .map(this::message);
    }

    /** What is undecided, or could not be measured, and does not fail the build. */
    public List<String> warnings() {
        // Why an arm could not be compared, says all that there is to say of its comparisons.
        List<PairedCell> compared = plan.cells().stream()
                .filter(cell -> tally(cell).failed().isEmpty())
                .toList();
        List<String> failed = plan.cells().stream()
                .filter(cell -> !compared.contains(cell))
                .map(PairedCell::name)
                .toList();
        boolean forgives = forgives();
        Stream<String> invalid = compared.stream().filter(this::forgiven).flatMap(cell -> invalid(cell).stream());
        Stream<String> undecided = state.comparisons().stream()
                .filter(verdict -> !failed.contains(verdict.subject()))
                .filter(verdict -> (!plan.plan().strict() && verdict.outcome() == Outcome.INCONCLUSIVE)
                        || (forgives && verdict.outcome() == Outcome.INVALID))
                .map(this::message);
        return Stream.of(invalid, undecided, compared.stream().flatMap(this::wrongBaseline))
                .flatMap(all -> all)
                .toList();
    }

    /**
     * The candidate is better there, which is no reason to be silent: what the baseline did was not the work asked for.
     */
    private Stream<String> wrongBaseline(PairedCell cell) {
        Answers baseline = tally(cell).answers(Side.BASELINE);
        return baseline.wrong() == 0 || tally(cell).answers(Side.CANDIDATE).wrong() > 0
                ? Stream.empty()
                : Stream.of("WRONG ANSWERS of the baseline, " + cell.name() + ": "
                        + baseline.inWords(Answers::wrong) + " answers of "
                        + cell.baseline().label()
                        + " had a good status and a wrong body, none of "
                        + cell.candidate().label());
    }

    /**
     * {@code REGRESSION cpu, virtual/io: jdk25 needs 3.1 % (2.2 to 4.0) more CPU per request …; worse after 5 units …;
     * p <= 1.2e-05 allowed}.
     */
    private String message(ComparisonVerdict verdict) {
        String spent = verdict.spent() > 0
                ? String.format(Locale.ROOT, "; error allowed to this look, before confirmation: %.1e", verdict.spent())
                : "";
        String units =
                verdict.effect().map(effect -> "; " + effect.units() + " units").orElse("");
        return verdict.outcome() + " " + verdict.compared() + ", " + verdict.subject() + ": "
                + Sentences.of(plan, verdict)
                + units
                + spent
                + (verdict.outcome() == Outcome.SUSPECTED ? "; fails the build" : "");
    }
}
