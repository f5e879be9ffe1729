package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.WarmUpRules;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Tells when a server is warm: the JIT compiled for less than a given share of the wall time of each of the last
 * cycles, after the floor and at the latest at the cap.
 */
final class WarmUpProgress {
    private final WarmUpRules rules;
    private final int quietCycles;
    private final LongSupplier nanos;
    private final Supplier<Optional<Duration>> compilationTime;
    private Optional<Duration> compiledBefore = Optional.empty();
    private long startNanos;
    private long firstStartNanos;
    private long lastEndNanos;
    private int cycles;
    private double lastShare = Double.NaN;
    private int quietInARow;

    /**
     * @param quietCycles so many in a row have to be quiet: compilers pause, and a large method counts only when it is
     *     done
     * @param nanos the time now
     * @param compilationTime how long the server's JIT has compiled so far; empty when that is not known
     */
    WarmUpProgress(
            WarmUpRules rules, int quietCycles, LongSupplier nanos, Supplier<Optional<Duration>> compilationTime) {
        this.rules = rules;
        this.quietCycles = quietCycles;
        this.nanos = nanos;
        this.compilationTime = compilationTime;
    }

    void starts() {
        startNanos = nanos.getAsLong();
        if (cycles == 0) {
            firstStartNanos = startNanos;
        }
        compiledBefore = compilationTime.get();
    }

    void ended() {
        cycles++;
        lastEndNanos = nanos.getAsLong();
        Optional<Duration> compiled = compilationTime.get();
        lastShare = compiled.isPresent() && compiledBefore.isPresent()
                ? (double) compiled.get().minus(compiledBefore.get()).toNanos() / (lastEndNanos - startNanos)
                : Double.NaN;
        quietInARow = lastShare < rules.quietShare() ? quietInARow + 1 : 0;
    }

    boolean wantsCycle(int cycle) {
        return cycle <= rules.floorCycles() || (cycle <= rules.capCycles() && !quiet());
    }

    /** An unknown share is not quiet: then the cap decides. */
    private boolean quiet() {
        return quietInARow >= quietCycles;
    }

    Reading timeToWarm() {
        return cycles == 0
                ? new Reading.Unavailable(Metric.TIME_TO_WARM, "no warm-up cycle was completed")
                : new Reading.Measured(Metric.TIME_TO_WARM, (lastEndNanos - firstStartNanos) / 1e9);
    }

    /** Says so when the cap came before the JIT was quiet. */
    Optional<String> note() {
        if (cycles == 0 || quiet()) {
            return Optional.empty();
        }
        String share =
                Double.isNaN(lastShare) ? "an unknown share" : String.format(Locale.ROOT, "%.1f %%", lastShare * 100);
        return Optional.of("warm-up stopped at its cap of " + rules.capCycles() + " cycles: the JIT still compiled for "
                + share + " of the last one");
    }
}
