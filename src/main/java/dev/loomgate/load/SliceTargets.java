package dev.loomgate.load;

import java.time.Duration;
import java.util.List;

/**
 * Load that changes from one server to another between phases.
 *
 * @param servers that take turns, at least two; warm-up cycles go to them in this order, again and again
 * @param order place in {@code servers} of each measured phase
 * @param droppedMillis beginning of a measured phase whose requests are counted, but whose latencies are not: the server has just woken up
 * @param warmUpRequests of one warm-up cycle, by all users together: the same work for every server, however fast it is
 */
public record SliceTargets(List<Server> servers, List<Integer> order, long droppedMillis, int warmUpRequests) {
    public SliceTargets {
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
        if (droppedMillis < 0 || warmUpRequests < 1) {
            throw new IllegalArgumentException(
                    "a warm-up cycle has at least 1 request, and no less than nothing is dropped");
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

    Server ofPhase(int iteration) {
        return servers.get(order.get(iteration - 1));
    }

    Server ofWarmUp(int cycle) {
        return servers.get((Math.max(1, cycle) - 1) % servers.size());
    }
}
