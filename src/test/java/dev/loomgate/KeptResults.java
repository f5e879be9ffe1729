package dev.loomgate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What a run left behind, read as any other program would read it.
 *
 * @param red messages that fail the build
 */
record KeptResults(List<Cell> cells, List<String> red) {
    KeptResults {
        cells = List.copyOf(cells);
        red = List.copyOf(red);
    }

    /** @param red of these messages those about this cell */
    record Cell(String id, String outcome, List<String> reasons, List<Iteration> iterations, List<String> red) {
        List<Iteration> invalid() {
            return iterations.stream().filter(iteration -> !iteration.valid()).toList();
        }

        String allReasons() {
            return String.join("\n", reasons)
                    + String.join(
                            "\n",
                            invalid().stream()
                                    .flatMap(each -> each.reasons().stream())
                                    .toList());
        }
    }

    record Iteration(boolean valid, List<String> reasons, long started, String hlog, JsonNode readings) {}

    static KeptResults of(Path file, List<String> red) throws IOException {
        JsonNode root = new ObjectMapper().readTree(file.toFile());
        return new KeptResults(
                stream(root.path("cells")).map(cell -> cell(cell, red)).toList(), red);
    }

    private static Cell cell(JsonNode cell, List<String> red) {
        String name = cell.path("displayName").asText();
        return new Cell(
                cell.path("id").asText(),
                cell.path("outcome").asText(),
                texts(cell.path("reasons")),
                stream(cell.path("iterations")).map(KeptResults::iteration).toList(),
                red.stream().filter(message -> message.contains(name)).toList());
    }

    private static Iteration iteration(JsonNode node) {
        return new Iteration(
                node.path("valid").asBoolean(),
                texts(node.path("invalid")),
                node.path("started").asLong(),
                node.path("hlog").asText(),
                node.path("readings"));
    }

    private static List<String> texts(JsonNode array) {
        return stream(array).map(JsonNode::asText).toList();
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** The cell whose id begins with the variant and holds the workload. */
    Cell cell(String variant, String workload) {
        return cells.stream()
                .filter(cell -> cell.id().startsWith(variant + ".") && cell.id().contains("." + workload + "."))
                .findFirst()
                .orElseThrow();
    }
}
