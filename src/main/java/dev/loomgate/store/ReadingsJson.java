package dev.loomgate.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.loomgate.metric.Invalidity;
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

    static void write(ArrayNode json, List<Invalidity> reasons) {
        reasons.forEach(
                reason -> json.addObject().put("kind", reason.kind().name()).put("sentence", reason.sentence()));
    }

    /** Earlier versions wrote sentences without a kind: read as one that is never forgiven. */
    static List<Invalidity> invalidities(JsonNode json) {
        List<Invalidity> reasons = new ArrayList<>();
        json.forEach(reason -> reasons.add(
                reason.isTextual()
                        ? Invalidity.instrument(reason.asText())
                        : new Invalidity(
                                Invalidity.Kind.valueOf(reason.required("kind").asText()),
                                reason.required("sentence").asText())));
        return reasons;
    }

    static List<String> texts(JsonNode json) {
        List<String> texts = new ArrayList<>();
        json.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
