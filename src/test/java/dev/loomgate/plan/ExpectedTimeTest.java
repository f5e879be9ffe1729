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

    /** What these claims look at has different company, so that they share no server. */
    @Test
    void claimsThatShareNoServerTakeTheSumOfBoth() {
        assertThat(claims("KTH-3,NCI-2")).isEqualTo(claims("KTH-3").plus(claims("NCI-2")));
    }

    /** A second relation on the same servers needs no boot of its own; the boot of a round is 12 s. */
    @Test
    void claimsThatShareTheirServersBootThemOnce() {
        Duration boots = claims("NCI-1").plus(claims("NCI-2")).minus(claims("NCI-1,NCI-2"));

        assertThat(boots).isEqualTo(Duration.ofSeconds(12).multipliedBy(2 * 3));
    }

    private static Duration claims(String ids) {
        return ExpectedTime.atMost(PlanReader.readClaims(
                Map.of("loomgate.claims", "true", "loomgate.claim", ids, "loomgate.runtimes", "jdk25"), Set.of(25)));
    }

    private static Duration atMost(String scale) {
        return ExpectedTime.atMost(PlanReader.read(Map.of("loomgate.scale", scale), Set.of(25)));
    }
}
