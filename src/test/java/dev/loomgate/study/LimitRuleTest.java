package dev.loomgate.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Direction;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A limit out of the ends of five boots' intervals, worked out by hand. */
class LimitRuleTest {
    /**
     * 8, 9, 10, 11, 12: distances 2, 1, 0, 1, 2, in the middle 1; 10 + 5 × 1.4826 = 17.4, rounded up. Where five times
     * the scatter is below 15 % of the median, that counts: 100 × 1.15.
     */
    @ParameterizedTest
    @CsvSource({
        "8 9 10 11 12,             18",
        "12 8 11 10 9,             18",
        "100 100 100 100 100,      120",
        "99 101 100 98 102,        120",
        "20 20 20 20 20,           23",
        "0.2 0.2 0.2 0.2 0.2,      0.23",
        "2000 2000 2000 2000 2000, 2300",
    })
    void isTheMedianAndFiveTimesTheScatterRoundedUp(String ends, BigDecimal bound) {
        assertThat(lower(ends)).hasValueSatisfying(limit -> assertThat(limit).isEqualByComparingTo(bound));
    }

    /** Distances 0, 0, 0, 1 and 90: in the middle 0. The limit is not tighter than what was seen to happen. */
    @Test
    void oneBadBootDoesNotWidenTheScatterButIsWithinTheLimit() {
        assertThat(lower("10 10 10 11 100"))
                .hasValueSatisfying(limit -> assertThat(limit).isEqualByComparingTo("100"));
    }

    /** Of throughput: 100 − 15 = 85; 100 − 5 × 1.4826 × 10 = 25.87, rounded down. */
    @ParameterizedTest
    @CsvSource({"100 100 100 100 100, 85", "80 90 100 110 120, 25", "10 100 100 100 100, 10"})
    void isBelowTheMedianWhereMoreIsBetter(String ends, BigDecimal bound) {
        assertThat(LimitRule.bound(doubles(ends), Direction.HIGHER_IS_BETTER))
                .hasValueSatisfying(limit -> assertThat(limit).isEqualByComparingTo(bound));
    }

    /** 10 − 5 × 1.4826 × 9 is below zero: any throughput would hold it. */
    @Test
    void isNoneWhereTheScatterLeavesNothing() {
        assertThat(LimitRule.bound(doubles("1 1 10 100 100"), Direction.HIGHER_IS_BETTER))
                .isEmpty();
        assertThat(lower("0 0 0 0 0")).isEmpty();
        assertThat(lower("5 5 5 5 5")).isPresent();
    }

    /** 0.4 × 1.15 is 0.46, and 0.46000000000000002 to a computer; a limit of 0.47 would be rounded up for nothing. */
    @ParameterizedTest
    @CsvSource({"0.2, 0.23", "0.4, 0.46", "0.8, 0.92", "6, 6.9"})
    void isNotRoundedUpForTheNoiseOfTheLastDigit(String end, BigDecimal bound) {
        assertThat(lower(end)).hasValueSatisfying(limit -> assertThat(limit).isEqualByComparingTo(bound));
    }

    /** Normal ends around 100. Five know little of their own scatter; the sixth is within the limit all the same. */
    @ParameterizedTest
    @CsvSource({"5, 0.995", "10, 0.98", "20, 0.96"})
    void aNextBootOfTheSameKindHoldsIt(double scatter, double atLeast) {
        Random random = new Random(7);
        int draws = 20_000;
        long held = IntStream.range(0, draws)
                .filter(draw -> {
                    List<Double> boots = DoubleStream.generate(() -> 100 + scatter * random.nextGaussian())
                            .limit(5)
                            .boxed()
                            .toList();
                    double next = 100 + scatter * random.nextGaussian();
                    return next
                            <= LimitRule.bound(boots, Direction.LOWER_IS_BETTER)
                                    .orElseThrow()
                                    .doubleValue();
                })
                .count();

        assertThat(held / (double) draws).isGreaterThan(atLeast);
    }

    private static Optional<BigDecimal> lower(String ends) {
        return LimitRule.bound(doubles(ends), Direction.LOWER_IS_BETTER);
    }

    private static List<Double> doubles(String text) {
        return List.of(text.strip().split(" +")).stream().map(Double::valueOf).toList();
    }
}
