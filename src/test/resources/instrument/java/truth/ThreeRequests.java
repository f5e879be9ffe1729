package truth;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.csv;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** A user's simulation against the server that knows the truth: three requests, one with a body, two in a group. */
public final class ThreeRequests extends Simulation {
    private static final ChainBuilder ORDER = group("order")
            .on(
                    http("post")
                            .post("/truth")
                            .body(StringBody("{\"n\": #{n}}"))
                            .check(bodyString().is("ok")),
                    http("again").get("/truth").check(bodyString().is("ok")));

    /** 150 users a second for 4 s. */
    public ThreeRequests() {
        setUp(scenario("three")
                        .exec(
                                feed(csv("numbers.csv").circular()),
                                http("get")
                                        .get("/truth?n=#{n}")
                                        .check(bodyString().is("ok")),
                                ORDER)
                        .injectOpen(constantUsersPerSec(150).during(Duration.ofSeconds(4))))
                .protocols(http.baseUrl(System.getProperty("loomgate.url", "http://localhost:8080"))
                        .shareConnections());
    }
}
