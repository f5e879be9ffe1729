package dev.loomgate.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.loomgate.metric.Metric;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ResultsJsonTest {
    private final ObjectMapper mapper = new ObjectMapper();

    @Test
    void everyCaseKeepsTheSchema() throws IOException {
        assertThat(problems(text(TestSuite.everyCase()))).isEmpty();
    }

    @Test
    void aRunWithoutAnyCellKeepsTheSchema() throws IOException {
        assertThat(problems(new ResultsJson().text(TestSuite.of(Path.of("target"), 3))))
                .isEmpty();
    }

    @Test
    void theSchemaIsNotBlind() throws IOException {
        ObjectNode tree = (ObjectNode) mapper.readTree(text(TestSuite.everyCase()));
        assertThat(problems(tree.deepCopy().put("extra", 1).toString())).isNotEmpty();
        assertThat(problems(tree.deepCopy().put("schemaVersion", 3).toString())).isNotEmpty();
        ObjectNode wrongOutcome = tree.deepCopy();
        ((ObjectNode) wrongOutcome.at("/cells/0")).put("outcome", "GREEN");
        assertThat(problems(wrongOutcome.toString())).isNotEmpty();
        ObjectNode wrongMetric = tree.deepCopy();
        ((ObjectNode) wrongMetric.at("/cells/0/iterations/0/readings/p99")).put("value", "fast");
        assertThat(problems(wrongMetric.toString())).isNotEmpty();
    }

    @Test
    void theSchemaKnowsEveryMetric() throws IOException {
        List<String> allowed = new ArrayList<>();
        mapper.readTree(schemaText()).at("/$defs/metric/enum").forEach(name -> allowed.add(name.asText()));
        assertThat(allowed).isEqualTo(Metric.keys());
    }

    @Test
    void anUnboundedEndIsNull() throws IOException {
        JsonNode cell = cell(new TestCell("virtual", "io", 500)
                .estimate(Metric.P99, 114, Double.NEGATIVE_INFINITY, 120)
                .estimate(Metric.RSS, 7, 6, Double.POSITIVE_INFINITY));

        assertThat(cell.at("/estimates/p99/low").isNull()).isTrue();
        assertThat(cell.at("/estimates/p99/high").asDouble()).isEqualTo(120);
        assertThat(cell.at("/estimates/rss/high").isNull()).isTrue();
        assertThat(cell.at("/estimates/p99/unit").asText()).isEqualTo("ms");
        assertThat(cell.at("/estimates/throughput/direction").asText()).isEqualTo("higher-is-better");
    }

    @Test
    void aMissingEstimateHasAReasonAndNoNumber() throws IOException {
        JsonNode estimate = cell(new TestCell("virtual", "io", 500).missing(Metric.RSS, "no /proc"))
                .at("/estimates/rss");

        assertThat(estimate.at("/missing").asText()).isEqualTo("no /proc");
        assertThat(estimate.has("value")).isFalse();
    }

    @Test
    void holdsEveryIterationRawAndTheInvalidOnesWithTheirReason() throws IOException {
        JsonNode iterations = cell(new TestCell("virtual", "io", 500)
                        .iteration(Map.of("503", 12L, "ConnectException", 3L))
                        .iteration(Map.of(), "the generator was late"))
                .at("/iterations");

        assertThat(iterations).hasSize(2);
        assertThat(iterations.at("/0/planned").asLong()).isEqualTo(2500);
        assertThat(iterations.at("/0/failed").asLong()).isEqualTo(15);
        assertThat(iterations.at("/0/failedByKind/503").asLong()).isEqualTo(12);
        assertThat(iterations.at("/0/valid").asBoolean()).isTrue();
        assertThat(iterations.at("/0/readings/p99/value").asDouble()).isEqualTo(10.25);
        assertThat(iterations.at("/0/readings/rss/unavailable").asText()).contains("/proc");
        assertThat(iterations.at("/1/valid").asBoolean()).isFalse();
        assertThat(iterations.at("/1/invalid/0").asText()).isEqualTo("the generator was late");
        assertThat(iterations.at("/1/hlog").asText()).isEqualTo("virtual.jdk25.io.500rps.2.hlog");
    }

    @Test
    void aVerdictHoldsItsLimitItsBoundAndItsEvidence() throws IOException {
        JsonNode verdict = cell(new TestCell("virtual", "io", 500)
                        .estimate(Metric.P99, 131.4, 128, 134.9)
                        .failed(Metric.P99, "<= 115 ms", 115))
                .at("/verdicts/0");

        assertThat(verdict.at("/outcome").asText()).isEqualTo("FAILED");
        assertThat(verdict.at("/limit").asText()).isEqualTo("<= 115 ms");
        assertThat(verdict.at("/line").asInt()).isEqualTo(14);
        assertThat(verdict.at("/bound").asDouble()).isEqualTo(115);
        assertThat(verdict.at("/estimate/low").asDouble()).isEqualTo(128);
    }

    @Test
    void timesAreInstantsOrSeconds() throws IOException {
        JsonNode tree = mapper.readTree(text(new TestCell("virtual", "io", 500)));

        assertThat(tree.at("/started").asText()).isEqualTo("2026-03-29T01:30:00.123Z");
        assertThat(tree.at("/wallTimeSeconds").asDouble()).isEqualTo(724);
        assertThat(tree.at("/plan/scale/warmUp/loadSeconds").asDouble()).isEqualTo(2.5);
        assertThat(tree.at("/plan/guards/latenessFloorMilliseconds").asDouble()).isEqualTo(2);
    }

    private JsonNode cell(TestCell cell) throws IOException {
        return mapper.readTree(text(cell)).at("/cells/0");
    }

    private static String text(TestCell... cells) {
        SuiteVerdict suite = TestSuite.of(cells);
        return new ResultsJson().text(suite);
    }

    private static List<Error> problems(String json) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schemaText(), InputFormat.JSON);
        return schema.validate(json, InputFormat.JSON);
    }

    private static String schemaText() throws IOException {
        try (InputStream file = ReportWriter.class.getResourceAsStream("results.schema.json")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
