package dev.loomgate.load;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** Its user thinks, and asks nothing. */
public final class SilentSimulation extends Simulation {
    /** For Gatling. */
    public SilentSimulation() {
        setUp(scenario("silent").exec(pause(Duration.ofMillis(10))).injectOpen(atOnceUsers(1)));
    }
}
