package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GeneratorOptionsTest {
    @Test
    void everythingIsOnWhenNobodySaysAnything() {
        assertThat(GeneratorOptions.of(Map.<String, String>of()::get)).isEqualTo(GeneratorOptions.USUAL);
    }

    @Test
    void eachCanBeSwitchedOffByItself() {
        assertThat(GeneratorOptions.of(Map.of("loomgate.generator.send-lead", "off")::get))
                .isEqualTo(new GeneratorOptions(false, true));
        assertThat(GeneratorOptions.of(Map.of("loomgate.generator.keep-alive", "off")::get))
                .isEqualTo(new GeneratorOptions(true, false));
    }

    @Test
    void aWordThatIsNeitherOnNorOffIsRefused() {
        assertThatThrownBy(() -> GeneratorOptions.of(Map.of("loomgate.generator.send-lead", "false")::get))
                .hasMessageContaining("-Dloomgate.generator.send-lead=false")
                .hasMessageContaining("on or off");
    }
}
