package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Whether a duel began before its servers were warm. How much an arm compiles is a result of that arm, so none of its
 * windows is left out for it; a note tells the reader why a unit stands out.
 */
final class StillCompiling {
    private StillCompiling() {}

    /**
     * What to say of an arm whose JIT was busy in the first half of the windows.
     *
     * @param limit a share of the time of the server's CPUs
     */
    static List<String> notes(PairedCell cell, List<Slice> slices, double limit) {
        int last = slices.isEmpty() ? 0 : slices.getLast().number();
        return Stream.of(Side.values())
                .flatMap(side -> {
                    double share = slices.stream()
                                    .filter(slice ->
                                            slice.side() == side && slice.settled() && 2 * slice.number() <= last)
                                    .flatMapToDouble(StillCompiling::jitLoad)
                                    .average()
                                    .orElse(0)
                            / 100;
                    return share > limit
                            ? Stream.of(note(cell.arm(side).label(), share, limit))
                            : Stream.<String>empty();
                })
                .toList();
    }

    /** What the JIT used of the time of its CPUs; 0 where that is not known. */
    static double share(Slice slice) {
        return jitLoad(slice).sum() / 100;
    }

    private static DoubleStream jitLoad(Slice slice) {
        return slice.readings().get(Metric.JIT_LOAD) instanceof Reading.Measured load
                ? DoubleStream.of(load.value())
                : DoubleStream.empty();
    }

    private static String note(String arm, double share, double limit) {
        return String.format(
                Locale.ROOT,
                "%s: its JIT used %.0f %% of the time of its CPUs in the first half of the windows, more than %.0f %%: it may"
                        + " not have been warm, and cost what a server costs that warms up; if such units stand out, raise the floor of"
                        + " the warm-up below 'duels'",
                arm,
                100 * share,
                100 * limit);
    }
}
