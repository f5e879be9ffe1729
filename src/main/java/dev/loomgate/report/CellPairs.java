package dev.loomgate.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.loomgate.metric.Metric;
import dev.loomgate.store.ResultsFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cells of two results by id, and what their numbers look like side by side. */
final class CellPairs {
    private static final List<Metric> SHOWN = List.of(
            Metric.P50, Metric.P99, Metric.THROUGHPUT, Metric.APPLICATION_CPU, Metric.ALLOCATED, Metric.LIVE_HEAP);
    /** What makes a cell the same cell besides its name. */
    private static final List<String> SETTINGS = List.of("variant", "runtime", "workload", "load");

    private CellPairs() {}

    private static Map<String, JsonNode> cells(ResultsFile file) {
        Map<String, JsonNode> cells = new LinkedHashMap<>();
        file.tree()
                .path("cells")
                .forEach(cell -> cells.putIfAbsent(cell.path("id").asText(), cell));
        return cells;
    }

    static List<String> lines(ResultsFile one, ResultsFile other, int width) {
        Map<String, JsonNode> earlier = cells(one);
        Map<String, JsonNode> later = cells(other);
        List<String> lines = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("cell", "metric", "earlier", "later", "later / earlier"));
        earlier.forEach((id, before) -> Optional.ofNullable(later.get(id)).ifPresent(after -> {
            rows.addAll(rows(id, before, after));
            remarks.addAll(remarks(id, before, after));
        }));
        if (rows.size() == 1) {
            lines.add("No cell is in both results.");
        } else {
            lines.addAll(TextTable.lines(rows, 2, width));
        }
        lines.add("");
        alone("earlier", earlier, later, remarks);
        alone("later", later, earlier, remarks);
        remarks.forEach(remark -> lines.addAll(TextTable.wrap(remark, "", width)));
        if (!remarks.isEmpty()) {
            lines.add("");
        }
        return lines;
    }

    private static List<List<String>> rows(String id, JsonNode before, JsonNode after) {
        List<List<String>> rows = new ArrayList<>();
        for (Metric metric : SHOWN) {
            Optional<Double> one = value(before, metric);
            Optional<Double> two = value(after, metric);
            rows.add(List.of(
                    rows.isEmpty() ? id : "",
                    metric.key() + ", " + metric.unit().symbol(),
                    one.map(Figures::number).orElse("n/a"),
                    two.map(Figures::number).orElse("n/a"),
                    one.filter(value -> value > 0)
                            .flatMap(value -> two.map(other -> Figures.number(other / value)))
                            .orElse("n/a")));
        }
        return rows;
    }

    /** Only in the unit that this version writes: a ratio over two units would be a lie. */
    private static Optional<Double> value(JsonNode cell, Metric metric) {
        JsonNode estimate = cell.path("estimates").path(metric.key());
        boolean usable = estimate.path("value").isNumber()
                && estimate.path("unit").asText().equals(metric.unit().symbol());
        return usable ? Optional.of(estimate.path("value").doubleValue()) : Optional.empty();
    }

    private static List<String> remarks(String id, JsonNode before, JsonNode after) {
        List<String> remarks = new ArrayList<>();
        invalid(id, "earlier", before, remarks);
        invalid(id, "later", after, remarks);
        for (String part : SETTINGS) {
            if (!before.path(part).equals(after.path(part))) {
                remarks.add(id + ": the " + part + " differs, " + before.path(part) + " -> " + after.path(part));
            }
        }
        return remarks;
    }

    private static void invalid(String id, String which, JsonNode cell, List<String> remarks) {
        if (cell.path("outcome").asText().equals("INVALID")) {
            remarks.add(id + ": the " + which + " result is INVALID, its numbers are not to be used");
        }
        // Version 1 of the file knew of servers that died only.
        if (cell.path("failure").isTextual() || cell.path("died").isTextual()) {
            remarks.add(id + ": in the " + which + " run the server died, or its first answer was wrong");
        }
    }

    private static void alone(
            String which, Map<String, JsonNode> cells, Map<String, JsonNode> others, List<String> remarks) {
        List<String> only =
                cells.keySet().stream().filter(id -> !others.containsKey(id)).toList();
        if (!only.isEmpty()) {
            remarks.add("Only in the " + which + " result: " + String.join(", ", only));
        }
    }
}
