package dev.loomgate.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** What the truth server wrote down, per phase of load. It knows nothing of the generator. */
final class TruthPhases {
    private final Map<Integer, List<Line>> phases;

    private TruthPhases(Map<Integer, List<Line>> phases) {
        this.phases = phases;
    }

    private record Line(int phase, long arrived, long replied) {
        static Line of(String text) {
            String[] words = text.split(",", -1);
            return new Line(Integer.parseInt(words[0]), Long.parseLong(words[2]), Long.parseLong(words[3]));
        }
    }

    static TruthPhases read(Path log) {
        try (var lines = Files.lines(log)) {
            return of(lines.toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the truth", e);
        }
    }

    static TruthPhases of(List<String> lines) {
        return new TruthPhases(lines.stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("phase"))
                .map(Line::of)
                .collect(Collectors.groupingBy(Line::phase, TreeMap::new, Collectors.toList())));
    }

    /** The only phases that have so many requests, in their order. */
    List<Integer> withRequests(int count) {
        return phases.entrySet().stream()
                .filter(phase -> phase.getValue().size() == count)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** From the intended start, which is where the earliest arrival puts it. */
    Histogram latency(int phase, int requestsPerSecond) {
        List<Line> lines = phases.getOrDefault(phase, List.of());
        double interval = 1e9 / requestsPerSecond;
        long origin = LongStream.range(0, lines.size())
                .map(k -> lines.get((int) k).arrived() - Math.round(k * interval))
                .min()
                .orElseThrow(() -> new IllegalStateException("no phase " + phase + " in the truth"));
        Histogram latency = PhaseSummary.newHistogram();
        for (int k = 0; k < lines.size(); k++) {
            latency.recordValue(lines.get(k).replied() - origin - Math.round(k * interval));
        }
        return latency;
    }

    /** From the arrival of the request. */
    Histogram service(int phase) {
        Histogram service = PhaseSummary.newHistogram();
        for (Line line : phases.getOrDefault(phase, List.of())) {
            service.recordValue(line.replied() - line.arrived());
        }
        return service;
    }
}
