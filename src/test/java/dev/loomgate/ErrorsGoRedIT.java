package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import dev.loomgate.verdict.DuelVerdict;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real servers that fail a known share of their requests. */
@Tag("untimed")
class ErrorsGoRedIT {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path output;

    /** 0.1 % of the requests fail on the baseline, 8 % on the candidate. */
    @Tag("proof")
    @Test
    void aRateThatRisesIsRedAfterFourUnits() {
        DuelVerdict verdict = duel("steady", "failing");

        assertThat(errors(verdict).outcome()).isEqualTo(Outcome.REGRESSION);
        assertThat(errors(verdict).effect().orElseThrow().units()).isLessThanOrEqualTo(5);
        assertThat(errors(verdict).effect().orElseThrow().change()).isBetween(0.075, 0.083);
        assertThat(verdict.failures(cell(verdict)))
                .anySatisfy(message -> assertThat(message)
                        .startsWith("REGRESSION errors, steady vs failing/scripted: failing fails 7.")
                        .contains("requests failed; steady had", "confirmed on a fresh one"));
    }

    /** 0.1 % fail on both. */
    @Tag("proof")
    @Test
    void theSameRateIsClear() {
        assertThat(errors(duel("steady", "alike")).outcome()).isEqualTo(Outcome.CLEAR);
    }

    /**
     * 5 % of the answers are those of somebody else, for 2 s in every 4. Where the baseline has none, one unit is
     * enough.
     */
    @Test
    void wrongAnswersInBoutsAreRedAndNameTheArm() {
        DuelVerdict verdict = duel("wrong-bodies.yml", "right", "mixing");

        assertThat(of(Metric.WRONG_ANSWERS, verdict).outcome()).isEqualTo(Outcome.REGRESSION);
        assertThat(of(Metric.ERRORS, verdict).outcome()).isNotEqualTo(Outcome.REGRESSION);
        assertThat(verdict.failures(cell(verdict)))
                .anySatisfy(message -> assertThat(message)
                        .startsWith("REGRESSION")
                        .contains(
                                "wrong-answers", "mixing", "answers had a good status and a wrong body; right had 0"));
    }

    private DuelVerdict duel(String baseline, String candidate) {
        return duel("thresholds.yml", baseline, candidate);
    }

    private DuelVerdict duel(String file, String baseline, String candidate) {
        return Loomgate.fromSystemProperties(System.out)
                .withColdGenerator()
                .withLockIn(output)
                .with(Map.of(
                        "loomgate.thresholds",
                        "src/test/resources/errors/" + file,
                        "loomgate.scale",
                        "smoke",
                        "loomgate.launcher",
                        "process",
                        "loomgate.baseline",
                        baseline,
                        "loomgate.candidate",
                        candidate,
                        "loomgate.seed",
                        "7",
                        "loomgate.output",
                        output.resolve(candidate).toString()))
                .duel();
    }

    private static ComparisonVerdict errors(DuelVerdict verdict) {
        return of(Metric.ERRORS, verdict);
    }

    private static ComparisonVerdict of(Metric metric, DuelVerdict verdict) {
        return verdict.comparisons(cell(verdict)).stream()
                .filter(comparison -> comparison.compared().metric() == metric)
                .findFirst()
                .orElseThrow();
    }

    private static PairedCell cell(DuelVerdict verdict) {
        return verdict.plan().cells().getFirst();
    }
}
