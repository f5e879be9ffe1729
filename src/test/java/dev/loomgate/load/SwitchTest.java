package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SwitchTest {
    private static final String NAME = "loomgate.generator.of-this-test";

    @AfterEach
    void forget() {
        System.clearProperty(NAME);
    }

    @Test
    void isOnWhenNobodySaysAnything() {
        assertThat(Switch.isOn(NAME)).isTrue();
    }

    @Test
    void canBeSwitchedOff() {
        System.setProperty(NAME, "off");

        assertThat(Switch.isOn(NAME)).isFalse();
    }

    @Test
    void refusesAWordItDoesNotKnow() {
        System.setProperty(NAME, "false");

        assertThatThrownBy(() -> Switch.isOn(NAME)).hasMessageContaining(NAME).hasMessageContaining("on or off");
    }
}
