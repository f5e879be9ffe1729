package dev.loomgate.report;

import dev.loomgate.experiment.Iteration;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** Reads the interval logs of iterations, each once: the page is written again after every cell. */
final class SecondBySecond {
    private static final String TAG = "latency";
    private static final double NANOS_PER_MILLI = 1e6;

    private final Map<Path, List<Double>> known = new HashMap<>();

    /** The 99th percentile of each second, ms; empty where there is no log. */
    List<Double> p99(Path folder, Iteration iteration) {
        String name = iteration.load().hlog();
        return name.isEmpty() ? List.of() : known.computeIfAbsent(folder.resolve(name), SecondBySecond::read);
    }

    private static List<Double> read(Path file) {
        List<Double> values = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram next = reader.nextIntervalHistogram();
                if (next instanceof Histogram second && TAG.equals(second.getTag()) && second.getTotalCount() > 0) {
                    values.add(second.getValueAtPercentile(99) / NANOS_PER_MILLI);
                }
            }
            return values;
        } catch (FileNotFoundException gone) {
            return List.of();
        }
    }
}
