package dev.loomgate.load;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.loomgate.plan.HttpRequest;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.Http;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/**
 * The load as a Gatling simulation: a closed-model warm-up in cycles, then measured phases at a constant rate (open
 * model) or by so many users (closed model), each as soon as the one before has got its last answer. Public because
 * Gatling creates it.
 */
public final class LoadSimulation extends io.gatling.javaapi.core.Simulation {
    private final LoadScript script = LoadScript.current();
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
        ChainBuilder request =
                exec(asked(http(session -> script.warmUpName(session)), session -> script.warmUpUrl(session))
                        .check(status().is(order.request().status())));
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
        return switch (order.arrivalsOf(number)) {
            case Arrivals.Open open -> scenario.exec(request).injectOpen(allRequests(number));
            case Arrivals.Stepped stepped -> scenario.exec(request).injectOpen(allRequests(number));
            case Arrivals.Closed closed ->
                scenario.asLongAs(session -> script.goesOn(number, session))
                        .on(request)
                        .injectOpen(atOnceUsers(closed.users()));
        };
    }

    /**
     * Gatling injects over whole seconds and forgets the rest: users of a phase that lasts longer come early, and are
     * held like all others until they are due.
     */
    private OpenInjectionStep allRequests(int number) {
        return rampUsers(order.usersOf(number))
                .during(Duration.ofSeconds(order.length().toSeconds()));
    }

    private HttpRequestActionBuilder measured(int number) {
        return (script.shared(number)
                        ? asked(
                                http(session -> script.requestName(number, session)),
                                session -> script.url(number, session))
                        : asked(request(number), session -> script.url(number)))
                .sign((request, session) -> script.written(number, request, session))
                .check(
                        status().transformWithSession((code, session) -> script.answered(number, code, session))
                                .is(order.request().status()),
                        bodyString()
                                .transformWithSession((body, session) -> script.matches(number, body, session))
                                .is(true));
    }

    /** Functions, where Gatling would read a text as an expression of its own. */
    private HttpRequestActionBuilder asked(Http name, Function<Session, String> url) {
        HttpRequest request = order.request();
        HttpRequestActionBuilder asked = name.httpRequest(request.method(), url);
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            asked = asked.header(header.getKey(), session -> header.getValue());
        }
        return request.body().isEmpty() ? asked : asked.body(StringBody(session -> request.body()));
    }

    /** A step has no name before its rate is told. */
    private Http request(int number) {
        return order.arrivals() instanceof Arrivals.Stepped
                ? http(session -> script.requestName(number, session))
                : http(script.requestName(number));
    }
}
