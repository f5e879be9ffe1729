package dev.loomgate.experiment;

import dev.loomgate.experiment.CapacityResult.End;
import dev.loomgate.experiment.RateSteps.Outcome;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Ramp;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Stepped;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One ramp, or one search: which rate comes next, and where it ends, when some of its steps were disturbed. */
final class StepSequence {
    private final RateSteps steps;
    private final int remeasure;
    private final Map<Integer, Untold> untold = new HashMap<>();
    private final Map<Integer, Integer> unfit = new HashMap<>();
    private @Nullable CapacityResult end;

    /** Why a rate has shown nothing, and how it ends when that stays so. */
    private record Untold(String why, End end) {}

    /** @param remeasure how often a step is tried again whose outcome the machine may have made */
    StepSequence(Stepped load, int remeasure) {
        this.steps = switch (load) {
            case Ramp ramp -> new RampSteps(ramp);
            case Search search -> new CapacitySearch(search);
        };
        this.remeasure = remeasure;
    }

    /** In req/s; empty when it is done. */
    OptionalInt next() {
        return steps.next();
    }

    /** At most these rates follow, as far as can be seen. */
    List<Integer> ahead() {
        return steps.ahead();
    }

    /** The last one was of no further use. */
    void neededAnotherServer() {
        if (steps instanceof CapacitySearch search) {
            search.neededAnotherServer();
        }
    }

    /** Where it ended; empty as long as it goes on. */
    Optional<CapacityResult> end() {
        return Optional.ofNullable(end);
    }

    /**
     * A server that was disturbed and held all the same would have held without. What it failed is tried again: by a
     * ramp at once, by a search when it turns out to be the end.
     */
    void took(Iteration iteration, Outcome outcome) {
        int rate = iteration.step().orElseThrow().requestsPerSecond();
        if (outcome != Outcome.HELD) {
            answered(rate, iteration.readings().get(Metric.THROUGHPUT));
        }
        if (iteration.valid() || outcome == Outcome.HELD) {
            unfit.remove(rate);
            steps.took(rate, outcome);
            endIfDone();
        } else {
            disturbed(rate, iteration.invalid());
        }
    }

    private void answered(int rate, @Nullable Reading throughput) {
        if (steps instanceof CapacitySearch search && throughput instanceof Reading.Measured measured) {
            search.answered(rate, measured.value());
        }
    }

    private void disturbed(int rate, List<Invalidity> reasons) {
        String why = "at " + rate + " req/s nothing could be told: "
                + reasons.getFirst().sentence();
        End by = Invalidity.isDisturbance(reasons) ? End.DISTURBED : End.UNKNOWN;
        boolean inVain = unfit.merge(rate, 1, Integer::sum) > remeasure;
        untold.put(rate, new Untold(why, by));
        if (steps instanceof CapacitySearch search) {
            lookBelow(search, rate, inVain);
        } else if (inVain) {
            end = endedBy(by, why);
        }
    }

    /**
     * A ramp can't go on from here. Most servers that are searched end before the generator does, and then this rate is
     * forgotten.
     */
    private void lookBelow(CapacitySearch search, int rate, boolean inVain) {
        if (inVain) {
            search.giveUp(rate);
        } else {
            search.doubt(rate);
        }
        endIfDone();
    }

    private void endIfDone() {
        if (steps.next().isEmpty()) {
            end(steps.ending());
        }
    }

    /** Before it is done: what it has narrowed down is the answer. */
    void stop(String why) {
        OptionalInt failed = steps.surelyFailed();
        end(why + ": it held " + (steps.held() == 0 ? "nothing" : steps.held() + " req/s")
                + (failed.isPresent() ? " and failed " + failed.getAsInt() : ""));
    }

    private void end(String ending) {
        Optional<Untold> gap = untoldAbove();
        if (steps.surelyFailed().isPresent()) {
            end = endedBy(
                    End.SERVER, ending + gap.map(above -> "; " + above.why()).orElse(""));
        } else if (gap.isPresent()) {
            end = endedBy(
                    gap.get().end(),
                    "it held " + steps.held() + " req/s; " + gap.get().why());
        } else {
            end = endedBy(steps.held() > 0 ? End.CEILING : End.UNKNOWN, ending);
        }
    }

    /** Of a rate that failed below the one that surely did. */
    private Optional<Untold> untoldAbove() {
        OptionalInt failed = steps instanceof CapacitySearch search ? search.failed() : OptionalInt.empty();
        return failed.isPresent() && !failed.equals(steps.surelyFailed())
                ? Optional.ofNullable(untold.get(failed.getAsInt()))
                : Optional.empty();
    }

    /** What is known when it ends here. */
    private CapacityResult endedBy(End by, String why) {
        return new CapacityResult(steps.held(), steps.surelyFailed(), by, why);
    }
}
