package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SecondChanceTest {
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
