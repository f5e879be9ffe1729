package dev.loomgate.experiment;

import dev.loomgate.plan.Side;
import dev.loomgate.plan.UnitScale;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Whose turn it is. Slices come in blocks of four, A B B A or B A A B, each by the flip of a coin: whatever drifts
 * slowly meets both arms alike, and whatever comes at regular times meets neither by rule.
 *
 * @param first the arm that comes first in all that is done to one after the other: warm-up, collections, questions
 * @param slices the arm of each slice
 */
record SliceOrder(Side first, List<Side> slices) {
    SliceOrder {
        slices = List.copyOf(slices);
    }

    static SliceOrder flip(int slices, RandomGenerator coin) {
        List<Side> all = new ArrayList<>();
        for (int block = 0; block < slices / UnitScale.BLOCK; block++) {
            Side outer = side(coin);
            all.addAll(List.of(outer, other(outer), other(outer), outer));
        }
        return new SliceOrder(side(coin), all);
    }

    static Side side(RandomGenerator coin) {
        return coin.nextBoolean() ? Side.CANDIDATE : Side.BASELINE;
    }

    static Side other(Side side) {
        return side == Side.BASELINE ? Side.CANDIDATE : Side.BASELINE;
    }
}
