package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.summary.Covariance.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CovarianceTest {
    /** The machine was 20 % slower when the second sample was taken, and that is all there is between them. */
    @Test
    void aSlowerMachineIsNoDifference() {
        List<Point> from = List.of(new Point(1.0, 0.0), new Point(1.1, 0.1), new Point(1.2, 0.2), new Point(1.3, 0.3));
        List<Point> to = List.of(new Point(1.2, 0.2), new Point(1.3, 0.3), new Point(1.4, 0.4), new Point(1.5, 0.5));

        assertThat(HodgesLehmann.shift(values(from), values(to))).isCloseTo(0.2, within(1e-9));
        assertThat(Covariance.shift(from, to, LowerHalfMean::shift)).isCloseTo(0, within(0.01));
    }

    @Test
    void aDifferenceOnTopOfItIsFound() {
        List<Point> from = List.of(new Point(1.0, 0.0), new Point(1.1, 0.1), new Point(1.2, 0.2), new Point(1.3, 0.3));
        List<Point> to =
                List.of(new Point(1.25, 0.2), new Point(1.35, 0.3), new Point(1.45, 0.4), new Point(1.55, 0.5));

        assertThat(Covariance.shift(from, to, LowerHalfMean::shift)).isCloseTo(0.05, within(0.01));
    }

    /** A machine that is always the same explains nothing: what is left is the plain shift. */
    @Test
    void aCovariateThatDoesNotMoveChangesNothing() {
        List<Point> from = List.of(new Point(1.0, 0.5), new Point(1.4, 0.5));
        List<Point> to = List.of(new Point(1.1, 0.5), new Point(1.5, 0.5));

        assertThat(Covariance.slope(from, to)).isZero();
        assertThat(Covariance.shift(from, to, LowerHalfMean::shift)).isCloseTo(0.1, within(1e-9));
    }

    /** Cheaper while the machine is slower: that is chance, and nobody's law. */
    @Test
    void neverGoesAgainstTheMachine() {
        List<Point> falling = List.of(new Point(1.3, 0.0), new Point(1.2, 0.1), new Point(1.1, 0.2));

        assertThat(Covariance.slope(falling, falling)).isZero();
    }

    /** Which sample is called the first is a matter of taste: exchanged, the shift changes its sign and nothing else. */
    @Test
    void changesItsSignWithTheOrder() {
        Random random = new Random(3);
        List<Point> one = random(random);
        List<Point> two = random(random);

        assertThat(Covariance.shift(one, two, LowerHalfMean::shift))
                .isCloseTo(-Covariance.shift(two, one, LowerHalfMean::shift), within(1e-12));
    }

    private static List<Point> random(Random random) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            points.add(new Point(random.nextGaussian(), random.nextGaussian()));
        }
        return points;
    }

    private static double[] values(List<Point> points) {
        return points.stream().mapToDouble(Point::value).toArray();
    }
}
