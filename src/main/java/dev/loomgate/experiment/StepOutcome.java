package dev.loomgate.experiment;

import dev.loomgate.experiment.RateSteps.Outcome;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.plan.Ramp;
import dev.loomgate.plan.Search;
import java.util.Locale;

/**
 * Whether a server has held a rate.
 *
 * @param why not, in words; empty when it has
 */
record StepOutcome(Outcome outcome, String why) {
    private static final StepOutcome HELD = new StepOutcome(Outcome.HELD, "");

    /** Only a step without a single failed request counts (LUND 3.5.1). */
    static StepOutcome of(Ramp ramp, int requestsPerSecond, IterationLoad load) {
        double share = PhaseTime.goodPerSecond(load) / requestsPerSecond;
        if (share < ramp.share()) {
            return new StepOutcome(Outcome.COLLAPSED, answered(share));
        }
        long bad = load.failed() + load.wrongBodies();
        return bad == 0 ? HELD : new StepOutcome(Outcome.FAILED, failed(bad, load));
    }

    static StepOutcome of(Search search, int requestsPerSecond, IterationLoad load) {
        double share = PhaseTime.goodPerSecond(load) / requestsPerSecond;
        long bad = load.failed() + load.wrongBodies();
        if (bad > search.level().errors() * load.started()) {
            return new StepOutcome(Outcome.FAILED, failed(bad, load));
        }
        if (share < search.level().share()) {
            return new StepOutcome(Outcome.FAILED, answered(share));
        }
        double p99 = load.latency().getValueAtPercentile(99) / 1e6;
        return search.level()
                .p99()
                .filter(limit -> p99 > PhaseTime.seconds(limit) * 1e3)
                .map(limit -> new StepOutcome(
                        Outcome.FAILED,
                        String.format(Locale.ROOT, "p99 was %.1f ms, promised are %d ms", p99, limit.toMillis())))
                .orElse(HELD);
    }

    /** The same of a server that has died, which never holds. What it answered still tells by how much it failed. */
    StepOutcome died(String reason) {
        return new StepOutcome(
                outcome == Outcome.COLLAPSED ? Outcome.COLLAPSED : Outcome.FAILED, "the server died: " + reason);
    }

    private static String answered(double share) {
        return String.format(Locale.ROOT, "it answered %.0f %% of the rate", 100 * share);
    }

    private static String failed(long bad, IterationLoad load) {
        return bad + " of " + load.started() + " requests failed";
    }
}
