package dev.loomgate.load;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** What the generator tells the harness, one JSON object per line. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
    @JsonSubTypes.Type(value = GeneratorEvent.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = GeneratorEvent.AtWarmUp.class, name = "at-warm-up"),
    @JsonSubTypes.Type(value = GeneratorEvent.WarmUpEnded.class, name = "warm-up-ended"),
    @JsonSubTypes.Type(value = GeneratorEvent.AtIteration.class, name = "at-iteration"),
    @JsonSubTypes.Type(value = GeneratorEvent.IterationEnded.class, name = "iteration-ended"),
    @JsonSubTypes.Type(value = GeneratorEvent.Measured.class, name = "measured"),
    @JsonSubTypes.Type(value = GeneratorEvent.Broken.class, name = "broken"),
    @JsonSubTypes.Type(value = GeneratorEvent.RunEnded.class, name = "run-ended")
})
sealed interface GeneratorEvent {
    /** The JVM is up and waits for an order. */
    record Ready(long pid) implements GeneratorEvent {}

    /** All warm-up users stand at the gate and wait for {@code go} or {@code enough}. */
    record AtWarmUp(int cycle) implements GeneratorEvent {}

    /** A cycle of the warm-up has ended. */
    record WarmUpEnded(int cycle, WarmedUp requests) implements GeneratorEvent {}

    /** The first user of a measured phase stands at the gate and waits for {@code go} or {@code enough}. */
    record AtIteration(int iteration) implements GeneratorEvent {}

    record IterationEnded(int iteration) implements GeneratorEvent {}

    /** One for each server that shared the phase. */
    record Measured(int iteration, List<IterationLoad> loads) implements GeneratorEvent {}

    /**
     * The run can't go on, because what it does beside sending has failed: a histogram that can't be written to a full
     * disk.
     */
    record Broken(String reason) implements GeneratorEvent {}

    /** Gatling has ended and written its report; {@code failure} is empty when all went well. */
    record RunEnded(String report, String failure, long usedHeapBytes) implements GeneratorEvent {}
}
