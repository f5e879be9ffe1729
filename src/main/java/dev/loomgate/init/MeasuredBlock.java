package dev.loomgate.init;

import java.util.List;
import java.util.Optional;

/** The part of a thresholds file that belongs to the program: the limits that were found by measuring. */
public final class MeasuredBlock {
    /** How the first of its two lines begins; a user may write it, too. */
    public static final String BEGIN = "# >>> limits";

    /** The other one. */
    public static final String END = "# <<<";

    private MeasuredBlock() {}

    /** Without any limits yet. */
    static String empty() {
        return "  " + BEGIN + " found by measuring: 'loomgate limits' writes what is between these two lines\n  " + END;
    }

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
        StringBuilder text = new StringBuilder();
        boolean inside = false;
        boolean done = false;
        for (String line : lines) {
            if (inside && line.strip().equals(END)) {
                inside = false;
                done = true;
            }
            if (!inside) {
                text.append(line).append('\n');
            }
            if (!done && !inside && line.strip().startsWith(BEGIN)) {
                inside = true;
                entries.forEach(entry -> text.append(entry).append('\n'));
            }
        }
        return done ? Optional.of(text.toString()) : Optional.empty();
    }
}
