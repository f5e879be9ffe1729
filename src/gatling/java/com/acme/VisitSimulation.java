package com.acme;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.csv;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;

/**
 * A visitor greets, thinks, and counts some primes. As for Gatling's own plugins; only the address is Loomgate's to
 * say, in {@code loomgate.url}.
 */
public final class VisitSimulation extends Simulation {
    private static final HttpProtocolBuilder SERVER = http.baseUrl(
                    System.getProperty("loomgate.url", "http://localhost:8080"))
            .shareConnections();

    private static final ChainBuilder GREET =
            exec(http("greet").get("/json").check(jsonPath("$.message").is("Hello, World!")));

    private static final ChainBuilder COUNT = group("count")
            .on(
                    feed(csv("primes.csv").circular()),
                    exec(http("primes")
                            .get("/primes?from=1&to=#{to}")
                            .check(status().is(200), jsonPath("$.count").isEL("#{count}"))),
                    exec(http("leave").get("/empty")));

    private static final ScenarioBuilder VISIT =
            scenario("visit").exec(GREET, pause(Duration.ofMillis(50), Duration.ofMillis(150)), COUNT);

    /** 100 visitors a second for 3 s. */
    public VisitSimulation() {
        setUp(VISIT.injectOpen(constantUsersPerSec(100).during(Duration.ofSeconds(3))))
                .protocols(SERVER);
    }
}
