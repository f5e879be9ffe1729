package dev.loomgate.verdict;

import dev.loomgate.metric.Counted;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.Relation;
import dev.loomgate.summary.Estimate;
import dev.loomgate.summary.Estimate.Estimated;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.ClaimVerdict.RelationVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Words every verdict: the messages of JUnit, the page, the console and the summary all print these sentences. */
public final class Sentences {
    private Sentences() {}

    /** What is to be said of a cell, and as which outcome. */
    public record Said(Outcome outcome, String sentence) {}

    /**
     * What a reader has to look at in a cell, without its name: one sentence for the cell as a whole, or one per limit
     * that did not pass.
     */
    public static List<Said> of(CellVerdict cell) {
        if (!cell.reasons().isEmpty()) {
            return List.of(new Said(cell.outcome(), String.join("; ", cell.reasons()) + notJudged(cell)));
        }
        List<Said> said = new ArrayList<>();
        for (Verdict verdict : cell.verdicts()) {
            Outcome outcome = outcome(verdict);
            if (outcome != Outcome.PASSED && outcome != Outcome.UNGATED) {
                said.add(new Said(outcome, of(verdict)));
            }
        }
        return said;
    }

    /** An invalid cell has one reason and many limits: the limits share a sentence. */
    private static String notJudged(CellVerdict cell) {
        String limits = cell.verdicts().stream()
                .filter(Verdict.Invalid.class::isInstance)
                .map(verdict ->
                        verdict.limit().subject() + " " + verdict.limit().expression())
                .collect(Collectors.joining(", "));
        return limits.isEmpty() ? "" : "; not judged: " + limits;
    }

    /** What a verdict on a limit makes of a cell by itself; UNGATED where the limit has no say. */
    public static Outcome outcome(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Passed passed -> Outcome.PASSED;
            case Verdict.Failed failed -> Outcome.FAILED;
            case Verdict.Inconclusive open -> Outcome.INCONCLUSIVE;
            case Verdict.Invalid invalid -> Outcome.INVALID;
            case Verdict.NotApplicable foreign -> Outcome.UNGATED;
        };
    }

    /** {@code p99 is 131.4 ms (95 % interval 128 to 134.9), the limit is <= 115 ms (thresholds.yml:14)}. */
    public static String of(Verdict verdict) {
        Limit limit = verdict.limit();
        return switch (verdict) {
            case Verdict.Passed passed -> compared(passed.estimate(), ", within ", limit, passed.bound());
            case Verdict.Failed failed -> compared(failed.estimate(), ", the limit is ", limit, failed.bound());
            case Verdict.Inconclusive open -> measured(open) + ", the limit is " + named(limit) + ": " + open.reason();
            case Verdict.NotApplicable foreign -> limit.subject() + " " + named(limit) + " is " + foreign.reason();
            case Verdict.Invalid invalid ->
                limit.subject() + " was not judged against " + named(limit) + ": " + invalid.reason();
        };
    }

    private static String compared(Estimated estimate, String is, Limit limit, double bound) {
        Numbers numbers = Numbers.telling(estimate, bound);
        return limit.subject() + " is " + numbers.write(estimate) + estimate.evidence() + is + limit.expression()
                + numbers.written(limit.bound(), limit.metric(), bound) + limit.origin();
    }

    private static String named(Limit limit) {
        return limit.expression() + limit.origin();
    }

    private static String measured(Verdict.Inconclusive open) {
        return open.limit().subject()
                + switch (open.estimate()) {
                    case Estimated estimated ->
                        " is " + Numbers.telling(estimated, List.of(open)).write(estimated);
                    case Estimate.Missing missing -> " is unknown";
                };
    }

    /** Why an interval that meets its bound decides nothing. */
    static String whyUndecided(Limit limit, Estimated estimated, Range range) {
        if (estimated.isOneValue()) {
            return "one value says nothing about its spread, so it decides no limit";
        }
        Numbers numbers = Numbers.telling(estimated, range.low(), range.high());
        String bound =
                range.low() == range.high() ? numbers.write(range.low()) : numbers.interval(range.low(), range.high());
        String why = limit.metric() == Metric.CAPACITY ? "the search leaves it open" : "too noisy to tell";
        return why + ", the interval " + numbers.interval(estimated.low(), estimated.high()) + " meets the bound "
                + bound + " " + limit.metric().unit();
    }

    /**
     * {@code jdk25 needs 3.1 % (2.2 to 4.0) more CPU per request than jdk21 on virtual/compute: 53.2 on 1716 us/req};
     * the numbers in brackets are the 95 % interval of the change, and negative where it reaches to the other side. What
     * decided it follows.
     */
    public static String of(DuelPlan plan, ComparisonVerdict verdict) {
        String baseline = plan.cells().getFirst().baseline().label();
        String candidate = plan.cells().getFirst().candidate().label();
        return verdict.effect()
                .map(effect -> candidate + " " + compared(verdict.compared(), effect) + " " + baseline + " on "
                        + verdict.subject() + amount(verdict.compared(), effect)
                        + (verdict.reason().isEmpty() ? "" : "; " + verdict.reason()))
                .orElseGet(() -> verdict.compared() + ", " + candidate + " against " + baseline + " on "
                        + verdict.subject() + ": " + verdict.reason());
    }

    /** The change in the metric's own unit, which a share alone does not tell. */
    private static String amount(Compared compared, Effect effect) {
        if (nothing(effect) || compared.isCount()) {
            return "";
        }
        return effect.baseline().stream()
                .mapToObj(baseline -> ": " + Numbers.SHORT.write(Math.abs(effect.change()) * baseline) + " on "
                        + Numbers.PLAIN.write(baseline) + " "
                        + compared.metric().unit().symbol())
                .collect(Collectors.joining());
    }

    private static String compared(Compared compared, Effect effect) {
        if (compared.isCount()) {
            return points(compared, effect);
        }
        return nothing(effect) ? "has the same " + compared + " as" : change(compared, effect) + " than";
    }

    /**
     * {@code fails 7.92 points (7.40 to 8.43) more of its requests than}: shares of requests are compared by their
     * difference.
     */
    private static String points(Compared compared, Effect effect) {
        boolean errors = compared.metric() == Metric.ERRORS;
        String verb = errors ? "fails" : "answers";
        String what = "of its " + compared.request().map(name -> name + " ").orElse("") + "requests"
                + (errors ? "" : " with a wrong body");
        if (effect.change() == 0) {
            return verb + " the same share " + what + " as";
        }
        boolean worse = effect.change() > 0;
        return String.format(
                Locale.ROOT,
                "%s %.2f points (%.2f to %.2f) %s %s than",
                verb,
                100 * Math.abs(effect.change()),
                100 * (worse ? effect.low() : -effect.high()),
                100 * (worse ? effect.high() : -effect.low()),
                worse ? "more" : "less",
                what);
    }

    /** Not even a trace of doubt: counts that are the same in every unit, such as those of threads. */
    private static boolean nothing(Effect effect) {
        return effect.change() == 0 && effect.low() == 0 && effect.high() == 0;
    }

    private static String change(Compared compared, Effect effect) {
        boolean worse = effect.change() >= 0;
        double sign = worse ? 1 : -1;
        double near = sign * (worse ? effect.low() : effect.high());
        double far = sign * (worse ? effect.high() : effect.low());
        String amount = String.format(
                Locale.ROOT, "%.1f %% (%.1f to %.1f)", 100 * Math.abs(effect.change()), 100 * near, 100 * far);
        String more = worse ? "more" : "less";
        String slower = worse ? "slower" : "faster";
        return switch (compared.metric()) {
            case ALLOCATED -> "allocates " + amount + " " + more + " per request";
            case APPLICATION_CPU -> "needs " + amount + " " + more + " CPU per request";
            case P50 -> "is " + amount + " " + slower + " at the median" + compared.ofRequest();
            case P95, P99 -> "is " + amount + " " + slower + " at " + compared;
            case LIVE_HEAP -> "keeps " + amount + " " + more + " heap alive";
            case RSS -> "holds " + amount + " " + more + " memory";
            case GC_PAUSE -> "spends " + amount + " " + more + " time in collections per request";
            case GC_CPU -> "spends " + amount + " " + more + " CPU on collecting";
            case JIT_CPU -> "spends " + amount + " " + more + " CPU on compiling";
            case STARTUP -> "starts " + amount + " " + slower;
            case CEILING -> "answers " + amount + " " + (worse ? "less" : "more") + " at its ceiling";
            case THREADS_LIVE -> "runs " + amount + " " + (worse ? "more" : "fewer") + " threads";
            default -> "has " + amount + " " + more + " " + compared;
        };
    }

    /** {@code p99 of virtual / webflux on io, 500 req/s: at most 1; it is 0.93 (0.88 to 0.97) over 3 rounds}. */
    public static String of(RelationVerdict verdict) {
        if (!verdict.reason().isEmpty()) {
            return claimed(verdict.relation()) + "; " + verdict.reason();
        }
        return claimed(verdict.relation()) + "; it is " + Numbers.PLAIN.write(verdict.value())
                + unit(verdict.relation()) + " (" + Numbers.PLAIN.interval(verdict.low(), verdict.high()) + ") over "
                + Counted.of(verdict.rounds(), "round");
    }

    /** {@code p99 of virtual / webflux on io, 500 req/s: at most 1}. */
    public static String claimed(Relation relation) {
        String what = relation.metric() + " of " + relation.of()
                + relation.over().map(over -> " / " + over).orElse("") + " on " + relation.workload() + ", "
                + relation.load().displayName() + ": ";
        String high = Double.isInfinite(relation.high()) ? "" : Numbers.PLAIN.write(relation.high());
        String low = Numbers.PLAIN.write(relation.low());
        if (high.isEmpty()) {
            return what + "at least " + low + unit(relation);
        }
        return what + (relation.low() == 0 ? "at most " : low + " to ") + high + unit(relation);
    }

    /** {@code " ms"}; empty for a ratio. */
    public static String unit(Relation relation) {
        return relation.over().isPresent() ? "" : " " + relation.metric().unit().symbol();
    }
}
