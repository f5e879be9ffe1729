package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.trial.Sustained;
import dev.loomgate.trial.Sustained.End;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SustainableTest {
    @Test
    void theAnswerLiesBetweenWhatHeldAndWhatFailed() {
        assertThat(Sustainable.of(List.of(new Sustained(950, OptionalInt.of(1000), End.SERVER, ""))))
                .isEqualTo(new Estimate.Estimated(Metric.CAPACITY, 950, 950, 1000, List.of(950.0)));
    }

    @Test
    void ofSeveralRampsTheIntervalHoldsAll() {
        List<Sustained> ends = List.of(
                new Sustained(800, OptionalInt.of(850), End.SERVER, ""),
                new Sustained(900, OptionalInt.of(950), End.SERVER, ""),
                new Sustained(1000, OptionalInt.of(1050), End.SERVER, ""));

        assertThat(Sustainable.of(ends))
                .isEqualTo(new Estimate.Estimated(Metric.CAPACITY, 900, 800, 1050, List.of(800.0, 900.0, 1000.0)));
    }

    @Test
    void aCeilingThatWasHeldIsNoUpperEnd() {
        assertThat(Sustainable.of(List.of(new Sustained(2400, OptionalInt.empty(), End.CEILING, ""))))
                .isEqualTo(
                        new Estimate.Estimated(Metric.CAPACITY, 2400, 2400, Double.POSITIVE_INFINITY, List.of(2400.0)));
    }

    @Test
    void whatWasEndedByTheMachineIsNoAnswer() {
        assertThat(Sustainable.of(
                        List.of(new Sustained(400, OptionalInt.empty(), End.UNKNOWN, "the generator was late"))))
                .isEqualTo(new Estimate.Missing(Metric.CAPACITY, "the generator was late"));
    }
}
