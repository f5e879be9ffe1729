package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.sampling.FlightFacts;
import dev.loomgate.sampling.Flights;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One sample every 5 ms. */
class LostSamplesTest {
    @ParameterizedTest
    @CsvSource({
        // All are there; a half is; most of the time was spent where none are taken; nothing is known of the time.
        "300, 1.0, 58",
        "300, 1.0, 30",
        "3000, 0.1, 31",
        "0, 1.0, 30"
    })
    void believesARecordingThatHasMostOfThem(long millis, double userShare, long samples) {
        assertThat(LostSamples.of(facts(samples, false, userShare), Duration.ofMillis(millis)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"300, 1.0, 29", "300, 1.0, 9", "600, 0.5, 29"})
    void doesNotBelieveOneThatLacksMost(long millis, double userShare, long samples) {
        assertThat(LostSamples.of(facts(samples, false, userShare), Duration.ofMillis(millis)))
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains(samples + " samples", samples * 5 + " ms of the 300 that", "not to be believed"));
    }

    /**
     * A machine on which the same requests take a third of the time: what an event loop lost must not pass for few that
     * were all there.
     */
    @ParameterizedTest
    @CsvSource({"100, 1.0, 12", "100, 1.0, 20", "0, 1.0, 3"})
    void doesNotBelieveFew(long millis, double userShare, long samples) {
        assertThat(LostSamples.of(facts(samples, false, userShare), Duration.ofMillis(millis)))
                .hasValueSatisfying(reason -> assertThat(reason).contains(samples + " samples", "fewer than 30"));
    }

    /** Samples of CPU time are taken in the operating system, too. */
    @Test
    void expectsSamplesOfCpuTimeWhereverItWasSpent() {
        assertThat(LostSamples.of(facts(58, true, 0.1), Duration.ofMillis(300))).isEmpty();
        assertThat(LostSamples.of(facts(29, true, 0.1), Duration.ofMillis(300)))
                .hasValueSatisfying(reason -> assertThat(reason).contains("145 ms of the 300 that"));
    }

    private static FlightFacts facts(long samples, boolean ofCpuTime, double userShare) {
        return Flights.facts(samples, 0.2, ofCpuTime, userShare);
    }
}
