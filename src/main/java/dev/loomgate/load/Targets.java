package dev.loomgate.load;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several servers under one order: they share each measured phase request by request, or it changes from one to another
 * between phases.
 *
 * @param servers at least two
 * @param order place in {@code servers} of each measured phase: where it goes, or who comes first in it
 * @param turn requests of a phase that go to one server before the next server gets as many; 0 when a whole phase goes
 *     to one
 * @param droppedMillis beginning of a measured phase whose requests are counted, but whose latencies are not: the
 *     server has just woken up
 * @param warmUpRequests of one warm-up cycle, by all users together: the same work for every server, however fast it is
 * @param saturation phases that follow those in {@code order}; null when there are none
 */
public record Targets(
        List<Server> servers,
        List<Integer> order,
        int turn,
        long droppedMillis,
        int warmUpRequests,
        @Nullable Saturation saturation) {
    public Targets {
        servers = List.copyOf(servers);
        order = List.copyOf(order);
        if (servers.size() < 2) {
            throw new IllegalArgumentException("turns need at least two servers, were " + servers);
        }
        for (int place : order) {
            requireServer(place, servers);
        }
        if (saturation != null) {
            for (List<Integer> phase : saturation.turns()) {
                for (int place : phase) {
                    requireServer(place, servers);
                }
            }
        }
        if (turn < 0 || droppedMillis < 0 || warmUpRequests < 1) {
            throw new IllegalArgumentException(
                    "a warm-up cycle has at least 1 request, and neither a turn nor what is dropped is negative");
        }
    }

    private static void requireServer(int place, List<Server> servers) {
        if (place < 0 || place >= servers.size()) {
            throw new IllegalArgumentException("there is no server " + place + " among " + servers);
        }
    }

    /**
     * One of the servers.
     *
     * @param name that stands first in Gatling's request names: {@code jdk25}
     */
    public record Server(String name, Address address) {}

    /**
     * Phases in which users ask as fast as they are answered, one server after the other: a turn begins when all answers
     * of the one before have come.
     *
     * @param users at the same time
     * @param turnMillis how long they ask in a turn
     * @param turns of each phase, in order: places in {@code servers}
     */
    public record Saturation(int users, long turnMillis, List<List<Integer>> turns) {
        public Saturation {
            turns = turns.stream().map(List::copyOf).toList();
            if (users < 1 || turnMillis < 1 || turns.stream().anyMatch(List::isEmpty)) {
                throw new IllegalArgumentException(
                        "a saturated phase has at least 1 user and 1 turn, and a turn lasts at least 1 ms");
            }
        }

        Duration turn() {
            return Duration.ofMillis(turnMillis);
        }
    }

    Duration dropped() {
        return Duration.ofMillis(droppedMillis);
    }

    /** How many measured phases there are. */
    int phases() {
        return order.size() + (saturation == null ? 0 : saturation.turns().size());
    }

    /**
     * Whose turn it is in a phase that saturates its servers, in order; empty for the others.
     *
     * @param phase from 1
     */
    List<Integer> saturatedTurns(int phase) {
        return saturation != null && phase > order.size()
                ? saturation.turns().get(phase - 1 - order.size())
                : List.of();
    }

    /** Whether all servers have load in the same phase. */
    boolean sharedIn(int phase) {
        return takesTurns() || !saturatedTurns(phase).isEmpty();
    }

    private boolean takesTurns() {
        return turn > 0;
    }

    /**
     * Which server a request goes to.
     *
     * @param phase from 1
     * @param place of the request in it, from 0; where it saturates its servers, that of the turn
     */
    int serverOf(int phase, int place) {
        List<Integer> saturated = saturatedTurns(phase);
        if (!saturated.isEmpty()) {
            return saturated.get(place);
        }
        int first = order.get(phase - 1);
        return takesTurns() ? (first + place / turn) % servers.size() : first;
    }

    /**
     * How many requests of the same phase its server has got before it.
     *
     * @param place of the request, from 0
     */
    int before(int place) {
        int round = turn * servers.size();
        return takesTurns() ? place / round * turn + place % turn : place;
    }

    /**
     * Which server a user of the warm-up asks: each cycle goes to all of them.
     *
     * @param user from 0
     */
    int serverOfWarmUp(int user) {
        return user % servers.size();
    }
}
