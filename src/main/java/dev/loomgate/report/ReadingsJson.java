package dev.loomgate.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Readings as JSON that is read again: by the metric's key, in the metric's unit; what was not to be had is a text that says why. */
final class ReadingsJson {
    private ReadingsJson() {}

    static void write(ObjectNode json, Map<Metric, Reading> readings) {
        for (Metric metric : Metric.values()) {
            switch (readings.get(metric)) {
                case Reading.Measured measured -> json.put(metric.key(), measured.value());
                case Reading.Unavailable unavailable -> json.put(metric.key(), unavailable.reason());
                case null -> {}
            }
        }
    }

    static Map<Metric, Reading> read(JsonNode json) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        json.properties()
                .forEach(entry -> Metric.ofKey(entry.getKey())
                        .ifPresent(metric -> readings.put(
                                metric,
                                entry.getValue().isNumber()
                                        ? new Reading.Measured(
                                                metric, entry.getValue().asDouble())
                                        : new Reading.Unavailable(
                                                metric, entry.getValue().asText()))));
        return readings;
    }

    static List<String> texts(JsonNode json) {
        List<String> texts = new ArrayList<>();
        json.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
