package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StubDelayTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 10_000})
    void takesMillisecondsUpToTenSeconds(int millis) {
        assertThat(StubDelay.parse(Integer.toString(millis))).isEqualTo(millis);
        assertThat(StubDelay.parse("ms", Integer.toString(millis))).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource({
        "10001, 'ms is a whole number from 0 to 10000, was 10001'",
        "-1, ms is a whole number from 0 to 10000",
        "1.5, ms is a whole number from 0 to 10000",
        "'', ms is a whole number from 0 to 10000",
        ", 'ms is a whole number from 0 to 10000, and is missing'"
    })
    void refusesAnythingElseAndNamesTheParameter(String text, String reason) {
        assertThatThrownBy(() -> StubDelay.parse("ms", text))
                .isInstanceOf(BadParameter.class)
                .hasMessage(reason);
    }

    @Test
    void callsItsParameterDelayUnlessToldOtherwise() {
        assertThatThrownBy(() -> StubDelay.parse(null)).hasMessageStartingWith("delay is a whole number");
    }
}
