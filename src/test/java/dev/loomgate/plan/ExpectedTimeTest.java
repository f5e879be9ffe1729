package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpectedTimeTest {
    @Test
    void theThesesTakeDays() {
        assertThat(atMost("thesis")).isBetween(Duration.ofHours(24), Duration.ofDays(14));
    }

    @Test
    void theSmokeRunTakesMinutes() {
        assertThat(atMost("smoke")).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(10));
    }

    private static Duration atMost(String scale) {
        return ExpectedTime.atMost(PlanReader.read(Map.of("loomgate.scale", scale), Set.of(25)));
    }
}
