package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.sampling.CpuGroup;
import dev.loomgate.sampling.Flight;
import dev.loomgate.sampling.FlightFacts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a recording of one server tells in numbers.
 *
 * @param applicationCpu time of the application's threads while it was recorded
 * @param answers what it gave meanwhile
 */
record FlightNumbers(Flight flight, Duration applicationCpu, Answers answers) {
    /**
     * Empty where the recording was not ended, or none was asked for.
     *
     * @param phases of the arm through which the recording went
     */
    static Optional<FlightNumbers> of(List<Measured> phases) {
        Duration cpu = phases.stream()
                .map(phase -> phase.samples().cpuNanos().getOrDefault(CpuGroup.APPLICATION, 0L))
                .map(Duration::ofNanos)
                .reduce(Duration.ZERO, Duration::plus);
        return phases.stream()
                .flatMap(phase -> phase.flight().stream())
                .findFirst()
                .map(flight -> new FlightNumbers(
                        flight,
                        cpu,
                        Answers.sum(phases.stream()
                                .map(phase -> Answers.of(phase.load()))
                                .toList())));
    }

    Map<Metric, Reading> readings() {
        return switch (flight) {
            case Flight.Recorded found ->
                lost().map(FlightNumbers::unavailable).orElseGet(() -> numbers(found.facts()));
            case Flight.Lost none -> unavailable(none.reason());
        };
    }

    /** Why its stacks and methods tell nothing, where that is so. */
    Optional<String> lost() {
        return flight instanceof Flight.Recorded found
                ? otherWork().or(() -> LostSamples.of(found.facts(), applicationCpu))
                : Optional.empty();
    }

    private Optional<String> otherWork() {
        String bad = answers.inWords(FlightNumbers::bad);
        return bad(answers) == 0
                ? Optional.empty()
                : Optional.of(
                        "while it was recorded " + bad + " answers were not good, so it shows other work as well");
    }

    private static long bad(Answers some) {
        return some.failed() + some.wrong();
    }

    private static Map<Metric, Reading> numbers(FlightFacts facts) {
        return Map.of(
                Metric.STACK_HEIGHT, new Reading.Measured(Metric.STACK_HEIGHT, facts.stackHeight()),
                Metric.KERNEL_SHARE, new Reading.Measured(Metric.KERNEL_SHARE, 100 * facts.kernelShare()));
    }

    private static Map<Metric, Reading> unavailable(String reason) {
        return Map.of(
                Metric.STACK_HEIGHT, new Reading.Unavailable(Metric.STACK_HEIGHT, reason),
                Metric.KERNEL_SHARE, new Reading.Unavailable(Metric.KERNEL_SHARE, reason));
    }
}
