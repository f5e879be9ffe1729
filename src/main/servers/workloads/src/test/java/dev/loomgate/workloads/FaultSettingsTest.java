package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultSettingsTest {
    @Test
    void findsNoFaultAmongOtherProperties() {
        FaultSettings none = FaultSettings.parse(Map.of("loomgate.port", "8080", "java.home", "somewhere"));
        assertThat(none)
                .isEqualTo(new FaultSettings(
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ZERO,
                        0,
                        0,
                        0,
                        0,
                        0,
                        Duration.ZERO,
                        Map.of()));
    }

    @Test
    void understandsEveryFault() {
        FaultSettings all = FaultSettings.parse(Map.of(
                "loomgate.fault.delay", "20ms",
                "loomgate.fault.spin", "50us",
                "loomgate.fault.lock", "200us",
                "loomgate.fault.stall", "1s",
                "loomgate.fault.allocate", "64KiB",
                "loomgate.fault.leak", "16 KiB",
                "loomgate.fault.errors", "1%",
                "loomgate.fault.wrong-body", "true",
                "loomgate.fault.die-after", "500",
                "loomgate.fault.bouts", "10s"));
        assertThat(all.delay()).hasMillis(20);
        assertThat(all.spin()).hasNanos(50_000);
        assertThat(all.lock()).hasNanos(200_000);
        assertThat(all.stall()).hasSeconds(1);
        assertThat(all.allocateBytes()).isEqualTo(65_536);
        assertThat(all.leakBytes()).isEqualTo(16_384);
        assertThat(all.errorsPerMillion()).isEqualTo(10_000);
        assertThat(all.wrongBodiesPerMillion()).isEqualTo(1_000_000);
        assertThat(all.dieAfter()).isEqualTo(500);
        assertThat(all.bouts()).hasSeconds(10);
    }

    @ParameterizedTest
    @CsvSource({"0.5%, 5000", "100 %, 1000000", "0.0001%, 1", "33.3333%, 333333"})
    void understandsSharesToATenThousandthOfAPercent(String share, long perMillion) {
        assertThat(FaultSettings.parse(Map.of("loomgate.fault.errors", share)).errorsPerMillion())
                .isEqualTo(perMillion);
        assertThat(FaultSettings.parse(Map.of("loomgate.fault.wrong-body", share))
                        .wrongBodiesPerMillion())
                .isEqualTo(perMillion);
    }

    @ParameterizedTest
    @CsvSource({
        "delay, 20",
        "delay, 0ms",
        "delay, -5ms",
        "delay, 20 MS",
        "delay, 9999999999s",
        "delay, ''",
        "spin, 50",
        "spin, 0us",
        "spin, 1ms",
        "spin, 1000001us",
        "lock, 1ms",
        "stall, 0ms",
        "stall, 1%",
        "allocate, 64KB",
        "allocate, 0KiB",
        "allocate, 1025MiB",
        "allocate, 9999999999MiB",
        "leak, much",
        "leak, 1.5KiB",
        "errors, 1",
        "errors, 0%",
        "errors, 100.1%",
        "errors, 0.00001%",
        "errors, '1,5%'",
        "wrong-body, yes",
        "wrong-body, false",
        "wrong-body, 0%",
        "die-after, 0",
        "die-after, -1",
        "die-after, soon",
        "bouts, 0s",
        "bouts, often"
    })
    void rejectsAValueThatMakesNoSense(String fault, String value) {
        assertThatThrownBy(() -> FaultSettings.parse(Map.of("loomgate.fault." + fault, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-Dloomgate.fault." + fault + "=" + value + " makes no sense: expected ");
    }

    @Test
    void rejectsAFaultThatDoesNotExist() {
        assertThatThrownBy(() -> FaultSettings.parse(Map.of("loomgate.fault.dealy", "20ms")))
                .hasMessageContaining("loomgate.fault.dealy")
                .hasMessageContaining("delay, spin, lock, stall, allocate, leak, errors, wrong-body, die-after, bouts");
    }

    @Test
    void rejectsBoutsOfNothing() {
        assertThatThrownBy(() -> FaultSettings.parse(Map.of("loomgate.fault.bouts", "10s")))
                .hasMessageContaining("loomgate.fault.bouts=10s alone does nothing")
                .hasMessageContaining("loomgate.fault.spin=50us");
    }
}
