package dev.loomgate.experiment;

import dev.loomgate.plan.LoadProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Whose turn it is, and how long a turn is. */
final class TurnOrder {
    private TurnOrder() {}

    /**
     * Blocks go through the arms and back, A B B A or C A B B A C, each in an order that chance decides: whatever drifts
     * slowly meets all arms alike, and whatever comes at regular times meets none by rule. Each arm has two turns in a
     * block.
     *
     * @return places of the arms
     */
    static List<Integer> thereAndBack(int arms, int blocks, RandomGenerator random) {
        List<Integer> all = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            all.addAll(thereAndBack(shuffled(arms, random), 2));
        }
        return all;
    }

    /** The same places so many times, every second time from behind. */
    static List<Integer> thereAndBack(List<Integer> places, int times) {
        return IntStream.range(0, times)
                .mapToObj(time -> time % 2 == 0 ? places : places.reversed())
                .flatMap(List::stream)
                .toList();
    }

    /** The places of so many arms, in an order that chance decides. */
    static List<Integer> shuffled(int arms, RandomGenerator random) {
        List<Integer> places = new ArrayList<>(IntStream.range(0, arms).boxed().toList());
        Collections.shuffle(places, random);
        return places;
    }

    /** Requests of a turn of about that time: at least one, and as many turns for each arm. */
    static int requests(LoadProfile.Constant load, Duration phase, int arms, Duration turn) {
        int all = Math.toIntExact(load.requestsPerSecond() * phase.toMillis() / 1000);
        int requests = Math.max(1, Math.toIntExact(load.requestsPerSecond() * turn.toMillis() / 1000));
        while (all % (arms * requests) != 0) {
            requests--;
        }
        return requests;
    }
}
