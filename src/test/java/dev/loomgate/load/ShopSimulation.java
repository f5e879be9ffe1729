package dev.loomgate.load;

import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.listFeeder;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a user might have: a feeder, a pause, a group, checks; of which one never holds. */
public final class ShopSimulation extends Simulation {
    /** For Gatling. */
    public ShopSimulation() {
        setUp(scenario("shop")
                        .feed(listFeeder(List.of(Map.of("item", "1"), Map.of("item", "2")))
                                .circular())
                        .exec(
                                exec(http("browse")
                                        .get("/items/#{item}")
                                        .check(bodyString().is("item 7"))),
                                pause(Duration.ofMillis(20)),
                                group("checkout")
                                        .on(
                                                exec(http("order")
                                                        .post("/orders")
                                                        .header("X-Token", System.getProperty("loomgate.token", ""))
                                                        .check(status().is(201))),
                                                exec(http("receipt")
                                                        .get("/items/9")
                                                        .check(bodyString().is("receipt")))),
                                exec(http("lost").get("/lost")))
                        .injectOpen(constantUsersPerSec(50).during(Duration.ofSeconds(1))))
                .protocols(http.baseUrl(System.getProperty("loomgate.url", "http://localhost:8080")));
    }
}
