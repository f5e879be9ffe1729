package dev.loomgate.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.metric.Direction;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A limit out of the values of five boots, worked out by hand. */
class LimitRuleTest {
    /**
     * The scatter is 1.4826 times the median distance from the median. 8, 9, 10, 11, 12: distances 2, 1, 0, 1, 2, in
     * the middle 1; limit 10 + 3 × 1.4826 = 14.4. Where it is below 5 % of the median, that counts: 100 × 1.15.
     */
    @ParameterizedTest
    @CsvSource({
        "8 9 10 11 12,            10,   1.4826, 15",
        "12 8 11 10 9,            10,   1.4826, 15",
        "100 100 100 100 100,     100,  0,      120",
        "100 101 100 99 100,      100,  0,      120",
        "20 20 20 20 20,          20,   0,      23",
        "0.2 0.2 0.2 0.2 0.2,     0.2,  0,      0.23",
        "2000 2000 2000 2000 2000, 2000, 0,     2300",
        "0 0 0 0 0,               0,    0,      0",
    })
    void isTheMedianAndThreeTimesTheScatterRoundedUp(String values, double median, double scatter, double bound) {
        LimitRule rule = LimitRule.of(doubles(values), Direction.LOWER_IS_BETTER);

        assertThat(rule.median()).isEqualTo(median);
        assertThat(rule.scatter()).isCloseTo(scatter, within(1e-9));
        assertThat(rule.bound()).isEqualByComparingTo(String.valueOf(bound));
    }

    /** Distances 0, 0, 0, 1 and 90: in the middle 0. The limit is not tighter than what was seen to happen. */
    @Test
    void oneBadBootDoesNotWidenTheScatterButIsWithinTheLimit() {
        LimitRule rule = LimitRule.of(doubles("10 10 10 11 100"), Direction.LOWER_IS_BETTER);

        assertThat(rule.median()).isEqualTo(10);
        assertThat(rule.scatter()).isZero();
        assertThat(rule.bound()).isEqualByComparingTo("100");
    }

    /** Of throughput: 100 − 15 = 85; 100 − 3 × 1.4826 × 10 = 55.5, rounded down. */
    @ParameterizedTest
    @CsvSource({"100 100 100 100 100, 85", "80 90 100 110 120, 55", "10 100 100 100 100, 10"})
    void isBelowTheMedianWhereMoreIsBetter(String values, String bound) {
        assertThat(LimitRule.of(doubles(values), Direction.HIGHER_IS_BETTER).bound())
                .isEqualByComparingTo(bound);
    }

    /** 10 − 3 × 1.4826 × 9 is below zero: any throughput would hold it. */
    @Test
    void isNoneWhereTheScatterLeavesNothing() {
        assertThat(LimitRule.of(doubles("1 1 10 100 100"), Direction.HIGHER_IS_BETTER)
                        .limits())
                .isFalse();
        assertThat(LimitRule.of(doubles("0 0 0 0 0"), Direction.LOWER_IS_BETTER).limits())
                .isFalse();
        assertThat(LimitRule.of(doubles("5 5 5 5 5"), Direction.LOWER_IS_BETTER).limits())
                .isTrue();
    }

    /** 0.4 × 1.15 is 0.46, and 0.46000000000000002 to a computer; a limit of 0.47 would be rounded up for nothing. */
    @ParameterizedTest
    @CsvSource({"0.2, 0.23", "0.4, 0.46", "0.8, 0.92", "6, 6.9"})
    void isNotRoundedUpForTheNoiseOfTheLastDigit(double value, String bound) {
        assertThat(LimitRule.of(List.of(value), Direction.LOWER_IS_BETTER).bound())
                .isEqualByComparingTo(bound);
    }

    /**
     * Boots that scatter by 10 %, as normal values around 100. Five know little of their own scatter, so that a limit
     * may be tight by chance; a sixth boot of the same kind holds it in more than 19 of 20 all the same.
     */
    @Test
    void aNextBootOfTheSameKindHoldsIt() {
        Random random = new Random(7);
        int draws = 20_000;
        long held = IntStream.range(0, draws)
                .filter(draw -> {
                    List<Double> boots = DoubleStream.generate(() -> 100 + 10 * random.nextGaussian())
                            .limit(5)
                            .boxed()
                            .toList();
                    double next = 100 + 10 * random.nextGaussian();
                    return next
                            <= LimitRule.of(boots, Direction.LOWER_IS_BETTER)
                                    .bound()
                                    .doubleValue();
                })
                .count();

        assertThat(held / (double) draws).isGreaterThan(0.95);
    }

    private static List<Double> doubles(String text) {
        return List.of(text.strip().split(" +")).stream().map(Double::valueOf).toList();
    }
}
