package dev.loomgate.trial;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.sampling.CpuGroup;
import dev.loomgate.sampling.Flight;
import dev.loomgate.sampling.FlightFacts;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.sampling.Window;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** One more phase behind the measured ones, with a flight recording on, where it was asked for: what that costs is in no number that is judged. */
final class ExplanationPhase {
    private final Optional<Path> file;
    private final Sampler sampler;
    private boolean begun;
    private Optional<Flight> flight = Optional.empty();
    private Optional<Window> window = Optional.empty();
    private Duration applicationCpu = Duration.ZERO;

    /** @param file for the recording; empty when nobody asked for one */
    ExplanationPhase(Optional<Path> file, Sampler sampler) {
        this.file = file;
        this.sampler = sampler;
    }

    /** Whether there is such a phase, which then begins now. */
    boolean begins() {
        if (file.isEmpty() || begun) {
            return false;
        }
        begun = true;
        sampler.startRecording();
        window = Optional.of(sampler.open());
        return true;
    }

    /** Whether the phase that runs, or has just ended, is this one: it is the last one of a cell. */
    boolean hasBegun() {
        return begun;
    }

    void ended() {
        applicationCpu = window.map(Window::close)
                .map(samples -> samples.cpuNanos().getOrDefault(CpuGroup.APPLICATION, 0L))
                .map(Duration::ofNanos)
                .orElse(Duration.ZERO);
        flight = file.map(sampler::stopRecording);
    }

    Optional<Explanation> explanation() {
        return file.flatMap(recording -> flight.map(found -> new Explanation(recording, found)));
    }

    /** What it tells in one number each; nothing when nobody asked. */
    Map<Metric, Reading> readings() {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        flight.ifPresent(found -> {
            switch (found) {
                case Flight.Recorded recorded ->
                    lost().ifPresentOrElse(
                                    reason -> unavailable(reason, readings), () -> numbers(recorded.facts(), readings));
                case Flight.Lost lost -> unavailable(lost.reason(), readings);
            }
        });
        return readings;
    }

    /** Why its stacks and methods tell nothing, where that is so. */
    Optional<String> lost() {
        return flight.filter(Flight.Recorded.class::isInstance)
                .map(Flight.Recorded.class::cast)
                .flatMap(recorded -> LostSamples.of(recorded.facts(), applicationCpu));
    }

    private static void numbers(FlightFacts facts, Map<Metric, Reading> readings) {
        readings.put(Metric.STACK_HEIGHT, new Reading.Measured(Metric.STACK_HEIGHT, facts.stackHeight()));
        readings.put(Metric.KERNEL_SHARE, new Reading.Measured(Metric.KERNEL_SHARE, 100 * facts.kernelShare()));
    }

    private static void unavailable(String reason, Map<Metric, Reading> readings) {
        readings.put(Metric.STACK_HEIGHT, new Reading.Unavailable(Metric.STACK_HEIGHT, reason));
        readings.put(Metric.KERNEL_SHARE, new Reading.Unavailable(Metric.KERNEL_SHARE, reason));
    }
}
