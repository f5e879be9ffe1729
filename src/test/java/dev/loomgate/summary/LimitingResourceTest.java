package dev.loomgate.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CapacityResult.End;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Phases;
import dev.loomgate.experiment.Step;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.server.ExitReason;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A server with 20 threads on a workload that waits 100 ms, which failed at 300 req/s. */
class LimitingResourceTest {

    @Test
    void threadsThatAllServeAreNamed() {
        assertThat(LimitingResource.of(failing(Map.of(Metric.CPU_LOAD, 20.0, Metric.THROUGHPUT, 200.0), "")))
                .hasValueSatisfying(
                        words -> assertThat(words).contains("threads: 20 of 20").doesNotContain("CPU"));
    }

    @Test
    void aServerWithRoomEverywhereSaysSo() {
        assertThat(LimitingResource.of(failing(Map.of(Metric.CPU_LOAD, 20.0, Metric.THROUGHPUT, 100.0), "")))
                .hasValueSatisfying(words -> assertThat(words).startsWith("no CPU, thread pool"));
    }

    /** After the beginning that is dropped all requests waited in a queue, which takes no thread: the first took 10 ms. */
    @Test
    void aRequestThatWaitsInAQueueTakesNoThread() {
        assertThat(LimitingResource.of(
                        failing(Map.of(Metric.CPU_LOAD, 20.0, Metric.THROUGHPUT, 100.0, Metric.MIN, 1500.0), "")))
                .hasValueSatisfying(words -> assertThat(words).startsWith("no CPU, thread pool"));
    }

    /** It ran out of something, and what that was is not measured. */
    @Test
    void ofAServerThatDiedNothingIsKnown() {
        assertThat(LimitingResource.of(failing(Map.of(Metric.THROUGHPUT, 3.0), "the server died")))
                .contains("not known, because the server died");
    }

    @Test
    void aServerThatEndedWithItsHeapSaysWhatItRanOutOf() {
        String why = "the server died: " + ExitReason.ofJvm(3);

        assertThat(LimitingResource.of(failing(Map.of(), why)))
                .hasValueSatisfying(words -> assertThat(words).startsWith("heap: the server died: exit code 3"));
    }

    @Test
    void whatTheMachineEndedHasNoResource() {
        assertThat(LimitingResource.of(
                        run(End.UNKNOWN, Map.of(Metric.CPU_LOAD, 20.0, Metric.THROUGHPUT, 200.0), "it answered 60 %")))
                .isEmpty();
    }

    private static CellRun failing(Map<Metric, Double> readings, String why) {
        return run(End.SERVER, readings, why);
    }

    private static CellRun run(End end, Map<Metric, Double> readings, String why) {
        Map<Metric, Reading> measured = new HashMap<>();
        readings.forEach((metric, value) -> measured.put(metric, new Reading.Measured(metric, value)));
        Iteration step = new Iteration(
                1,
                Phases.steady(10, 1, 10).load(),
                measured,
                List.of(),
                List.of(),
                Optional.of(new Step(1, 300, false, why)));
        return new CellRun(
                Cells.cell("narrow"),
                List.of(step),
                Map.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                "",
                "",
                "java",
                Map.of("request-threads", "20"),
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                List.of(new CapacityResult(200, OptionalInt.of(300), end, "")),
                Optional.empty());
    }
}
