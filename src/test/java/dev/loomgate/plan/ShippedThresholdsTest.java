package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.loomgate.metric.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShippedThresholdsTest {
    private static final Path FILE = Path.of("thresholds.yml");
    private static final Path SCHEMA = Path.of("src/main/resources/dev/loomgate/plan/thresholds.schema.json");

    private static Plan plan(String scale) {
        return PlanReader.read(Map.of("loomgate.scale", scale), Set.of(21, 25));
    }

    @Test
    void hasNoProblems() {
        assertThat(ThresholdsFile.read(FILE).problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"smoke", "quick", "standard"})
    void gatesEveryCellOfEveryScale(String scale) {
        Plan plan = plan(scale);
        assertThat(plan.cells())
                .isNotEmpty()
                .allSatisfy(cell -> assertThat(plan.limits())
                        .anyMatch(limit -> limit.selects(cell) && limit.metric() == Metric.THROUGHPUT));
    }

    @Test
    void measuresEveryVariantAndEveryWorkloadByDefault() {
        Plan whole = plan("standard");
        Plan quick = plan("quick");

        assertThat(of(quick, cell -> cell.variant().name()))
                .isEqualTo(of(whole, cell -> cell.variant().name()));
        assertThat(of(quick, cell -> cell.workload().name()))
                .isEqualTo(of(whole, cell -> cell.workload().name()));
    }

    @Test
    void measuresEveryVariantOnEveryWorkloadInTheFullMatrix() {
        Plan whole = plan("standard");

        assertThat(of(
                        whole,
                        cell -> cell.variant().name() + " " + cell.workload().name()))
                .hasSize(of(whole, cell -> cell.variant().name()).size()
                        * of(whole, cell -> cell.workload().name()).size());
    }

    private static Set<String> of(Plan plan, Function<Cell, String> what) {
        return plan.cells().stream().map(what).collect(Collectors.toSet());
    }

    @Test
    void overloadsThePoolOfOneHundredThreads() {
        assertThat(plan("quick").cells())
                .filteredOn(Capacity::exceededBy)
                .extracting(Cell::id)
                .containsExactly("platform-100.jdk25.io.1200rps");
    }

    @Test
    void limitsDebsAsItsStudyDidAndOnlyWhenItIsNamed() {
        assertThat(PlanReader.read(Map.of("loomgate.runtimes", "debs"), Set.of(25))
                        .cells())
                .extracting(Cell::runtime)
                .containsOnly(
                        new JvmRuntime("debs", 25, OptionalDouble.of(0.5), 256, 512, List.of("-XX:+UseParallelGC")));
        assertThat(plan("quick").cells()).noneMatch(cell -> cell.runtime().limited());
    }

    @Test
    void fitsItsSchema() throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
        assertThat(schema.validate(Files.readString(FILE), InputFormat.YAML)).isEmpty();
        assertThat(schema.validate(Sample.SOUND, InputFormat.YAML)).isEmpty();
        String calibrated = "- workloads: [compute]\n    calibrated-on: ";
        assertThat(schema.validate(
                        Sample.with("- workloads: [compute]", calibrated + "\"3f9a12c07b5e\""), InputFormat.YAML))
                .isEmpty();
        assertThat(schema.validate(Sample.with("- workloads: [compute]", calibrated + "3f9a"), InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema.validate(Sample.with("{java: 21,", "{java: 21, cpus: 0.5 CPU,"), InputFormat.YAML))
                .isEmpty();
        assertThat(schema.validate(Sample.with("{java: 21,", "{java: 21, cpus: 0 CPU,"), InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema.validate(Sample.with("{java: 21,", "{java: 21, cpus: 0.5,"), InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema.validate(
                        Sample.with("body: ok, ", "body: ok, behind: database, database-delay: 200 ms, "),
                        InputFormat.YAML))
                .isEmpty();
        assertThat(schema.validate(
                        Sample.with("body: ok, ", "body: ok, behind: downstream, database-delay: 200 ms, "),
                        InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema.validate(Sample.with("p50:", "p101:"), InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema.validate(Sample.with("rest: 500 ms", "rest: 500 MiB"), InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema.validate(Sample.with("<= 115 ms", "<= 115 %"), InputFormat.YAML))
                .isNotEmpty();
    }

    @Test
    void schemaKnowsTheMetricsOfTheHarness() throws IOException {
        JsonNode metrics =
                new ObjectMapper().readTree(Files.readString(SCHEMA)).at("/$defs/entry/properties/limits/properties");
        List<String> names = new ArrayList<>();
        metrics.fieldNames().forEachRemaining(names::add);
        assertThat(names).isEqualTo(Metric.keys());
    }

    @Test
    void schemaDescribesEveryKey() throws IOException {
        List<String> silent = new ArrayList<>();
        collectSilentKeys(new ObjectMapper().readTree(Files.readString(SCHEMA)), "", silent);
        assertThat(silent).isEmpty();
    }

    private static void collectSilentKeys(JsonNode node, String path, List<String> silent) {
        node.path("properties").properties().forEach(key -> {
            JsonNode body = key.getValue();
            if (!body.has("description") && !body.path("$ref").asText().matches("#/\\$defs/(guards|warm-up)")) {
                silent.add(path + "/" + key.getKey());
            }
        });
        node.properties().forEach(child -> collectSilentKeys(child.getValue(), path + "/" + child.getKey(), silent));
    }
}
