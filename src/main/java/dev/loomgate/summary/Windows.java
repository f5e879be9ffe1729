package dev.loomgate.summary;

import dev.loomgate.experiment.Slice;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Side;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which windows of a unit count. One counts for both arms or for none, so that both lose the same and at the same time;
 * and it is left out for what the machine or the generator did, never for what came out of it.
 *
 * @param counted sound windows, each with its two slices, in order
 * @param reasons why others were left out, each once
 */
record Windows(List<List<Slice>> counted, int all, int leftOut, Set<Invalidity> reasons) {
    /**
     * Of three windows two are enough: what is left is as sound as before, only noisier, and the noise is in the units'
     * spread.
     */
    private static final int ONE_OF = 3;

    Windows {
        counted = List.copyOf(counted);
        reasons = Collections.unmodifiableSet(new LinkedHashSet<>(reasons));
    }

    static Windows of(UnitRun run) {
        return of(run.slices());
    }

    /** Of the phases that saturate both arms. */
    static Windows ofSaturated(UnitRun run) {
        return of(run.saturated());
    }

    private static Windows of(List<Slice> slices) {
        List<Slice> settled = slices.stream().filter(Slice::settled).toList();
        int arms = Side.values().length;
        List<List<Slice>> counted = new ArrayList<>();
        Set<Invalidity> reasons = new LinkedHashSet<>();
        int all = settled.size() / arms;
        int leftOut = 0;
        for (int window = 0; window < all; window++) {
            List<Slice> both = settled.subList(window * arms, (window + 1) * arms);
            if (both.stream().allMatch(Slice::valid)) {
                counted.add(both);
            } else {
                leftOut++;
                both.forEach(slice -> reasons.addAll(slice.invalid()));
            }
        }
        return new Windows(counted, all, leftOut, reasons);
    }

    /** Why too little is left to say anything; empty when the unit may count. */
    Optional<Invalidity> complaint() {
        if (all == 0) {
            return Optional.of(Invalidity.instrument("no windows were measured"));
        }
        return ONE_OF * leftOut > all
                ? Optional.of(new Invalidity(
                        Invalidity.kindOf(reasons),
                        leftOut + " of " + all + " windows were not fit: "
                                + reasons.stream()
                                        .map(Invalidity::sentence)
                                        .sorted()
                                        .collect(Collectors.joining("; "))))
                : Optional.empty();
    }
}
