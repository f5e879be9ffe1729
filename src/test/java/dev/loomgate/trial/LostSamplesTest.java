package dev.loomgate.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.sampling.FlightFacts;
import dev.loomgate.sampling.FlightFacts.Waits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One sample every 10 ms. */
class LostSamplesTest {
    @ParameterizedTest
    @CsvSource({
        // All are there; a half is; most of the time was spent where none are taken; nothing is known of the time.
        "600, 1.0, 58",
        "600, 1.0, 30",
        "6000, 0.1, 31",
        "0, 1.0, 30"
    })
    void believesARecordingThatHasMostOfThem(long millis, double userShare, long samples) {
        assertThat(LostSamples.of(facts(samples, false, userShare), Duration.ofMillis(millis)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"600, 1.0, 29", "600, 1.0, 9", "1200, 0.5, 29"})
    void doesNotBelieveOneThatLacksMost(long millis, double userShare, long samples) {
        assertThat(LostSamples.of(facts(samples, false, userShare), Duration.ofMillis(millis)))
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains(samples + " samples", "ran for 600 ms", "about 60", "not to be believed"));
    }

    /** A machine on which the same requests take a third of the time: what an event loop lost must not pass for few that were all there. */
    @ParameterizedTest
    @CsvSource({"200, 1.0, 12", "200, 1.0, 20", "0, 1.0, 3"})
    void doesNotBelieveFew(long millis, double userShare, long samples) {
        assertThat(LostSamples.of(facts(samples, false, userShare), Duration.ofMillis(millis)))
                .hasValueSatisfying(reason -> assertThat(reason).contains(samples + " samples", "fewer than 30"));
    }

    /** Samples of CPU time are taken in the operating system, too. */
    @Test
    void expectsSamplesOfCpuTimeWhereverItWasSpent() {
        assertThat(LostSamples.of(facts(58, true, 0.1), Duration.ofMillis(600))).isEmpty();
        assertThat(LostSamples.of(facts(29, true, 0.1), Duration.ofMillis(600)))
                .hasValueSatisfying(reason -> assertThat(reason).contains("ran for 600 ms", "about 60"));
    }

    private static FlightFacts facts(long samples, boolean ofCpuTime, double userShare) {
        Waits none = new Waits(0, Duration.ZERO, Duration.ZERO);
        return new FlightFacts(
                List.of(), none, none, none, List.of(), List.of(), samples, 50, 0.2, ofCpuTime, userShare, List.of());
    }
}
