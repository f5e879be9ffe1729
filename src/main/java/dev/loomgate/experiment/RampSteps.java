package dev.loomgate.experiment;

import dev.loomgate.plan.Ramp;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** One way up a ramp. */
final class RampSteps implements RateSteps {
    private final Ramp ramp;
    private final NavigableSet<Integer> failed = new TreeSet<>();
    private int held;
    private int next;
    private int failedInARow;
    private String ending = "";

    RampSteps(Ramp ramp) {
        this.ramp = ramp;
        this.next = ramp.start();
    }

    @Override
    public OptionalInt next() {
        return ending.isEmpty() ? OptionalInt.of(next) : OptionalInt.empty();
    }

    @Override
    public void took(int requestsPerSecond, Outcome outcome) {
        if (outcome == Outcome.HELD) {
            held = Math.max(held, requestsPerSecond);
            failedInARow = 0;
        } else {
            failed.add(requestsPerSecond);
            failedInARow++;
        }
        next = requestsPerSecond + ramp.step();
        if (outcome == Outcome.COLLAPSED) {
            ending = "at " + requestsPerSecond + " req/s it answered less than " + Math.round(100 * ramp.share())
                    + " % of them";
        } else if (failedInARow >= ramp.failed()) {
            ending = ramp.failed() + " steps in a row failed, the last one at " + requestsPerSecond + " req/s";
        } else if (next > ramp.ceiling()) {
            ending = "it reached its ceiling of " + ramp.ceiling() + " req/s"
                    + (failedInARow == 0 ? " and held it: only a higher ceiling would show where it ends" : "");
        }
    }

    @Override
    public int held() {
        return held;
    }

    @Override
    public OptionalInt surelyFailed() {
        return failed.tailSet(held, false).stream().mapToInt(rate -> rate).findFirst();
    }

    @Override
    public List<Integer> ahead() {
        return IntStream.iterate(next, rate -> rate <= ramp.ceiling(), rate -> rate + ramp.step())
                .boxed()
                .toList();
    }

    @Override
    public String ending() {
        return ending;
    }
}
