package dev.loomgate.report;

import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Limit;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.Verdict;

/** A verdict as a sentence with measured value, interval and limit: the same words on the page and on the console. */
final class VerdictWords {
    private VerdictWords() {}

    /** {@code p99 is 131.4 ms (95 % interval 128 to 134.9 ms), the limit is <= 115 ms (thresholds.yml:14)}. */
    static String of(Verdict verdict) {
        Limit limit = verdict.limit();
        return switch (verdict) {
            case Verdict.Passed passed -> measured(passed.estimate()) + ", within " + limit(limit, passed.bound());
            case Verdict.Failed failed ->
                measured(failed.estimate()) + ", the limit is " + limit(limit, failed.bound());
            case Verdict.Inconclusive undecided -> inconclusive(limit, undecided);
            case Verdict.NotApplicable foreign ->
                limit.metric() + " " + limit.expression() + limit.origin() + " is " + foreign.reason();
            case Verdict.Invalid invalid ->
                limit.metric() + " was not judged against " + limit.expression() + limit.origin() + ": "
                        + invalid.reason();
        };
    }

    private static String inconclusive(Limit limit, Verdict.Inconclusive verdict) {
        String known = verdict.estimate() instanceof Estimate.Estimated estimated
                ? measured(estimated)
                : limit.metric() + " could not be had";
        return known + ", the limit is " + limit.expression() + limit.origin() + ": " + verdict.reason();
    }

    private static String measured(Estimate.Estimated estimate) {
        Unit unit = estimate.metric().unit();
        return estimate.metric() + " is " + Figures.number(estimate.value(), unit) + " (95 % interval "
                + Figures.interval(estimate.low(), estimate.high(), unit) + ")";
    }

    /** The limit as written and, where it is not a number by itself, the number it came to. */
    private static String limit(Limit limit, double bound) {
        String number = limit.bound() instanceof Bound.Absolute
                ? ""
                : " = " + Figures.number(bound, limit.metric().unit());
        return limit.expression() + number + limit.origin();
    }
}
