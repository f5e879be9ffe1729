package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.Numbers;
import java.time.Duration;
import java.util.Locale;

/** How quantities look that are held against no limit. */
public final class Figures {
    private Figures() {}

    public static String number(double value) {
        return Numbers.PLAIN.write(value);
    }

    public static String number(double value, Unit unit) {
        return Double.isFinite(value) ? number(value) + " " + unit.symbol() : number(value);
    }

    /** What a cell shows, with as many digits as its limits need; {@code n/a} when that is unknown. */
    public static String value(CellVerdict cell, Metric metric) {
        return switch (cell.summary().estimate(metric)) {
            case Estimate.Estimated estimated ->
                Numbers.telling(estimated, cell.verdicts(metric)).write(estimated.value());
            case Estimate.Missing ignored -> "n/a";
        };
    }

    /** {@code 12 min 4 s}, {@code 31.5 s}, {@code 250 ms}. */
    public static String duration(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return number(duration.toNanos() / 1e6) + " ms";
        }
        if (duration.compareTo(Duration.ofMinutes(1)) < 0) {
            return number(Math.floor(duration.toNanos() / 1e8) / 10) + " s";
        }
        return duration.compareTo(Duration.ofHours(1)) < 0
                ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
                : duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }

    /** {@code 12 min 04 s, 58 %}. */
    public static String timeAndLoad(Duration wallTime, Duration loadTime) {
        return String.format(
                Locale.ROOT,
                "%d min %02d s, %.0f %%",
                wallTime.toMinutes(),
                wallTime.toSecondsPart(),
                100.0 * loadTime.toMillis() / Math.max(1, wallTime.toMillis()));
    }

    /** {@code 58 %}, or {@code n/a} as long as there is no whole. */
    public static String share(Duration part, Duration whole) {
        return whole.isPositive() ? Math.round(100.0 * part.toNanos() / whole.toNanos()) + " %" : "n/a";
    }
}
