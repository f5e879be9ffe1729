package dev.loomgate.load;

import dev.loomgate.plan.Clients;
import dev.loomgate.plan.GatlingSimulation;
import dev.loomgate.plan.Requests;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the generator is asked to do for one cell: warm up in cycles, then up to {@code maxIterations} measured phases.
 *
 * @param label what stands before the phase in Gatling's request names: {@code io 500 req/s}
 * @param address of the server; where there are several, of the first of them
 * @param clients what users do: requests, or a simulation of the user's
 * @param arrivals what makes requests of the measured phases start, but of those that several servers have by users
 * @param iterationMillis length of a measured phase; the open model needs a whole number of requests in it
 * @param droppedMillis beginning of a phase at a rate whose requests are counted, but whose latencies are not: servers
 *     have just woken up, or have just got another rate
 * @param warmUpUsers users of the warm-up (closed model)
 * @param warmUpMillis load in one warm-up cycle; where servers take turns, after so long it sends no further request,
 *     whatever is left of its work
 * @param maxConnections requests in flight that the generator allows itself; further ones wait for a free connection
 * @param reportFolder folder for Gatling's own report, absolute
 * @param hlogFolder folder for the interval logs, absolute
 * @param hlogPrefix file name prefix of the interval logs
 * @param turns several servers and who gets which request; null when all load goes to one
 */
public record LoadOrder(
        String label,
        Address address,
        Clients clients,
        Arrivals arrivals,
        long iterationMillis,
        long droppedMillis,
        int maxIterations,
        int warmUpUsers,
        long warmUpMillis,
        int maxConnections,
        String reportFolder,
        String hlogFolder,
        String hlogPrefix,
        @Nullable Targets turns) {
    public LoadOrder {
        if (iterationMillis < 1 || maxIterations < 1) {
            throw new IllegalArgumentException("length and number of iterations are at least 1");
        }
        if (droppedMillis < 0 || droppedMillis > iterationMillis / 2) {
            throw new IllegalArgumentException("at most half of a phase is dropped");
        }
        if (arrivals instanceof Arrivals.Simulated != clients instanceof GatlingSimulation) {
            throw new IllegalArgumentException("a simulation has arrivals of its own, and nothing else has those");
        }
        if ((warmUpUsers < 1 && !(arrivals instanceof Arrivals.Simulated)) || warmUpMillis < 1 || maxConnections < 1) {
            throw new IllegalArgumentException("warm-up users, warm-up length and connections are at least 1");
        }
        if (arrivals instanceof Arrivals.Stepped stepped && stepped.highest().size() != maxIterations) {
            throw new IllegalArgumentException(maxIterations + " phases need as many rates, there are "
                    + stepped.highest().size());
        }
        if (turns != null && turns.phases() != maxIterations) {
            throw new IllegalArgumentException(
                    maxIterations + " phases need as many turns, there are " + turns.phases());
        }
    }

    /** Requests that one user sends in a warm-up cycle at most; 0 when only the time of the cycle ends it. */
    public int warmUpRequestsPerUser() {
        return turns == null ? 0 : Math.ceilDiv(turns.warmUpRequests(), warmUpUsers);
    }

    /** Of a measured phase, but of those that several servers have by users. */
    public Duration length() {
        return Duration.ofMillis(iterationMillis);
    }

    /** A phase that several servers have by users; empty for the others. */
    private Optional<Targets.ByUsers> byUsersIn(int phase) {
        return Optional.ofNullable(turns)
                .filter(targets -> targets.isByUsers(phase))
                .map(targets -> targets.byUsers(phase));
    }

    /**
     * What makes requests of a phase start.
     *
     * @param phase from 1
     */
    public Arrivals arrivalsOf(int phase) {
        return byUsersIn(phase)
                .<Arrivals>map(byUsers -> new Arrivals.Closed(byUsers.allUsers()))
                .orElse(arrivals);
    }

    /** Of a closed phase: whose turn it is, in order, among the servers that share it. */
    public List<Integer> turnsOf(int phase) {
        return byUsersIn(phase).map(Targets.ByUsers::turns).orElse(List.of(0));
    }

    /** Whether these turns are at the same time. */
    public boolean togetherIn(int phase) {
        return byUsersIn(phase).map(Targets.ByUsers::together).orElse(false);
    }

    /** How long users ask in each of these. */
    public Duration turnLengthOf(int phase) {
        return byUsersIn(phase).map(Targets.ByUsers::turn).orElseGet(this::length);
    }

    Duration dropped() {
        return Duration.ofMillis(droppedMillis);
    }

    /** Requests that one server gets before the next does. */
    int turn() {
        return turns == null ? 1 : turns.turn();
    }

    /** How many servers there are: all of them share each phase. */
    public int servers() {
        return turns == null ? 1 : turns.servers().size();
    }

    /** Place among the servers of the one that a request goes to. */
    public int serverOf(int iteration, int place) {
        return turns == null ? 0 : turns.serverOf(iteration, place);
    }

    /** The same in the warm-up. */
    public int serverOfWarmUp(int user) {
        return turns == null ? 0 : turns.serverOfWarmUp(user);
    }

    /** Of one of the servers. */
    public Address address(int server) {
        return turns == null ? address : turns.servers().get(server).address();
    }

    /** Whether a server speaks HTTP/2. */
    boolean http2() {
        return IntStream.range(0, servers()).anyMatch(server -> address(server).http2());
    }

    /** How many requests each server is sent in the measured phases before one; some more where they are shared unevenly. */
    long requestsBefore(int phase) {
        return IntStream.range(1, phase)
                .mapToLong(earlier -> Math.ceilDiv(usersOf(earlier), servers()))
                .sum();
    }

    /** How many requests of the same phase a server gets before one. */
    int before(int place) {
        return turns == null ? place : turns.before(place);
    }

    /**
     * How a request is called in Gatling's report: all of one server under one name, so that the servers stand beside
     * each other.
     */
    String requestName(int iteration, int place) {
        return turns == null
                ? label + " · iteration " + iteration
                : turns.servers().get(turns.serverOf(iteration, place)).name() + " · " + label
                        + (togetherIn(iteration)
                                ? " · saturated together"
                                : arrivalsOf(iteration).equals(arrivals) ? "" : " · saturated");
    }

    String warmUpName(int user) {
        String name = label + " · warm-up";
        return turns == null
                ? name
                : turns.servers().get(turns.serverOfWarmUp(user)).name() + " · " + name;
    }

    /**
     * Users that Gatling injects for a measured phase: one per request in the open model, as many as it may need where
     * its rate is told later.
     */
    public int usersOf(int iteration) {
        return switch (arrivalsOf(iteration)) {
            case Arrivals.Open open -> open.requestsIn(length());
            case Arrivals.Stepped stepped -> stepped.highestIn(iteration).requestsIn(length());
            case Arrivals.Closed closed -> closed.users();
            case Arrivals.Simulated simulated -> throw noRequests();
        };
    }

    /** What Loomgate sends itself. */
    Requests requests() {
        if (clients instanceof Requests requests) {
            return requests;
        }
        throw noRequests();
    }

    private static IllegalStateException noRequests() {
        return new IllegalStateException("a simulation alone knows its requests");
    }
}
