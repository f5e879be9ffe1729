package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecondChanceTest {
    @ParameterizedTest
    @ValueSource(strings = {"surefire.rerunFailingTestsCount", "failsafe.rerunFailingTestsCount"})
    void rerunsThatTheCommandLineAsksForAreRefused(String property) {
        assertThatThrownBy(() -> SecondChance.refuse(Map.of(property, "2")))
                .hasMessageContaining("-D" + property + "=2")
                .hasMessageContaining("makes green what is red");
        assertThatCode(() -> SecondChance.refuse(Map.of(property, "0"))).doesNotThrowAnyException();
    }

    /** A pom may ask for reruns without a property. */
    @Test
    void whatWasRedIsNotMeasuredAgain() {
        Map<String, String> asked = Map.of("loomgate.baseline", "second-chance-a", "user.dir", "/a");

        assertThatCode(() -> SecondChance.refuse(asked)).doesNotThrowAnyException();
        SecondChance.wasRed(asked);

        assertThatThrownBy(() -> SecondChance.refuse(Map.of("loomgate.baseline", "second-chance-a", "user.dir", "/b")))
                .hasMessageContaining("was red already");
        assertThatCode(() -> SecondChance.refuse(Map.of("loomgate.baseline", "second-chance-b")))
                .doesNotThrowAnyException();
    }
}
