package dev.loomgate.init;

import java.util.List;
import java.util.Optional;

/** The part of a thresholds file that belongs to the program: the limits that were found by measuring. */
public final class MeasuredBlock {
    static final String BEGIN =
            "  # >>> limits found by measuring: 'loomgate limits' writes what is between these two lines";
    static final String END = "  # <<<";

    private MeasuredBlock() {}

    /** What may follow a {@code #}, whatever it says. */
    public static String comment(String text) {
        return Words.comment(text);
    }

    /**
     * A file with other lines in its block.
     *
     * @return empty where the file has no block: nothing that a user wrote is touched
     */
    public static Optional<String> replaced(String file, List<String> entries) {
        List<String> lines = file.lines().toList();
        int begin = lines.indexOf(BEGIN);
        int end = begin < 0 ? -1 : begin + lines.subList(begin, lines.size()).indexOf(END);
        if (begin < 0 || end < begin) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder();
        lines.subList(0, begin + 1).forEach(line -> text.append(line).append('\n'));
        entries.forEach(line -> text.append(line).append('\n'));
        lines.subList(end, lines.size()).forEach(line -> text.append(line).append('\n'));
        return Optional.of(text.toString());
    }
}
