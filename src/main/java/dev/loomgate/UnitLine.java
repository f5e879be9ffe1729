package dev.loomgate;

import dev.loomgate.experiment.Answers;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.Side;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import java.util.Locale;
import java.util.stream.Collectors;

/** A unit in one line of progress: how the candidate did against the baseline. */
final class UnitLine {
    private UnitLine() {}

    static String of(UnitEffect effect) {
        String changes = Compared.OF_SLICES.stream()
                .map(metric -> metric + " " + change(effect, metric))
                .collect(Collectors.joining(", "));
        Answers candidate = effect.answers(Side.CANDIDATE);
        Answers baseline = effect.answers(Side.BASELINE);
        return changes
                + counted("failed", candidate.failed(), candidate.sent(), baseline.failed(), baseline.sent())
                + counted("wrong", candidate.wrong(), candidate.sent(), baseline.wrong(), baseline.sent());
    }

    /** Only what is worth a word. */
    private static String counted(String what, long candidate, long ofCandidate, long baseline, long ofBaseline) {
        return candidate + baseline == 0
                ? ""
                : ", " + what + " " + candidate + " of " + ofCandidate + " against " + baseline + " of " + ofBaseline;
    }

    private static String change(UnitEffect effect, Metric metric) {
        return switch (effect.shift(metric)) {
            case LogRatio.Known known -> String.format(Locale.ROOT, "%+.1f %%", 100 * Math.expm1(known.log()));
            case LogRatio.Disturbed disturbed -> "disturbed";
            case LogRatio.Missing missing -> "n/a";
        };
    }
}
