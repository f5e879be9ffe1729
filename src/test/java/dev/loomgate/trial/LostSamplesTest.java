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
        // All are there; a half is; so few may be missing by chance; most of the time was spent where none are taken.
        "600, 1.0, 58",
        "600, 1.0, 30",
        "190, 1.0, 5",
        "600, 0.4, 13"
    })
    void believesARecordingThatHasMostOfThem(long millis, double userShare, long samples) {
        assertThat(LostSamples.of(facts(samples, userShare), Duration.ofMillis(millis)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"600, 1.0, 29", "600, 1.0, 9", "1200, 0.5, 29"})
    void doesNotBelieveOneThatLacksMost(long millis, double userShare, long samples) {
        assertThat(LostSamples.of(facts(samples, userShare), Duration.ofMillis(millis)))
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains(samples + " samples", "ran for 600 ms", "about 60", "not to be believed"));
    }

    @Test
    void hasNoOpinionWhereNothingIsKnown() {
        assertThat(LostSamples.of(facts(3, 1), Duration.ZERO)).isEmpty();
    }

    private static FlightFacts facts(long samples, double userShare) {
        Waits none = new Waits(0, Duration.ZERO, Duration.ZERO);
        return new FlightFacts(
                List.of(), none, none, none, List.of(), List.of(), samples, 50, 0.2, userShare, List.of());
    }
}
