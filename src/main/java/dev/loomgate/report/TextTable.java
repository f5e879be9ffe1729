package dev.loomgate.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Plain text in columns and lines of limited width. */
final class TextTable {
    private static final String GAP = "  ";

    private TextTable() {}

    /** The first {@code labels} columns stand left, and give way when the table would be too wide; numbers never do. */
    static List<String> lines(List<List<String>> rows, int labels, int width) {
        int columns = rows.get(0).size();
        int[] widths = IntStream.range(0, columns)
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        while (total(widths) > width && widestLabel(widths, labels) >= 0) {
            widths[widestLabel(widths, labels)]--;
        }
        return rows.stream().map(row -> line(row, widths, labels)).toList();
    }

    private static int total(int[] widths) {
        return Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1);
    }

    private static int widestLabel(int[] widths, int labels) {
        return IntStream.range(0, labels)
                .filter(column -> widths[column] > 4)
                .reduce((one, other) -> widths[one] >= widths[other] ? one : other)
                .orElse(-1);
    }

    private static String line(List<String> row, int[] widths, int labels) {
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < widths.length; column++) {
            String text = clip(row.get(column), widths[column]);
            String fill = " ".repeat(widths[column] - text.length());
            cells.add(column < labels ? text + fill : fill + text);
        }
        return String.join(GAP, cells);
    }

    static String clip(String text, int width) {
        String plain = plain(text);
        return plain.length() <= width ? plain : plain.substring(0, width - 2) + "..";
    }

    /**
     * Breaks at spaces, and within a word only when it is longer than a line; every line of the text starts a new one.
     */
    static List<String> wrap(String text, String indent, int width) {
        List<String> lines = new ArrayList<>();
        for (String paragraph : text.strip().split("\\R", -1)) {
            String rest = plain(paragraph);
            int room = width - indent.length();
            while (rest.length() > room) {
                int space = rest.lastIndexOf(' ', room);
                int end = space > 0 ? space : room;
                lines.add(indent + rest.substring(0, end));
                rest = rest.substring(end).stripLeading();
            }
            lines.add(indent + rest);
        }
        return lines;
    }

    /** A log line may hold tabs and the colour codes of a terminal. */
    private static String plain(String text) {
        return text.replaceAll("\u001B\\[[0-9;]*[A-Za-z]", "")
                .replace('\t', ' ')
                .replaceAll("\\p{Cntrl}", "");
    }
}
