package dev.loomgate.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Whose turn it is. Blocks go through the arms and back, A B B A or C A B B A C, each in an order that chance decides:
 * whatever drifts slowly meets all arms alike, and whatever comes at regular times meets none by rule. Of each two arms
 * a block has four slices, A B B A or B A A B.
 *
 * @param slices the place of the arm of each slice
 */
record SliceOrder(List<Integer> slices) {
    SliceOrder {
        slices = List.copyOf(slices);
    }

    static SliceOrder flip(int arms, int blocks, RandomGenerator coin) {
        List<Integer> all = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            List<Integer> there = shuffled(arms, coin);
            all.addAll(there);
            all.addAll(there.reversed());
        }
        return new SliceOrder(all);
    }

    /** The places of so many arms, in an order that chance decides. */
    static List<Integer> shuffled(int arms, RandomGenerator coin) {
        List<Integer> places = new ArrayList<>(IntStream.range(0, arms).boxed().toList());
        Collections.shuffle(places, coin);
        return places;
    }
}
