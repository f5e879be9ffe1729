package dev.loomgate.simulation;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.loomgate.load.Arrivals;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.load.LoadScript;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.Http;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;

/**
 * One workload: a closed-model warm-up in cycles, then measured phases at a constant rate (open model) or by so many users (closed model), each as soon as the one before
 * has got its last answer.
 *
 * <p>Runs by itself too: {@code mvn gatling:test -DbaseUrl=http://localhost:8080 -Dpath=/io -Dbody=ok -Drate=200 -Dseconds=20 -Diterations=2}, or with
 * {@code -Dusers=50} instead of a rate.
 */
public final class LoadSimulation extends Simulation {
    private final LoadScript script = LoadScript.currentOr(orderByHand());
    private final LoadOrder order = script.order();

    {
        PopulationBuilder next = iteration(order.maxIterations());
        for (int i = order.maxIterations() - 1; i >= 1; i--) {
            next = iteration(i).andThen(next);
        }
        setUp(warmUp().andThen(next)).protocols(protocol());
    }

    private HttpProtocolBuilder protocol() {
        // A redirect that Gatling follows is a request that nobody planned and nobody counts.
        HttpProtocolBuilder protocol = http.baseUrl(order.baseUrl())
                .disableFollowRedirect()
                .disableWarmUp()
                .disableCaching();
        return script.keepsConnections() ? protocol.shareConnections() : protocol;
    }

    private PopulationBuilder warmUp() {
        ScenarioBuilder scenario = scenario("warm-up")
                .asLongAs(session -> script.cold())
                .on(exec(script.waitForWarmUpCycle())
                        .doIf(session -> script.cold())
                        .then(warmUpCycle()));
        return scenario.injectOpen(atOnceUsers(order.warmUpUsers()));
    }

    /** Servers that take turns get the same work, however fast they are. */
    private ChainBuilder warmUpCycle() {
        ChainBuilder request = exec(http(session -> script.warmUpName(session))
                .get(session -> script.warmUpUrl(session))
                .check(status().is(200)));
        int requests = order.warmUpRequestsPerUser();
        return requests > 0
                ? repeat(requests).on(request)
                : during(Duration.ofMillis(order.warmUpMillis())).on(request);
    }

    private PopulationBuilder iteration(int number) {
        ScenarioBuilder scenario = scenario("iteration " + number);
        ChainBuilder request = exec(script.holdUntilDue(number))
                .doIf(session -> script.skipped(number))
                .then(stopLoadGenerator("measured enough"))
                .exec(measured(number))
                .exec(script.recordEnd(number));
        return switch (order.arrivals()) {
            case Arrivals.Open open -> scenario.exec(request).injectOpen(allRequests(number));
            case Arrivals.Stepped stepped -> scenario.exec(request).injectOpen(allRequests(number));
            case Arrivals.Closed closed ->
                scenario.asLongAs(session -> script.goesOn(number, session))
                        .on(request)
                        .injectOpen(atOnceUsers(closed.users()));
        };
    }

    /** Gatling injects over whole seconds and forgets the rest: users of a phase that lasts longer come early, and are held like all others until they are due. */
    private OpenInjectionStep allRequests(int number) {
        return rampUsers(order.usersOf(number))
                .during(Duration.ofSeconds(order.length().toSeconds()));
    }

    private HttpRequestActionBuilder measured(int number) {
        return (script.shared()
                        ? http(session -> script.requestName(number, session))
                                .get(session -> script.url(number, session))
                        : request(number).get(script.url(number)))
                .sign((request, session) -> script.written(number, request, session))
                .check(
                        status().transformWithSession((code, session) -> script.answered(number, code, session))
                                .is(200),
                        bodyString()
                                .transformWithSession((body, session) -> script.matches(number, body, session))
                                .is(true));
    }

    /** A step has no name before its rate is told. */
    private Http request(int number) {
        return order.arrivals() instanceof Arrivals.Stepped
                ? http(session -> script.requestName(number, session))
                : http(script.requestName(number));
    }

    private static LoadOrder orderByHand() {
        return new LoadOrder(
                System.getProperty("path", "/"),
                System.getProperty("baseUrl", "http://localhost:8080"),
                System.getProperty("path", "/"),
                System.getProperty("body", "(?s).*"),
                arrivalsByHand(),
                number("seconds", 10) * 1000L,
                number("iterations", 1),
                number("warmUpUsers", 10),
                number("warmUpMillis", 3000),
                number("maxConnections", 4096),
                "",
                "",
                "");
    }

    private static Arrivals arrivalsByHand() {
        return System.getProperty("users") == null
                ? new Arrivals.Open(number("rate", 100))
                : new Arrivals.Closed(number("users", 1));
    }

    /** {@code Integer.getInteger} would silently fall back when the number is mistyped, and measure something else than was asked for. */
    private static int number(String name, int otherwise) {
        String text = System.getProperty(name, String.valueOf(otherwise));
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("-D" + name + "=" + text + ": a whole number of at least 1 is expected");
        }
        return Integer.parseInt(text);
    }
}
