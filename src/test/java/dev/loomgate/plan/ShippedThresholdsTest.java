package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ShippedThresholdsTest {
    private static final Path SCHEMA = Path.of("src/main/resources/dev/loomgate/plan/thresholds.schema.json");

    private static Plan plan(String scale) {
        return PlanReader.read(Map.of("loomgate.scale", scale), Set.of(21, 25));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "thresholds.yml",
                "src/main/claims/as-built.yml",
                "src/main/claims/carrier.yml",
                "src/main/claims/resources.yml"
            })
    void hasNoProblems(String file) {
        assertThat(ThresholdsFile.read(Path.of(file), NamedFiles.read()).problems())
                .isEmpty();
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
        // It tells JDKs apart, and a run by default has one.
        Set<String> measured = new HashSet<>(of(quick, cell -> cell.workload().name()));
        measured.add("pinned");
        assertThat(measured).isEqualTo(of(whole, cell -> cell.workload().name()));
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
                .containsOnly(TestRuntimes.debs(25, "-XX:+UseParallelGC"));
        assertThat(plan("quick").cells()).noneMatch(cell -> cell.runtime().limited());
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
    void theSchemaOfTheClaimsKnowsThemToo() throws IOException {
        assertThat(claimsSchema().at("/$defs/relation/properties/metric/enum"))
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(Metric.keys());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text",
                "share",
                "load",
                "memory",
                "name",
                "variant/properties/settings",
                "variant/properties/effective"
            })
    void bothSchemasReadAValueAlike(String form) throws IOException {
        assertThat(claimsSchema().at("/$defs/" + form))
                .isEqualTo(new ObjectMapper().readTree(Files.readString(SCHEMA)).at("/$defs/" + form));
    }

    private static JsonNode claimsSchema() throws IOException {
        return new ObjectMapper().readTree(Files.readString(SCHEMA.resolveSibling("claims.schema.json")));
    }

    /** The published patterns and the reader behind them have the same units. */
    @ParameterizedTest
    @EnumSource(Metric.class)
    void limitsOfAMetricHaveItsUnitsAndNoOther(Metric metric) throws IOException {
        JsonNode schema = new ObjectMapper().readTree(Files.readString(SCHEMA));
        String limit = schema.at("/$defs/entry/properties/limits/properties")
                .path(metric.key())
                .path("$ref")
                .asText();
        String bound = schema.at(limit.substring(1)).at("/else/$ref").asText();
        String pattern = schema.at(bound.substring(1)).path("pattern").asText();
        for (Unit unit : Unit.values()) {
            assertThat(("<= 1 " + unit.symbol()).matches(pattern))
                    .as("%s in %s", metric, unit)
                    .isEqualTo(unit.dimension() == metric.unit().dimension());
        }
    }

    @ParameterizedTest
    @CsvSource({"time, TIME", "share, SHARE", "memory, BYTES", "rate, RATE"})
    void quantitiesHaveTheirUnitsAndNoOther(String form, Unit.Dimension dimension) throws IOException {
        String pattern = new ObjectMapper()
                .readTree(Files.readString(SCHEMA))
                .at("/$defs/" + form + "/pattern")
                .asText();
        for (Unit unit : Unit.values()) {
            assertThat(("1 " + unit.symbol()).matches(pattern))
                    .as("%s in %s", form, unit)
                    .isEqualTo(unit.dimension() == dimension);
        }
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
