package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.report.DuelView.Track;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.Effect;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Draws changes as places on a line. All lines of a block end at the same change, so that they can be compared by eye.
 */
final class DuelTracks {
    private static final double MIDDLE = 50;
    /** A change that is further out than this tells by its number, not by its place. */
    private static final double FURTHEST = 0.5;

    private final double end;
    private final Map<Metric, Tolerance> tolerances;

    private DuelTracks(double end, Map<Metric, Tolerance> tolerances) {
        this.end = end;
        this.tolerances = tolerances;
    }

    /** Wide enough for every interval and for what must be caught of the gated metrics, up to a half. */
    static DuelTracks of(Collection<ComparisonVerdict> verdicts, Map<Metric, Tolerance> tolerances) {
        double widest = verdicts.stream()
                .filter(DuelTracks::isRatio)
                .mapToDouble(verdict -> Math.max(
                        verdict.effect().map(DuelTracks::reach).orElse(0.0),
                        asked(verdict, tolerances).map(Tolerance::caught).orElse(0.0)))
                .max()
                .orElse(0);
        return new DuelTracks(Math.min(FURTHEST, widest) * 1.1, tolerances);
    }

    /** Points are no percent of a baseline: they have no place on the same line. */
    private static boolean isRatio(ComparisonVerdict verdict) {
        return !verdict.compared().isCount();
    }

    private static double reach(Effect effect) {
        return Math.max(Math.abs(effect.low()), Math.abs(effect.high()));
    }

    /** {@code -11.0 % to +11.0 %}. */
    String scale() {
        return String.format(Locale.ROOT, "%+.1f %% to %+.1f %%", -100 * end, 100 * end);
    }

    List<Track> of(ComparisonVerdict verdict) {
        return verdict.effect().filter(effect -> end > 0 && isRatio(verdict)).stream()
                .map(effect -> track(effect, asked(verdict, tolerances)))
                .toList();
    }

    private static Optional<Tolerance> asked(ComparisonVerdict verdict, Map<Metric, Tolerance> tolerances) {
        return Optional.ofNullable(tolerances.get(verdict.compared().metric()));
    }

    private Track track(Effect effect, Optional<Tolerance> tolerance) {
        double low = place(effect.low());
        return new Track(
                text(low),
                text(place(effect.high()) - low),
                text(place(effect.change())),
                tolerance.map(limit -> text(place(limit.tolerate()))).orElse(""),
                tolerance.map(limit -> text(place(limit.caught()))).orElse(""));
    }

    /** Ends at the end of the line. */
    private double place(double change) {
        return MIDDLE + MIDDLE * Math.clamp(change / end, -1, 1);
    }

    private static String text(double place) {
        return String.format(Locale.ROOT, "%.2f", place);
    }
}
