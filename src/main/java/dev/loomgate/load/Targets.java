package dev.loomgate.load;

import java.time.Duration;
import java.util.List;

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
 */
public record Targets(List<Server> servers, List<Integer> order, int turn, long droppedMillis, int warmUpRequests) {
    public Targets {
        servers = List.copyOf(servers);
        order = List.copyOf(order);
        if (servers.size() < 2) {
            throw new IllegalArgumentException("turns need at least two servers, were " + servers);
        }
        for (int place : order) {
            if (place < 0 || place >= servers.size()) {
                throw new IllegalArgumentException("there is no server " + place + " among " + servers);
            }
        }
        if (turn < 0 || droppedMillis < 0 || warmUpRequests < 1) {
            throw new IllegalArgumentException(
                    "a warm-up cycle has at least 1 request, and neither a turn nor what is dropped is negative");
        }
    }

    /**
     * One of the servers.
     *
     * @param name that stands first in Gatling's request names: {@code jdk25}
     * @param baseUrl {@code http://127.0.0.1:8080}
     */
    public record Server(String name, String baseUrl) {}

    Duration dropped() {
        return Duration.ofMillis(droppedMillis);
    }

    /** Whether all servers are under load in the same phase. */
    boolean shared() {
        return turn > 0;
    }

    /**
     * Which server a request goes to.
     *
     * @param phase from 1
     * @param place of the request in it, from 0
     */
    int serverOf(int phase, int place) {
        int first = order.get(phase - 1);
        return shared() ? (first + place / turn) % servers.size() : first;
    }

    /**
     * Which server a warm-up request goes to: cycles go to one server after the other, or each to all of them.
     *
     * @param cycle from 1
     * @param user from 0
     */
    int serverOfWarmUp(int cycle, int user) {
        return (shared() ? user : Math.max(1, cycle) - 1) % servers.size();
    }
}
