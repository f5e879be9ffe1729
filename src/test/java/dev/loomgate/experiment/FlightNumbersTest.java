package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.sampling.Flight;
import dev.loomgate.sampling.Flights;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlightNumbersTest {
    @Test
    void tellsWhereTheTimeWent() {
        assertThat(numbers(new Answers(400, 0, 0)).readings())
                .containsEntry(Metric.KERNEL_SHARE, new Reading.Measured(Metric.KERNEL_SHARE, 20));
        assertThat(numbers(new Answers(400, 0, 0)).lost()).isEmpty();
    }

    /** A page of errors takes other methods than the work that was asked for. */
    @Test
    void aServerThatDidOtherWorkTellsNothing() {
        assertThat(numbers(new Answers(400, 2, 1)).readings().get(Metric.KERNEL_SHARE))
                .isEqualTo(new Reading.Unavailable(
                        Metric.KERNEL_SHARE,
                        "while it was recorded 3 of 400 answers were not good, so it shows other work as well"));
    }

    /** A sample every 5 ms: 300 of them of the 1,500 ms. */
    private static FlightNumbers numbers(Answers answers) {
        return new FlightNumbers(
                new Flight.Recorded(Flights.facts(300, 0.2, false, 1), Optional.empty()),
                Duration.ofMillis(1500),
                answers);
    }
}
