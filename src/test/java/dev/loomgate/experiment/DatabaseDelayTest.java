package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseDelayTest {
    @ParameterizedTest(name = "{0} ms planned, {1} us measured: wrong is {2}")
    @CsvSource({
        "0, 5000, false",
        "0, 5001, true",
        "0, -300, false",
        "50, 55000, false",
        "50, 44000, true",
        "200, 210000, false",
        "200, 210100, true",
        "200, 0, true"
    })
    void toleratesFiveMillisecondsOrFivePercentWhicheverIsMore(int planned, int measuredMicros, boolean wrong) {
        DatabaseDelay delay = new DatabaseDelay(Duration.ofMillis(planned), Duration.ofNanos(measuredMicros * 1000L));

        assertThat(delay.problem().isPresent()).isEqualTo(wrong);
    }

    @Test
    void saysWhatWasPlannedAndWhatWasMeasured() {
        DatabaseDelay delay = new DatabaseDelay(Duration.ofMillis(200), Duration.ofNanos(200_400_000));

        assertThat(delay.inWords()).isEqualTo("database delay: planned 200 ms, measured 200.4 ms");
    }
}
