package dev.loomgate.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Step;
import dev.loomgate.load.HistogramText;
import dev.loomgate.load.IterationLoad;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One measured phase as JSON that is read again. */
final class IterationJson {
    private IterationJson() {}

    static void write(ObjectNode json, Iteration iteration) {
        IterationLoad load = iteration.load();
        json.put("number", iteration.number())
                .put("phase", load.phase())
                .put("length", load.length().toNanos())
                .put("planned", load.planned())
                .put("started", load.started())
                .put("startSpan", load.startSpan().toNanos())
                .put("good", load.good())
                .put("wrongBodies", load.wrongBodies())
                .put("wrongBody", load.wrongBody())
                .put("latency", HistogramText.encode(load.latency()))
                .put("service", HistogramText.encode(load.service()))
                .put("notGood", HistogramText.encode(load.notGood()))
                .put("lateness", HistogramText.encode(load.lateness()))
                .put("heldBack", load.heldBack())
                .put("answerSpan", load.answerSpan().toNanos())
                .put("answeredInTime", load.answeredInTime())
                .put("generatorCpu", load.generatorCpu().toNanos())
                .put("generatorWork", load.generatorWork().toNanos())
                .put("generatorJit", load.generatorJit().toNanos())
                .put("hlog", load.hlog());
        load.errors().forEach(json.putObject("errors")::put);
        ReadingsJson.write(json.putObject("readings"), iteration.readings());
        ReadingsJson.write(json.putArray("invalid"), iteration.invalid());
        iteration.notes().forEach(json.putArray("notes")::add);
        iteration
                .step()
                .ifPresent(step -> json.putObject("step")
                        .put("repetition", step.repetition())
                        .put("requestsPerSecond", step.requestsPerSecond())
                        .put("held", step.held())
                        .put("why", step.why()));
    }

    static Iteration read(JsonNode json) {
        JsonNode step = json.path("step");
        return new Iteration(
                json.required("number").asInt(),
                load(json),
                ReadingsJson.read(json.required("readings")),
                ReadingsJson.invalidities(json.required("invalid")),
                ReadingsJson.texts(json.required("notes")),
                step.isMissingNode()
                        ? Optional.empty()
                        : Optional.of(new Step(
                                step.required("repetition").asInt(),
                                step.required("requestsPerSecond").asInt(),
                                step.required("held").asBoolean(),
                                step.required("why").asText())));
    }

    private static IterationLoad load(JsonNode json) {
        Map<String, Long> errors = new LinkedHashMap<>();
        json.required("errors")
                .properties()
                .forEach(kind -> errors.put(kind.getKey(), kind.getValue().asLong()));
        return new IterationLoad(
                json.required("phase").asText(),
                CellsFolder.nanos(json, "length"),
                json.required("planned").asLong(),
                json.required("started").asLong(),
                CellsFolder.nanos(json, "startSpan"),
                json.required("good").asLong(),
                json.required("wrongBodies").asLong(),
                json.required("wrongBody").asText(),
                errors,
                HistogramText.decode(json.required("latency").asText()),
                HistogramText.decode(json.required("service").asText()),
                HistogramText.decode(json.required("notGood").asText()),
                HistogramText.decode(json.required("lateness").asText()),
                json.required("heldBack").asLong(),
                CellsFolder.nanos(json, "answerSpan"),
                json.required("answeredInTime").asLong(),
                CellsFolder.nanos(json, "generatorCpu"),
                CellsFolder.nanos(json, "generatorWork"),
                CellsFolder.nanos(json, "generatorJit"),
                json.required("hlog").asText());
    }
}
