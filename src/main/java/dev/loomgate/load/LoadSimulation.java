package dev.loomgate.load;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.flushCookieJar;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.loomgate.load.LoadScript.Asked;
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
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

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
        // A redirect that Gatling follows is a request that nothing plans or counts. Headers are those of the
        // file, whatever the user has been answered before.
        HttpProtocolBuilder protocol = http.baseUrl(order.address().baseUrl())
                .disableFollowRedirect()
                .disableAutoReferer()
                .disableAutoOrigin()
                .disableWarmUp()
                .disableCaching();
        if (order.http2()) {
            protocol = protocol.enableHttp2();
        }
        return script.keepsConnections() ? protocol.shareConnections() : protocol;
    }

    private PopulationBuilder warmUp() {
        ScenarioBuilder scenario = scenario("warm-up")
                .asLongAs(session -> script.cold())
                .on(exec(script.waitForWarmUpCycle())
                        .doIf(session -> script.cold())
                        .then(warmUpCycle()))
                .exec(script.leave(0));
        return scenario.injectOpen(atOnceUsers(order.warmUpUsers()));
    }

    /** Servers that take turns get the same work, however fast they are; one that needs too long does not finish it. */
    private ChainBuilder warmUpCycle() {
        ChainBuilder request = oneOf(
                script::askedInWarmUp,
                kind -> asked(http(session -> script.warmUpName(kind, session)), kind, script::askedInWarmUp)
                        .check(status().is(script.source().request(kind).status())));
        ChainBuilder next = (order.requests().vary()
                        ? exec(script.nextInWarmUp()).exec(request)
                        : request)
                .exec(script::answeredInWarmUp)
                .exec(flushCookieJar());
        ChainBuilder all = order.warmUpRequestsPerUser() > 0
                ? asLongAs(script::warmUpGoesOn, LoadScript.SENT).on(next)
                : during(Duration.ofMillis(order.warmUpMillis())).on(next);
        // Gatling leaves the loop when the time is up, also between two steps of it.
        return all.exec(script::answeredInWarmUp);
    }

    /** An action for each kind of request: Gatling wants to know its method and its headers beforehand. */
    private ChainBuilder oneOf(Function<Session, Asked> which, IntFunction<HttpRequestActionBuilder> action) {
        int kinds = script.source().kinds();
        return kinds == 1
                ? exec(action.apply(0))
                : doSwitch(session -> script.kind(which.apply(session)))
                        .on(IntStream.range(0, kinds)
                                .mapToObj(kind -> onCase(kind).then(exec(action.apply(kind))))
                                .toList());
    }

    /**
     * Each request of an open phase is that of a new user, who has no cookie. The users of a warm-up and of a closed
     * phase go on, and to the other server, too: its cookies are for the same host.
     */
    private PopulationBuilder iteration(int number) {
        ScenarioBuilder scenario = scenario("iteration " + number);
        ChainBuilder request = exec(script.holdUntilDue(number))
                .doIf(session -> script.skipped(number))
                .then(stopLoadGenerator("measured enough"))
                .exec(oneOf(session -> script.asked(number, session), kind -> measured(number, kind)))
                .exec(script.recordEnd(number));
        return switch (order.arrivalsOf(number)) {
            case Arrivals.Open open ->
                scenario.exec(request).exec(script.leave(number)).injectOpen(allRequests(number));
            case Arrivals.Stepped stepped ->
                scenario.exec(request).exec(script.leave(number)).injectOpen(allRequests(number));
            case Arrivals.Closed closed ->
                scenario.asLongAs(session -> script.goesOn(number, session))
                        .on(request.exec(flushCookieJar()))
                        .exec(script.leave(number))
                        .injectOpen(atOnceUsers(closed.users()));
            case Arrivals.Simulated simulated ->
                throw new IllegalStateException("a simulation of the user's is run as it is");
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

    private HttpRequestActionBuilder measured(int number, int kind) {
        return asked(named(number, kind), kind, session -> script.asked(number, session))
                .sign((request, session) -> script.written(number, request, session))
                .check(
                        status().transformWithSession((code, session) -> script.answered(number, code, session))
                                .is(script.source().request(kind).status()),
                        bodyString()
                                .transformWithSession((body, session) -> script.matches(number, body, session))
                                .is(true));
    }

    /** A step has no name before its rate is told, and where servers share a phase the request tells whose it is. */
    private Http named(int number, int kind) {
        return script.shared() || order.arrivals() instanceof Arrivals.Stepped
                ? http(session -> script.requestName(number, kind, session))
                : http(script.requestName(number, kind));
    }

    /** Functions, where Gatling would read a text as an expression of its own. */
    private HttpRequestActionBuilder asked(Http name, int kind, Function<Session, Asked> which) {
        HttpRequest request = script.source().request(kind);
        HttpRequestActionBuilder asked =
                name.httpRequest(request.method(), session -> script.url(which.apply(session)));
        for (String header : request.headers().keySet()) {
            asked = asked.header(header, session -> script.header(which.apply(session), header));
        }
        return request.body().isEmpty() ? asked : asked.body(StringBody(session -> script.body(which.apply(session))));
    }
}
