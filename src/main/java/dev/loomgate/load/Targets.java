package dev.loomgate.load;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Several servers under one order: they share each measured phase, in turns.
 *
 * @param servers at least two
 * @param firsts place in {@code servers} of the one that comes first, for each phase of the order's arrivals
 * @param turn requests of such a phase that go to one server before the next server gets as many
 * @param warmUpRequests of one warm-up cycle, by all users together: the same work for every server, however fast it is
 * @param byUsers phases that follow those, in which users ask as fast as they are answered
 */
public record Targets(List<Server> servers, List<Integer> firsts, int turn, int warmUpRequests, List<ByUsers> byUsers) {
    public Targets {
        servers = List.copyOf(servers);
        firsts = List.copyOf(firsts);
        byUsers = List.copyOf(byUsers);
        if (servers.size() < 2) {
            throw new IllegalArgumentException("turns need at least two servers, were " + servers);
        }
        for (int place : firsts) {
            requireServer(place, servers);
        }
        for (ByUsers phase : byUsers) {
            for (int place : phase.turns()) {
                requireServer(place, servers);
            }
        }
        if (turn < 1 || warmUpRequests < 1) {
            throw new IllegalArgumentException("a turn and a warm-up cycle have at least 1 request");
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
     * A phase in which users ask as fast as they are answered: one server after the other, where a turn begins when all
     * answers of the one before have come, or all servers at the same time.
     *
     * @param users of a server at the same time
     * @param turnMillis how long they ask in a turn
     * @param turns in order, or those at the same time, each once: places in {@code servers}
     * @param together whether all turns are at the same time, each with users of its own
     */
    public record ByUsers(int users, long turnMillis, List<Integer> turns, boolean together) {
        public ByUsers {
            turns = List.copyOf(turns);
            if (users < 1 || turnMillis < 1 || turns.isEmpty()) {
                throw new IllegalArgumentException(
                        "a phase by users has at least 1 user and 1 turn, and a turn lasts at least 1 ms");
            }
        }

        /** All users of one server, who ask the next one then. */
        public static ByUsers inTurns(int users, Duration turn, List<Integer> turns) {
            return new ByUsers(users, turn.toMillis(), turns, false);
        }

        /** Users of their own for each of so many servers. */
        public static ByUsers together(int users, Duration length, int servers) {
            return new ByUsers(
                    users,
                    length.toMillis(),
                    IntStream.range(0, servers).boxed().toList(),
                    true);
        }

        Duration turn() {
            return Duration.ofMillis(turnMillis);
        }

        /** Users of all servers. */
        int allUsers() {
            return together ? users * turns.size() : users;
        }
    }

    /** How many measured phases there are. */
    int phases() {
        return firsts.size() + byUsers.size();
    }

    /** Whether users ask as fast as they are answered in a phase, from 1. */
    boolean isByUsers(int phase) {
        return phase > firsts.size();
    }

    /** One of those phases. */
    ByUsers byUsers(int phase) {
        return byUsers.get(phase - 1 - firsts.size());
    }

    /**
     * Which server a request goes to.
     *
     * @param phase from 1
     * @param place of the request in it, from 0; by users, that of the turn
     */
    int serverOf(int phase, int place) {
        return isByUsers(phase)
                ? byUsers(phase).turns().get(place)
                : (firsts.get(phase - 1) + place / turn) % servers.size();
    }

    /**
     * How many requests of the same phase its server has got before it.
     *
     * @param place of the request, from 0
     */
    int before(int place) {
        return place / (turn * servers.size()) * turn + place % turn;
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
