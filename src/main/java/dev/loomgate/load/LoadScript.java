package dev.loomgate.load;

import io.gatling.http.client.Request;
import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The order as a simulation sees it: the steps to put around a request, and the gates between phases. There is one at a
 * time in a JVM, because Gatling creates simulations itself and passes nothing to them.
 */
final class LoadScript {
    private static final AtomicReference<@Nullable LoadScript> CURRENT = new AtomicReference<>();

    private final LoadOrder order;
    private final Pattern body;
    private final WarmUp warmUp;
    private final List<PhaseOfLoad> phases = new ArrayList<>();
    private final FailureLog failures = new FailureLog();
    private final GeneratorOptions habits;
    private final SendLeadEstimator aim;

    LoadScript(LoadOrder order, GeneratorOptions habits, Stage stage) {
        this.order = order;
        this.habits = habits;
        this.aim = new SendLeadEstimator(habits.aims());
        this.body = Pattern.compile(order.bodyPattern());
        this.warmUp = new WarmUp(order.warmUpUsers(), stage::atWarmUp, stage::warmUpEnded);
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
            case Arrivals.Open open -> new OpenPhase(number, firstUserId, order, open, aim, atGate, atEnd);
            case Arrivals.Stepped stepped ->
                new OpenPhase(number, firstUserId, order, stepped.highestIn(number), aim, atGate, atEnd);
            case Arrivals.Closed closed ->
                new ClosedPhase(
                        firstUserId,
                        closed,
                        order.turnsOf(number),
                        order.turnLengthOf(number),
                        order.request().status(),
                        atGate,
                        atEnd);
        };
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
     * How a request is called in Gatling's report: {@code io 500 req/s · iteration 2}, {@code jdk25 · io 500 req/s}
     * where there are several servers, {@code io ramp · 550 req/s} where the rate was told when the phase began.
     */
    String requestName(int iteration, Session session) {
        return order.arrivals() instanceof Arrivals.Stepped && phase(iteration) instanceof OpenPhase step
                ? order.label() + " · " + step.requestsPerSecond() + " req/s"
                : order.requestName(iteration, phase(iteration).place(session.userId()));
    }

    /** The same where all requests of a phase go to one server. */
    String requestName(int iteration) {
        return order.requestName(iteration, 0);
    }

    /** Whether several servers are under load in a phase. */
    boolean shared(int iteration) {
        return order.sharersOf(iteration) > 1;
    }

    /** Where all requests of a measured phase go. */
    String url(int iteration) {
        return order.url(iteration, 0);
    }

    /** Where a request of a phase that servers share goes. */
    String url(int iteration, Session session) {
        return order.url(iteration, phase(iteration).place(session.userId()));
    }

    /** {@code io 500 req/s · warm-up}, with the name of the server that the request goes to. */
    String warmUpName(Session session) {
        return order.warmUpName(warmUp.cycle(), warmUpUser(session));
    }

    /** Where a request of the running warm-up cycle goes. */
    String warmUpUrl(Session session) {
        return order.warmUpUrl(warmUp.cycle(), warmUpUser(session));
    }

    /** Gatling counts users from 1. */
    private static int warmUpUser(Session session) {
        return (int) session.userId() - 1;
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

    /** False when each request shall open a connection of its own. */
    boolean keepsConnections() {
        return habits.keepsConnections();
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
        phase(iteration).answered(session.userId(), status);
        return status;
    }

    /** To be put into the body check of a measured request: true when the whole body is as expected. */
    boolean matches(int iteration, String answer, Session session) {
        boolean matches = body.matcher(answer).matches();
        phase(iteration).matched(session.userId(), matches, answer);
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
