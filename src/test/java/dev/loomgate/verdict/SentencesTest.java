package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentencesTest {
    private static final DuelPlan PLAN = DuelPlans.plan(
            List.of(DuelPlans.cell("virtual", "compute")),
            Map.of(Metric.APPLICATION_CPU, new Tolerance(0.005, 0.03)),
            20,
            0.01);

    @Test
    void saysHowMuchMoreWithItsInterval() {
        assertThat(sentence(Metric.APPLICATION_CPU, 0.031, 0.022, 0.040))
                .isEqualTo("jdk25 needs 3.1 % (2.2 to 4.0) more CPU per request than jdk21 on virtual/compute");
    }

    /** A change of -3 %, between -4 and -2 %, is 3 % less, between 2 and 4 % less. */
    @Test
    void turnsAnImprovementRound() {
        assertThat(sentence(Metric.P50, -0.03, -0.04, -0.02))
                .isEqualTo("jdk25 is 3.0 % (2.0 to 4.0) faster at the median than jdk21 on virtual/compute");
    }

    @Test
    void showsThatItMightBeNothing() {
        assertThat(sentence(Metric.P99, 0.05, -0.10, 0.20))
                .isEqualTo("jdk25 is 5.0 % (-10.0 to 20.0) slower at p99 than jdk21 on virtual/compute");
    }

    @Test
    void sharesOfRequestsDifferByPoints() {
        assertThat(sentence(Metric.ERRORS, 0.079, 0.0716, 0.0868))
                .isEqualTo("jdk25 fails 7.90 points (7.16 to 8.68) more of its requests than jdk21 on virtual/compute");
        assertThat(sentence(Metric.WRONG_ANSWERS, -0.01, -0.02, -0.005))
                .isEqualTo(
                        "jdk25 answers 1.00 points (0.50 to 2.00) less of its requests with a wrong body than jdk21 on"
                                + " virtual/compute");
        assertThat(sentence(Metric.ERRORS, 0, -0.01, 0.01))
                .isEqualTo("jdk25 fails the same share of its requests as jdk21 on virtual/compute");
    }

    @Test
    void saysThatNothingDiffers() {
        assertThat(sentence(Metric.THREADS_LIVE, 0, 0, 0))
                .isEqualTo("jdk25 has the same threads-live as jdk21 on virtual/compute");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALLOCATED | allocates 1.0 % (0.5 to 1.5) more per request",
                "P95 | is 1.0 % (0.5 to 1.5) slower at p95",
                "LIVE_HEAP | keeps 1.0 % (0.5 to 1.5) more heap alive",
                "RSS | holds 1.0 % (0.5 to 1.5) more memory",
                "GC_PAUSE | spends 1.0 % (0.5 to 1.5) more time in collections per request",
                "GC_CPU | spends 1.0 % (0.5 to 1.5) more CPU on collecting",
                "JIT_CPU | spends 1.0 % (0.5 to 1.5) more CPU on compiling",
                "STARTUP | starts 1.0 % (0.5 to 1.5) slower",
                "CEILING | answers 1.0 % (0.5 to 1.5) less at its ceiling",
                "THREADS_LIVE | runs 1.0 % (0.5 to 1.5) more threads"
            })
    void hasAVerbForEveryMetric(Metric metric, String words) {
        assertThat(sentence(metric, 0.01, 0.005, 0.015)).isEqualTo("jdk25 " + words + " than jdk21 on virtual/compute");
    }

    @Test
    void tellsAChangeInTheUnitOfItsMetricToo() {
        ComparisonVerdict worse = new ComparisonVerdict(
                "virtual/json",
                Compared.of(Metric.APPLICATION_CPU),
                false,
                Outcome.CLEAR,
                Optional.of(new Effect(5, 0.031, 0.022, 0.04, OptionalDouble.of(105))),
                1,
                0.001,
                "");

        assertThat(Sentences.of(PLAN, worse)).endsWith("than jdk21 on virtual/json: 3.3 on 105 us/req");
    }

    @Test
    void givesTheReasonWhereThereIsNoEffect() {
        ComparisonVerdict none = new ComparisonVerdict(
                "virtual/compute",
                Compared.of(Metric.RSS),
                false,
                Outcome.INCONCLUSIVE,
                Optional.empty(),
                0,
                0,
                "could not be had");

        assertThat(Sentences.of(PLAN, none)).isEqualTo("rss, jdk25 against jdk21 on virtual/compute: could not be had");
    }

    private static String sentence(Metric metric, double change, double low, double high) {
        return Sentences.of(
                PLAN,
                new ComparisonVerdict(
                        "virtual/compute",
                        Compared.of(metric),
                        false,
                        Outcome.CLEAR,
                        Optional.of(new Effect(5, change, low, high, OptionalDouble.empty())),
                        1,
                        0.001,
                        ""));
    }
}
