package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelPlan;
import java.util.Locale;

/** Says what a comparison found so that somebody who has never seen a percentile understands it. */
public final class Sentences {
    private Sentences() {}

    /**
     * {@code jdk25 needs 3.1 % (2.2 to 4.0) more CPU per request than jdk21 on virtual/compute}; the numbers in brackets are the 95 % interval of the change, and
     * negative where it reaches to the other side.
     */
    public static String of(DuelPlan plan, ComparisonVerdict verdict) {
        String baseline = plan.cells().getFirst().baseline().label();
        String candidate = plan.cells().getFirst().candidate().label();
        return verdict.effect()
                .map(effect -> (nothing(effect)
                                ? candidate + " has the same " + verdict.metric() + " as "
                                : candidate + " " + change(verdict.metric(), effect) + " than ")
                        + baseline + " on " + verdict.subject())
                .orElseGet(() -> verdict.metric() + " of " + candidate + " against " + baseline + " on "
                        + verdict.subject() + ": " + verdict.reason());
    }

    /** Not even a trace of doubt: counts that are the same in every unit, such as those of threads. */
    private static boolean nothing(Effect effect) {
        return effect.change() == 0 && effect.low() == 0 && effect.high() == 0;
    }

    private static String change(Metric metric, Effect effect) {
        boolean worse = effect.change() >= 0;
        double sign = worse ? 1 : -1;
        double near = sign * (worse ? effect.low() : effect.high());
        double far = sign * (worse ? effect.high() : effect.low());
        String amount = String.format(
                Locale.ROOT, "%.1f %% (%.1f to %.1f)", 100 * Math.abs(effect.change()), 100 * near, 100 * far);
        String more = worse ? "more" : "less";
        String slower = worse ? "slower" : "faster";
        return switch (metric) {
            case ALLOCATED -> "allocates " + amount + " " + more + " per request";
            case APPLICATION_CPU -> "needs " + amount + " " + more + " CPU per request";
            case P50 -> "is " + amount + " " + slower + " at the median";
            case P95, P99 -> "is " + amount + " " + slower + " at " + metric;
            case LIVE_HEAP -> "keeps " + amount + " " + more + " heap alive";
            case RSS -> "holds " + amount + " " + more + " memory";
            case GC_PAUSE -> "spends " + amount + " " + more + " time in collections per request";
            case JIT_CPU -> "spends " + amount + " " + more + " CPU on compiling";
            case STARTUP -> "starts " + amount + " " + slower;
            case TIME_TO_WARM -> "is " + amount + " " + slower + " at the work of the warm-up";
            case THREADS_LIVE -> "runs " + amount + " " + (worse ? "more" : "fewer") + " threads";
            default -> "has " + amount + " " + more + " " + metric;
        };
    }
}
