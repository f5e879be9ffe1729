package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An iteration in one line of progress: what most people look at, and how the generator did. */
final class OneLine {
    private OneLine() {}

    static String of(Map<Metric, Reading> readings) {
        return Stream.of(
                        Metric.P50,
                        Metric.P99,
                        Metric.THROUGHPUT,
                        Metric.APPLICATION_CPU,
                        Metric.LATENESS_P99,
                        Metric.GENERATOR_CPU)
                .map(metric -> metric + " " + value(readings.get(metric)))
                .collect(Collectors.joining(", "));
    }

    private static String value(@Nullable Reading reading) {
        return reading instanceof Reading.Measured measured
                ? String.format(
                        Locale.ROOT,
                        "%.2f %s",
                        measured.value(),
                        measured.metric().unit())
                : "n/a";
    }
}
