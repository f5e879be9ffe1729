package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CapacityResult.End;
import dev.loomgate.metric.Metric;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SustainableTest {
    @Test
    void theAnswerLiesBetweenWhatHeldAndWhatFailed() {
        assertThat(Sustainable.of(List.of(new CapacityResult(950, OptionalInt.of(1000), End.SERVER, ""))))
                .isEqualTo(new Estimate.Estimated(Metric.CAPACITY, 950, 950, 1000, List.of(950.0)));
    }

    @Test
    void ofSeveralRampsTheIntervalHoldsAll() {
        List<CapacityResult> ends = List.of(
                new CapacityResult(800, OptionalInt.of(850), End.SERVER, ""),
                new CapacityResult(900, OptionalInt.of(950), End.SERVER, ""),
                new CapacityResult(1000, OptionalInt.of(1050), End.SERVER, ""));

        assertThat(Sustainable.of(ends))
                .isEqualTo(new Estimate.Estimated(Metric.CAPACITY, 900, 800, 1050, List.of(800.0, 900.0, 1000.0)));
    }

    @Test
    void aCeilingThatWasHeldIsNoUpperEnd() {
        assertThat(Sustainable.of(List.of(new CapacityResult(2400, OptionalInt.empty(), End.CEILING, ""))))
                .isEqualTo(
                        new Estimate.Estimated(Metric.CAPACITY, 2400, 2400, Double.POSITIVE_INFINITY, List.of(2400.0)));
    }

    @Test
    void whatWasEndedByTheMachineIsNoAnswer() {
        assertThat(Sustainable.of(
                        List.of(new CapacityResult(400, OptionalInt.empty(), End.UNKNOWN, "the generator was late"))))
                .isEqualTo(new Estimate.Missing(Metric.CAPACITY, "the generator was late"));
    }
}
