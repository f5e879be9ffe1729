package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HabitsTest {
    @Test
    void everythingIsOnWhenNobodySaysAnything() {
        assertThat(Habits.of(Map.<String, String>of()::get)).isEqualTo(Habits.USUAL);
    }

    @Test
    void eachCanBeSwitchedOffByItself() {
        assertThat(Habits.of(Map.of("loomgate.generator.aim", "off")::get)).isEqualTo(new Habits(false, true));
        assertThat(Habits.of(Map.of("loomgate.generator.keep-alive", "off")::get))
                .isEqualTo(new Habits(true, false));
    }

    @Test
    void aWordThatIsNeitherOnNorOffIsRefused() {
        assertThatThrownBy(() -> Habits.of(Map.of("loomgate.generator.aim", "false")::get))
                .hasMessageContaining("-Dloomgate.generator.aim=false")
                .hasMessageContaining("on or off");
    }
}
