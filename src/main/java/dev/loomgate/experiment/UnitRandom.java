package dev.loomgate.experiment;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Random numbers that can be drawn again: the same seed, pair and unit give the same ones.
 *
 * <p>Not {@link java.util.Random}: its first numbers for neighbouring seeds are nearly the same, so that one arm would
 * be booted first in every unit.
 */
final class UnitRandom {
    private UnitRandom() {}

    static RandomGenerator of(long seed, String pair, int unit) {
        SplittableRandom ofRun = new SplittableRandom(seed);
        SplittableRandom ofPair = new SplittableRandom(ofRun.nextLong() ^ pair.hashCode());
        return new SplittableRandom(ofPair.nextLong() + unit);
    }
}
