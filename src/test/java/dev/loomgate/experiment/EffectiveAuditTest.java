package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.TestRuntimes;
import java.util.List;
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
    void findsALimitThatDoesNotHold() {
        JvmRuntime debs = TestRuntimes.debs(25);

        assertThat(EffectiveAudit.limits(debs, Map.of("cpu-limit", "0.5", "memory-limit", "512")))
                .isEmpty();
        assertThat(EffectiveAudit.limits(debs, Map.of("cpu-limit", "none")))
                .containsExactlyInAnyOrder(
                        "effective configuration differs: cpu-limit is none, planned is 0.5",
                        "effective configuration differs: memory-limit is not reported, planned is 512");
    }

    @Test
    void asksForTheMemoryThatAContainerImposesAndForNoLimitWithoutOne() {
        JvmRuntime usual = TestRuntimes.of("jdk25", 25, 256, 768, List.of());

        assertThat(EffectiveAudit.limits(usual, Map.of("cpu-limit", "none", "memory-limit", "none")))
                .isEmpty();
        assertThat(EffectiveAudit.limits(usual, Map.of("launcher.memory-limit", "768", "memory-limit", "none")))
                .containsExactly("effective configuration differs: memory-limit is none, planned is 768");
    }

    @Test
    void refusesAFaultThatCannotActOnTheWorkload() {
        Map<String, String> delayed = Map.of("faults", "delay=20ms", "faults-confined-to", "io");

        assertThat(EffectiveAudit.idleFaults("json", delayed))
                .singleElement()
                .asString()
                .contains("(delay=20ms) act on the workload 'io' only, and this is 'json'");
        assertThat(EffectiveAudit.idleFaults("io", delayed)).isEmpty();
        assertThat(EffectiveAudit.idleFaults("json", Map.of("faults", "spin=50us")))
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
