package dev.loomgate.junit;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.Numbers;
import dev.loomgate.verdict.Sentences;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on one cell. They look at intervals, as limits do: one that holds the bound is undecided, and what is
 * undecided is not held.
 */
public final class CellAssert extends AbstractAssert<CellAssert, CellVerdict> {
    CellAssert(CellVerdict cell) {
        super(cell, CellAssert.class);
    }

    /** No request failed, and none was answered with a wrong body. */
    public CellAssert hasNoErrors() {
        return metric(Metric.ERRORS)
                .isAtMost(0, Unit.PERCENT)
                .metric(Metric.WRONG_ANSWERS)
                .isAtMost(0, Unit.PERCENT);
    }

    public Measured p50() {
        return metric(Metric.P50);
    }

    public Measured p95() {
        return metric(Metric.P95);
    }

    public Measured p99() {
        return metric(Metric.P99);
    }

    /** Of the requests with that name in a mix or a simulation. */
    public Measured p50(String request) {
        return metric(Metric.P50, request);
    }

    /** Of the requests with that name in a mix or a simulation. */
    public Measured p95(String request) {
        return metric(Metric.P95, request);
    }

    /** Of the requests with that name in a mix or a simulation. */
    public Measured p99(String request) {
        return metric(Metric.P99, request);
    }

    /** CPU time of application threads per request. */
    public Measured cpu() {
        return metric(Metric.APPLICATION_CPU);
    }

    /** Heap bytes per request. */
    public Measured allocated() {
        return metric(Metric.ALLOCATED);
    }

    /** Any other. */
    public Measured metric(Metric metric) {
        isNotNull();
        return new Measured(metric, Optional.empty());
    }

    /** Any other of the requests with that name. */
    public Measured metric(Metric metric, String request) {
        isNotNull();
        return new Measured(metric, Optional.of(request));
    }

    /** One metric of the cell, or of one of its requests. */
    public final class Measured {
        private final Metric metric;
        private final Optional<String> request;

        /** @param request empty for all together */
        private Measured(Metric metric, Optional<String> request) {
            this.metric = metric;
            this.request = request;
        }

        /** The whole interval is within the bound. */
        public CellAssert isBelow(Duration bound) {
            return isAtMost(bound.toNanos() / 1e6, Unit.MILLISECONDS);
        }

        /** The whole interval is within the bound, which has a unit of the metric's dimension. */
        public CellAssert isAtMost(double bound, Unit unit) {
            return hold(bound, unit, true);
        }

        /** The whole interval is within the bound, which has a unit of the metric's dimension. */
        public CellAssert isAtLeast(double bound, Unit unit) {
            return hold(bound, unit, false);
        }

        private CellAssert hold(double bound, Unit unit, boolean atMost) {
            double limit = unit.convert(bound, metric.unit());
            if (actual.outcome() == Outcome.FAILED || actual.outcome() == Outcome.INVALID) {
                String why = Sentences.of(actual).stream()
                        .map(Sentences.Said::sentence)
                        .collect(Collectors.joining("; "));
                failWithMessage("%s", actual.summary().run().cell() + " is " + actual.outcome() + ": " + why);
            }
            switch (actual.summary().estimate(metric, request)) {
                case Estimate.Missing missing -> failWithMessage("%s", said("is unknown: " + missing.reason()));
                case Estimate.Estimated known -> {
                    boolean held = atMost ? known.high() <= limit : known.low() >= limit;
                    boolean broken = atMost ? known.low() > limit : known.high() < limit;
                    if (!held) {
                        failWithMessage(
                                "%s",
                                said("is " + Numbers.PLAIN.write(known.value()) + " " + metric.unit()
                                        + " (95 % interval "
                                        + Numbers.PLAIN.interval(known.low(), known.high()) + "), "
                                        + (broken ? "and should be " : "undecided whether it is ")
                                        + (atMost ? "at most " : "at least ") + new Quantity(bound, unit)));
                    }
                }
            }
            return CellAssert.this;
        }

        private String said(String what) {
            return actual.summary().run().cell() + ": " + metric
                    + request.map(name -> " of " + name).orElse("") + " " + what;
        }
    }
}
