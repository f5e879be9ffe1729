package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LowerHalfMeanTest {
    private static final int UNITS = 4000;
    private static final int SLICES = 6;

    @Test
    void isTheMeanOfTheLowerHalf() {
        assertThat(LowerHalfMean.location(new double[] {9, 1, 7, 3})).isEqualTo(2);
        assertThat(LowerHalfMean.location(new double[] {9, 1, 5})).isEqualTo(3);
        assertThat(LowerHalfMean.location(new double[] {4})).isEqualTo(4);
    }

    @Test
    void hasNoOpinionOnNothing() {
        assertThatThrownBy(() -> LowerHalfMean.location(new double[0])).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.03, -0.2})
    void findsWhatIsInEveryValueWhole(double change) {
        double[] from = {4.4, 4.8, 4.5, 4.4, 4.9, 4.45};
        double[] to = Arrays.stream(from).map(value -> value + change).toArray();

        assertThat(LowerHalfMean.shift(from, to)).isCloseTo(change, within(1e-12));
    }

    /** Neighbours slow the machine by half for a third of the time: what two equal servers seem to differ by. */
    @Test
    void boutsOfOthersMoveItLessThanTheMedianOfAllDifferences() {
        assertThat(scatter(LowerHalfMean::shift, 0.3)).isLessThan(0.7 * scatter(HodgesLehmann::shift, 0.3));
    }

    /** Where nobody else is there, half of the values are not looked at; that is the price. */
    @Test
    void costsLessThanAQuarterMoreScatterOnAMachineWithoutBouts() {
        assertThat(scatter(LowerHalfMean::shift, 0)).isLessThan(1.25 * scatter(HodgesLehmann::shift, 0));
    }

    /** Nobody is treated better: over many pairs of equal servers nothing is left. */
    @Test
    void saysNothingOfEqualServersInTheMean() {
        assertThat(Arrays.stream(shifts(LowerHalfMean::shift, 0.3)).average().orElseThrow())
                .isCloseTo(0, within(0.005));
    }

    private static double scatter(ToDoubleBiFunction<double[], double[]> shift, double bouts) {
        return StandardDeviation.of(shifts(shift, bouts)).getAsDouble();
    }

    private static double[] shifts(ToDoubleBiFunction<double[], double[]> shift, double bouts) {
        Random random = new Random(11);
        return DoubleStream.generate(() -> shift.applyAsDouble(slices(random, bouts), slices(random, bouts)))
                .limit(UNITS)
                .toArray();
    }

    /** Logarithms of what a request cost: 2 % of noise, and half as much again in a bout. */
    private static double[] slices(Random random, double bouts) {
        return DoubleStream.generate(
                        () -> 0.02 * random.nextGaussian() + (random.nextDouble() < bouts ? Math.log(1.5) : 0))
                .limit(SLICES)
                .toArray();
    }
}
