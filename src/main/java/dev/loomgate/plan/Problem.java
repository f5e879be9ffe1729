package dev.loomgate.plan;

import java.util.List;

/** One thing that is wrong with what the user wrote: where, which word, and the words that are allowed there. */
sealed interface Problem {
    String message();

    List<String> allowed();

    /** Complete and ready to print. */
    String text();

    /**
     * A problem of {@code thresholds.yml}.
     *
     * @param line from 1; 0 when the file as a whole is the problem
     * @param column from 1, in characters
     * @param excerpt the line and a caret below the column; empty when there is nothing to show
     */
    record InFile(String file, int line, int column, String message, String excerpt, List<String> allowed)
            implements Problem {
        public InFile {
            allowed = List.copyOf(allowed);
        }

        @Override
        public String text() {
            String place = line == 0 ? file : file + ":" + line + ":" + column;
            return place
                    + "  " + message
                    + (excerpt.isEmpty() ? "" : "\n" + excerpt)
                    + (allowed.isEmpty() ? "" : "\n  allowed: " + String.join(", ", allowed));
        }
    }

    /** A problem of a system property: {@code -Dloomgate.variants=virtal: unknown variant 'virtal'; allowed: …}. */
    record InProperty(String property, String message, List<String> allowed) implements Problem {
        public InProperty {
            allowed = List.copyOf(allowed);
        }

        @Override
        public String text() {
            return property + ": " + message + (allowed.isEmpty() ? "" : "; allowed: " + String.join(", ", allowed));
        }
    }
}
