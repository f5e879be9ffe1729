package dev.loomgate.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayTest {
    private static final int COUNT = 200_000;

    private static long[] sorted(Delay delay, long seed) {
        Draws draws = new Draws(seed);
        return LongStream.generate(() -> delay.nanos(draws.nextShare()))
                .limit(COUNT)
                .sorted()
                .toArray();
    }

    private static double quantile(long[] sorted, double share) {
        return sorted[(int) (share * sorted.length)];
    }

    @Test
    void isTheSameEveryTimeWhenConstant() {
        assertThat(sorted(new Delay.Constant(5_000), 1)).containsOnly(5_000);
    }

    /** The sampled share has a standard deviation of sqrt(q(1-q)/n) < 0.0012; five of them is 0.6 % of the range. */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.25, 0.5, 0.75, 0.99})
    void spreadsEvenlyWhenUniform(double share) {
        long[] drawn = sorted(new Delay.Uniform(2_000_000, 10_000_000), 7);
        assertThat(quantile(drawn, share)).isCloseTo(2_000_000 + share * 8_000_000, within(0.006 * 8_000_000));
        assertThat(drawn[0]).isGreaterThanOrEqualTo(2_000_000);
        assertThat(drawn[COUNT - 1]).isLessThanOrEqualTo(10_000_000);
    }

    @Test
    void givesEachModeItsShare() {
        long[] drawn = sorted(new Delay.Bimodal(900_000, 2_000_000, 20_000_000), 3);
        assertThat(drawn).containsOnly(2_000_000, 20_000_000);
        long first = Arrays.stream(drawn).filter(nanos -> nanos == 2_000_000).count();
        assertThat(first / (double) COUNT).isCloseTo(0.9, within(0.0035));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 0.9, 0.99})
    void hasParetosQuantiles(double share) {
        long[] drawn = sorted(new Delay.Pareto(2_000_000, 1.5, 200_000_000), 11);
        double exact = 2_000_000 / Math.pow(1 - share, 1 / 1.5);
        assertThat(quantile(drawn, share)).isCloseTo(exact, Offset.offset(exact * 0.08));
    }

    @Test
    void cutsAParetoAtItsMaximum() {
        Delay.Pareto delay = new Delay.Pareto(2_000_000, 1.5, 200_000_000);
        // 2 ms / (1-q)^(1/1.5) = 200 ms where 1-q = 100^-1.5 = 0.001.
        assertThat(delay.nanos(0.9991)).isEqualTo(200_000_000);
        assertThat(delay.nanos(0.9989)).isLessThan(200_000_000);
        assertThat(delay.nanos(0)).isEqualTo(2_000_000);
        assertThat(delay.nanos(Math.nextDown(1.0))).isEqualTo(200_000_000);
    }

    @Test
    void drawsTheSameFromTheSameSeedOnly() {
        Delay delay = new Delay.Uniform(0, 1_000_000_000);
        assertThat(sorted(delay, 5)).isEqualTo(sorted(delay, 5)).isNotEqualTo(sorted(delay, 6));
    }

    /** The reference values that are published with SplitMix64 for this seed. */
    @Test
    void drawsWhatSplitMix64Draws() {
        Draws draws = new Draws(1234567);
        assertThat(Long.toUnsignedString(draws.next())).isEqualTo("6457827717110365317");
        assertThat(Long.toUnsignedString(draws.next())).isEqualTo("3203168211198807973");
        assertThat(Long.toUnsignedString(draws.next())).isEqualTo("9817491932198370423");
    }
}
