package dev.loomgate.verdict;

import static dev.loomgate.plan.Limit.Comparison.AT_LEAST;
import static dev.loomgate.plan.Limit.Comparison.AT_MOST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Limit.Comparison;
import dev.loomgate.summary.Estimate.Estimated;
import dev.loomgate.verdict.Range.Position;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RangeTest {
    @ParameterizedTest
    @CsvSource({
        // estimate, bound, comparison, position: inside, outside, straddling, touching
        "90, 99, 100, 100, AT_MOST, WITHIN",
        "101, 110, 100, 100, AT_MOST, BEYOND",
        "90, 110, 100, 100, AT_MOST, UNDECIDED",
        "90, 100, 100, 100, AT_MOST, WITHIN",
        "100, 110, 100, 100, AT_MOST, UNDECIDED",
        "101, 110, 100, 100, AT_LEAST, WITHIN",
        "90, 99, 100, 100, AT_LEAST, BEYOND",
        "90, 110, 100, 100, AT_LEAST, UNDECIDED",
        "100, 110, 100, 100, AT_LEAST, WITHIN",
        "90, 100, 100, 100, AT_LEAST, UNDECIDED",
        "100, 100, 100, 100, AT_MOST, WITHIN",
        "100, 100, 100, 100, AT_LEAST, WITHIN",
        // a measured bound decides only where no two points disagree
        "80, 90, 90, 110, AT_MOST, WITHIN",
        "80, 95, 90, 110, AT_MOST, UNDECIDED",
        "105, 109, 90, 110, AT_MOST, UNDECIDED",
        "111, 120, 90, 110, AT_MOST, BEYOND",
        "110, 120, 90, 110, AT_LEAST, WITHIN",
        "100, 120, 90, 110, AT_LEAST, UNDECIDED",
        "80, 89, 90, 110, AT_LEAST, BEYOND",
        // an unknown spread decides nothing
        "0, Infinity, 100, 100, AT_MOST, UNDECIDED",
        "0, Infinity, 100, 100, AT_LEAST, UNDECIDED",
        "90, 110, 0, Infinity, AT_MOST, UNDECIDED",
        "90, 110, 0, Infinity, AT_LEAST, UNDECIDED",
        "0, Infinity, 0, Infinity, AT_MOST, UNDECIDED",
        "0, Infinity, 0, Infinity, AT_LEAST, UNDECIDED",
        // a limit of zero is exact
        "0, 0, 0, 0, AT_MOST, WITHIN",
        "1e-9, 1e-9, 0, 0, AT_MOST, BEYOND"
    })
    void positionFollowsFromTheTwoIntervals(
            double low, double high, double boundLow, double boundHigh, Comparison comparison, Position expected) {
        assertThat(new Range(boundLow, boundHigh).of(estimate(low, high), comparison))
                .isEqualTo(expected);
    }

    @Test
    void equalityPassesInBinaryToo() {
        double sevenPercent = 0.07 * 100;
        assertThat(sevenPercent).isNotEqualTo(7);

        assertThat(Range.exactly(sevenPercent).of(estimate(7, 7), AT_LEAST)).isEqualTo(Position.WITHIN);
        assertThat(Range.exactly(7).of(estimate(sevenPercent, sevenPercent), AT_MOST))
                .isEqualTo(Position.WITHIN);
    }

    @ParameterizedTest
    @EnumSource(Comparison.class)
    void aWorseEstimateNeverGetsABetterPosition(Comparison comparison) {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            double low = random.nextInt(200);
            double high = low + random.nextInt(50);
            Range bound = new Range(80 + random.nextInt(20), 100 + random.nextInt(20));
            double worsening = random.nextInt(100) * (comparison == AT_MOST ? 1 : -1);

            Position before = bound.of(estimate(low, high), comparison);
            Position after = bound.of(estimate(low + worsening, high + worsening), comparison);

            assertThat(badness(after)).isGreaterThanOrEqualTo(badness(before));
        }
    }

    @ParameterizedTest
    @EnumSource(Comparison.class)
    void aWiderIntervalNeverDecidesWhatANarrowerOneDidNot(Comparison comparison) {
        Random random = new Random(8);
        for (int i = 0; i < 10_000; i++) {
            double low = random.nextInt(200);
            double high = low + random.nextInt(50);
            Range bound = new Range(80 + random.nextInt(20), 100 + random.nextInt(20));

            Position narrow = bound.of(estimate(low, high), comparison);
            Position wide = bound.of(estimate(low - random.nextInt(30), high + random.nextInt(30)), comparison);

            assertThat(wide).isIn(narrow, Position.UNDECIDED);
        }
    }

    @Test
    void theDecisiveEndIsTheOneTheIntervalWasHeldAgainst() {
        Range range = new Range(90, 110);

        assertThat(range.decisive(Position.WITHIN, AT_MOST)).isEqualTo(90);
        assertThat(range.decisive(Position.BEYOND, AT_MOST)).isEqualTo(110);
        assertThat(range.decisive(Position.WITHIN, AT_LEAST)).isEqualTo(110);
        assertThat(range.decisive(Position.BEYOND, AT_LEAST)).isEqualTo(90);
    }

    private static int badness(Position position) {
        return switch (position) {
            case WITHIN -> 0;
            case UNDECIDED -> 1;
            case BEYOND -> 2;
        };
    }

    private static Estimated estimate(double low, double high) {
        return new Estimated(Metric.P50, low, low, high, List.of());
    }
}
