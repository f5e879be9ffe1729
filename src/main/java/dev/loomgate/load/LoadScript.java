package dev.loomgate.load;

import io.gatling.http.client.Request;
import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The order as a simulation sees it: the steps to put around a request, and the gates between phases. There is one at a
 * time in a JVM, because Gatling creates simulations itself and passes nothing to them.
 */
final class LoadScript {
    /** Where Gatling counts the requests of a user's warm-up cycle. */
    static final String SENT = "sent";

    private static final AtomicReference<@Nullable LoadScript> CURRENT = new AtomicReference<>();

    private final LoadOrder order;
    private final RequestSource source;
    private final WarmUp warmUp;
    private final List<PhaseOfLoad> phases = new ArrayList<>();

    /** That of the warm-up first. */
    private final List<PhaseUsers> users;

    private final FailureLog failures = new FailureLog();
    private final GeneratorOptions options;
    private final SendLeadEstimator sendLead;

    /** Of each server, as they are now. */
    private volatile List<String> tokens;

    /** The number of the request that each user of the warm-up sends. */
    private final long[] warmUpNumbers;

    /** Of the next request to each server in closed phases, which stand behind all open ones. */
    private final Map<Integer, AtomicLong> closedNumbers = new HashMap<>();

    /** Requests of the warm-up to each server. */
    private final AtomicLongArray sentInWarmUp;

    private final AtomicLongArray failedInWarmUp;
    private final AtomicLongArray unsentInWarmUp;

    LoadScript(LoadOrder order, GeneratorOptions options, Stage stage) {
        this.order = order;
        this.options = options;
        this.sendLead = new SendLeadEstimator(options.leads());
        this.source = new RequestSource(order.requests());
        this.tokens = IntStream.range(0, order.servers())
                .mapToObj(server -> order.address(server).token())
                .toList();
        this.warmUpNumbers = new long[order.warmUpUsers()];
        this.sentInWarmUp = new AtomicLongArray(order.servers());
        this.failedInWarmUp = new AtomicLongArray(order.servers());
        this.unsentInWarmUp = new AtomicLongArray(order.servers());
        this.warmUp = new WarmUp(order.warmUpUsers(), stage::atWarmUp, stage::warmUpEnded);
        this.users = IntStream.rangeClosed(0, order.maxIterations())
                .mapToObj(phase -> new PhaseUsers(
                        phase == 0 ? order.warmUpUsers() : order.usersOf(phase), phase == order.maxIterations()))
                .toList();
        long firstUserId = 1L + order.warmUpUsers();
        for (int i = 1; i <= order.maxIterations(); i++) {
            phases.add(phase(i, firstUserId, stage));
            firstUserId += order.usersOf(i);
        }
    }

    private PhaseOfLoad phase(int number, long firstUserId, Stage stage) {
        Runnable atGate = () -> stage.atIteration(number);
        Runnable atEnd = () -> stage.iterationEnded(number);
        return switch (order.arrivalsOf(number)) {
            case Arrivals.Open open ->
                new OpenPhase(number, firstUserId, order, source, open, sendLead, users.get(number), atGate, atEnd);
            case Arrivals.Stepped stepped ->
                new OpenPhase(
                        number,
                        firstUserId,
                        order,
                        source,
                        stepped.highestIn(number),
                        sendLead,
                        users.get(number),
                        atGate,
                        atEnd);
            case Arrivals.Closed closed ->
                new ClosedPhase(
                        firstUserId,
                        closed,
                        order.turnsOf(number),
                        order.turnLengthOf(number),
                        order.togetherIn(number),
                        source,
                        server -> closedNumber(number, server),
                        atGate,
                        atEnd);
            case Arrivals.Simulated simulated -> throw noPhases();
        };
    }

    private static IllegalArgumentException noPhases() {
        return new IllegalArgumentException("a simulation of the user's is run as it is");
    }

    /** How many requests a phase has is known beforehand in the open model only. */
    private AtomicLong closedNumber(int phase, int server) {
        return closedNumbers.computeIfAbsent(server, none -> new AtomicLong(order.requestsBefore(phase)));
    }

    /** The script of the run that is being set up. */
    static LoadScript current() {
        return Objects.requireNonNull(CURRENT.get(), "a simulation starts in a load generator only");
    }

    static void use(@Nullable LoadScript script) {
        CURRENT.set(script);
        if (script != null) {
            script.failures.attach();
        }
    }

    LoadOrder order() {
        return order;
    }

    /**
     * A request to be sent.
     *
     * @param server its place among the servers
     * @param number of requests that this server got before it
     */
    record Asked(int server, long number) {}

    /** The request of a user of a measured phase. */
    Asked asked(int iteration, Session session) {
        PhaseOfLoad phase = phase(iteration);
        return new Asked(order.serverOf(iteration, phase.place(session.userId())), phase.number(session.userId()));
    }

    /** The request of a user of the running warm-up cycle. */
    Asked askedInWarmUp(Session session) {
        int user = warmUpUser(session);
        return new Asked(order.serverOfWarmUp(user), warmUpNumbers[user]);
    }

    /** Which of the workload's requests it is. */
    int kind(Asked asked) {
        return source.kindOf(asked.number());
    }

    String url(Asked asked) {
        return order.address(asked.server()).baseUrl() + source.path(asked.number(), token(asked));
    }

    String header(Asked asked, String name) {
        return source.header(asked.number(), name, token(asked));
    }

    String body(Asked asked) {
        return source.body(asked.number(), token(asked));
    }

    private String token(Asked asked) {
        return tokens.get(asked.server());
    }

    /** Takes other tokens, while no request is under way. */
    void renew(List<String> others) {
        tokens = List.copyOf(others);
    }

    RequestSource source() {
        return source;
    }

    /**
     * How a request is called in Gatling's report: {@code io 500 req/s · iteration 2}, {@code jdk25 · io 500 req/s}
     * where there are several servers, {@code io ramp · 550 req/s} where the rate was told when the phase began, and
     * its own name behind it where there are several requests.
     */
    String requestName(int iteration, int kind, Session session) {
        String name = order.arrivals() instanceof Arrivals.Stepped && phase(iteration) instanceof OpenPhase step
                ? order.label() + " · " + step.requestsPerSecond() + " req/s"
                : order.requestName(iteration, phase(iteration).place(session.userId()));
        return name + suffix(kind);
    }

    /** The same where it is known before the phase: all its requests go to one server at one rate. */
    String requestName(int iteration, int kind) {
        return order.requestName(iteration, 0) + suffix(kind);
    }

    private String suffix(int kind) {
        String name = source.name(kind);
        return name.isEmpty() ? "" : " · " + name;
    }

    /** Whether several servers are under load in each phase. */
    boolean shared() {
        return order.servers() > 1;
    }

    /** {@code io 500 req/s · warm-up}, with the name of the server that the request goes to. */
    String warmUpName(int kind, Session session) {
        return order.warmUpName(warmUpUser(session)) + suffix(kind);
    }

    /** Gatling counts users from 1. */
    private static int warmUpUser(Session session) {
        return (int) session.userId() - 1;
    }

    /** Step in front of each request of the warm-up: it is the next one of its server. */
    ActionBuilder nextInWarmUp() {
        return new SessionCallback("next", user -> {
            int number = (int) user.session().userId() - 1;
            int server = order.serverOfWarmUp(number);
            warmUpNumbers[number] = sentInWarmUp.getAndIncrement(server);
            user.proceed();
        });
    }

    /** Counts a request of the warm-up that has failed, while its user goes on as if nothing had happened. */
    Session answeredInWarmUp(Session session) {
        if (!session.isFailed()) {
            return session;
        }
        failedInWarmUp.incrementAndGet(order.serverOfWarmUp(warmUpUser(session)));
        return session.markAsSucceeded();
    }

    /** Whether a user of a warm-up cycle has a further request to send; what it has no time for is counted. */
    boolean warmUpGoesOn(Session session) {
        int left = order.warmUpRequestsPerUser() - session.getInt(SENT);
        if (left > 0 && warmUp.runningMillis() > order.warmUpMillis()) {
            unsentInWarmUp.addAndGet(order.serverOfWarmUp(warmUpUser(session)), left);
            return false;
        }
        return left > 0;
    }

    WarmedUp warmedUp() {
        return new WarmedUp(numbers(failedInWarmUp), numbers(unsentInWarmUp));
    }

    private static List<Long> numbers(AtomicLongArray ofServers) {
        return IntStream.range(0, ofServers.length()).mapToObj(ofServers::get).toList();
    }

    /**
     * Last step of each user.
     *
     * @param phase that it was in; 0 is the warm-up
     */
    ActionBuilder leave(int phase) {
        return new SessionCallback("leave", users.get(phase)::leave);
    }

    /** Step in front of each warm-up cycle: waits until all users are here and the harness agrees. */
    ActionBuilder waitForWarmUpCycle() {
        return new SessionCallback("warm-up gate", warmUp::arrive);
    }

    boolean cold() {
        return warmUp.cold();
    }

    /** Step right before a measured request: holds the user until its request is due. */
    ActionBuilder holdUntilDue(int iteration) {
        return new SessionCallback("due", phase(iteration)::hold);
    }

    /** True when the harness wanted no further iteration: the request must not be sent. */
    boolean skipped(int iteration) {
        return phase(iteration).skipped();
    }

    /**
     * False when the user has no further request to send: at once in the open model, after the end of the phase in the
     * closed one.
     */
    boolean goesOn(int iteration, Session session) {
        return phase(iteration).goesOn(session.userId());
    }

    /** False when each request opens a connection of its own. */
    boolean keepsConnections() {
        return options.keepsConnections();
    }

    /**
     * To be put in as the signature of a measured request, which Gatling asks for each time right before it writes; the
     * request stays as it is.
     */
    Request written(int iteration, Request request, Session session) {
        phase(iteration).writing(session.userId());
        return request;
    }

    /** To be put into the status check of a measured request, as its first check; hands the status on. */
    int answered(int iteration, int status, Session session) {
        PhaseOfLoad phase = phase(iteration);
        long user = session.userId();
        phase.answered(user, status, source.rightStatus(phase.number(user)));
        return status;
    }

    /** To be put into the body check of a measured request: true when the whole body is as expected. */
    boolean matches(int iteration, String answer, Session session) {
        PhaseOfLoad phase = phase(iteration);
        long user = session.userId();
        boolean matches = source.isRight(phase.number(user), answer);
        phase.matched(user, matches, answer);
        return matches;
    }

    /** Step right after a measured request, answered or not. */
    ActionBuilder recordEnd(int iteration) {
        PhaseOfLoad phase = phase(iteration);
        return new SessionCallback("end", user -> {
            long id = user.session().userId();
            phase.ended(user, user.session().isFailed() ? failures.take(id) : "no answer");
            user.proceed();
        });
    }

    PhaseOfLoad phase(int iteration) {
        return phases.get(iteration - 1);
    }

    WarmUp warmUp() {
        return warmUp;
    }

    /** Who is told when a phase could start or has ended. */
    interface Stage {
        void atWarmUp(int cycle);

        void warmUpEnded(int cycle);

        void atIteration(int iteration);

        void iterationEnded(int iteration);
    }
}
