package dev.loomgate.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table of finished words, for a page and for Markdown alike.
 *
 * @param note one sentence or two above it
 * @param names how many columns at the left hold names; the others hold numbers
 */
public record Table(String title, String note, List<String> heads, int names, List<List<String>> rows) {
    public Table {
        heads = List.copyOf(heads);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != heads.size()) {
                throw new IllegalArgumentException(title + ": " + row + " has other columns than " + heads);
            }
        }
    }

    List<List<String>> withHeads() {
        return Stream.concat(Stream.of(heads), rows.stream()).toList();
    }

    /** With a title of the third level. */
    public List<String> markdown() {
        Stream<String> above = Stream.of("### " + title, "", note, "", line(heads), ruler());
        return Stream.concat(above, rows.stream().map(Table::line)).toList();
    }

    private String ruler() {
        return "|" + "---|".repeat(names) + "---:|".repeat(heads.size() - names);
    }

    private static String line(List<String> cells) {
        return cells.stream().map(MarkdownSummary::escape).collect(Collectors.joining(" | ", "| ", " |"));
    }
}
