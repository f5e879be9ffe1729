package dev.loomgate.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EffectiveAuditTest {
    @Test
    void findsWhatDiffersFromThePlan() {
        assertThat(EffectiveAudit.differences(Map.of("request-threads", "100"), Map.of("request-threads", "50")))
                .containsExactly("effective configuration differs: request-threads is 50, planned is 100");
        assertThat(EffectiveAudit.differences(Map.of("gc", "G1"), Map.of("gc", "G1", "java", "25")))
                .isEmpty();
    }

    @Test
    void findsWhatChangedAndLeavesTheLaunchersWordsAlone() {
        assertThat(EffectiveAudit.changes(Map.of("launcher.cpus", "0", "a", "1", "b", "2"), Map.of("a", "1", "b", "2")))
                .isEmpty();
        assertThat(EffectiveAudit.changes(Map.of("a", "1", "b", "2"), Map.of("a", "3", "c", "4")))
                .containsExactly(
                        "effective configuration changed during the cell: a was 1, is 3",
                        "effective configuration changed during the cell: b was 2, is not reported",
                        "effective configuration changed during the cell: c was not reported, is 4");
    }
}
