package dev.loomgate.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.instrument.Comparison.Pair;
import dev.loomgate.instrument.Comparison.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
    @Test
    void judgesTheMedianOfTheDifferences() {
        // Off by 0.05, 0.3 and -0.02: one noisy iteration of three does not count.
        Comparison comparison = of(Bound.largerOf(0.1, 0), new Pair(5, 5.05), new Pair(5, 5.3), new Pair(5, 4.98));

        assertThat(comparison.difference()).isCloseTo(0.05, within(1e-9));
        assertThat(comparison.smallestDifference()).isCloseTo(-0.02, within(1e-9));
        assertThat(comparison.largestDifference()).isCloseTo(0.3, within(1e-9));
        assertThat(comparison.result()).isEqualTo(Result.OK);
    }

    @Test
    void missesWhenTheMedianIsBeyondTheBoundOnEitherSide() {
        assertThat(of(Bound.largerOf(0.1, 0), new Pair(5, 5.11)).result()).isEqualTo(Result.MISS);
        assertThat(of(Bound.largerOf(0.1, 0), new Pair(5, 4.89)).result()).isEqualTo(Result.MISS);
    }

    @Test
    void takesTheLargerOfFixedBoundAndShare() {
        assertThat(of(Bound.largerOf(0.1, 0.02), new Pair(100, 101.9)).result()).isEqualTo(Result.OK);
        assertThat(of(Bound.largerOf(0.1, 0.02), new Pair(100, 102.05)).result())
                .isEqualTo(Result.MISS);
    }

    @Test
    void addsFixedBoundAndShareWhereBothErrorsHappen() {
        assertThat(Bound.sumOf(500, 0.02).at(65_536)).isCloseTo(1810.72, within(1e-6));
    }

    @Test
    void widensEveryPartOfABound() {
        assertThat(Bound.largerOf(0.1, 0.02).times(10)).isEqualTo(Bound.largerOf(1, 0.2));
    }

    @Test
    void isShortOfTheGoalWhereMoreIsTolerated() {
        Bound bound = Bound.largerOf(0.1, 0).tolerating(10);

        assertThat(of(bound, new Pair(5, 5.09)).result()).isEqualTo(Result.OK);
        assertThat(of(bound, new Pair(5, 5.9)).result()).isEqualTo(Result.SHORT);
        assertThat(of(bound, new Pair(5, 6.1)).result()).isEqualTo(Result.MISS);
    }

    @Test
    void wantsExactCountsInEveryIteration() {
        assertThat(of(Bound.exact(), new Pair(30, 30), new Pair(30, 30), new Pair(30, 31))
                        .result())
                .isEqualTo(Result.MISS);
        assertThat(of(Bound.exact(), new Pair(30, 30), new Pair(31, 31)).result())
                .isEqualTo(Result.OK);
    }

    @Test
    void judgesEveryIterationWhereAMedianWouldHideOne() {
        Bound bound = Bound.largerOf(0.1, 0.02).inEveryIteration();

        assertThat(of(bound, new Pair(110, 100), new Pair(100, 100), new Pair(100, 100))
                        .result())
                .isEqualTo(Result.MISS);
    }

    @Test
    void isNoPassWithoutAValidIteration() {
        assertThat(of(Bound.exact()).result()).isEqualTo(Result.NOT_COMPARED);
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatThrownBy(() -> new Pair(1, Double.NaN)).hasMessageContaining("finite");
    }

    @Test
    void findsTheMiddleOfAnOddAndAnEvenCount() {
        assertThat(Median.of(3, 1, 2)).isEqualTo(2);
        assertThat(Median.of(4, 1, 2, 3)).isEqualTo(2.5);
    }

    private static Comparison of(Bound bound, Pair... pairs) {
        return new Comparison("constant 5 ms · 1000 req/s", "p99", "ms", List.of(pairs), bound, List.of());
    }
}
