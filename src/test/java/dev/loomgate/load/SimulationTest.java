package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final Address ADDRESS = Address.of("http://127.0.0.1:1");

    /** Each of four turns ends when the last request of it has timed out. */
    @Test
    void aServerThatAnswersNothingInItsTurnsIsNoSilentGenerator() {
        Targets turns = new Targets(
                List.of(new Targets.Server("a", ADDRESS), new Targets.Server("b", ADDRESS)),
                List.of(),
                1,
                8,
                List.of(Targets.ByUsers.inTurns(6, Duration.ofMillis(500), List.of(1, 0, 0, 1))));

        assertThat(Simulation.silenceAllowed(order(turns)))
                .isGreaterThan(GeneratorProcess.REQUEST_TIMEOUT.plusMillis(500).multipliedBy(4));
    }

    private static LoadOrder order(Targets turns) {
        return new LoadOrder(
                "io",
                ADDRESS,
                Requests.of(HttpRequest.get("/io", "ok")),
                new Arrivals.Closed(6),
                1000,
                0,
                1,
                4,
                2000,
                100,
                "/reports",
                "/hlog",
                "io",
                turns);
    }
}
