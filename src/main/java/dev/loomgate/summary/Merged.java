package dev.loomgate.summary;

import dev.loomgate.experiment.Iteration;
import dev.loomgate.load.IterationLoad;
import java.util.List;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** Percentiles of iterations can't be averaged: those of all requests are read from the histogram of all requests. */
public final class Merged {
    private Merged() {}

    /**
     * A histogram of its own that holds what those of the iterations hold.
     *
     * @param iterations at least one
     * @param part which of their histograms
     */
    public static Histogram of(List<Iteration> iterations, Function<IterationLoad, Histogram> part) {
        Histogram all = part.apply(iterations.getFirst().load()).copy();
        all.setAutoResize(true);
        iterations.stream().skip(1).map(Iteration::load).map(part).forEach(all::add);
        return all;
    }
}
