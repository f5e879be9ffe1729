package dev.loomgate.truth;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** The names a script may have, each with what it may say. */
enum Entry {
    DELAY("delay", "constant 5ms | uniform 2ms..10ms | bimodal 90% 2ms, 10% 20ms | pareto 2ms alpha 1.5 max 200ms"),
    SEED("seed", "a whole number, such as 1"),
    FREEZE("freeze", "1s at 2s"),
    RATE_CAP("rate-cap", "800/s"),
    ERRORS("errors", "1%"),
    RESETS("resets", "1%"),
    HALF_BODIES("half-bodies", "1%"),
    ACCEPT_DELAY("accept-delay", "200ms"),
    BURN("burn", "1ms"),
    ALLOCATE("allocate", "64KiB"),
    RETAIN("retain", "4KiB"),
    HOLD("hold", "64MiB"),
    THREADS("threads", "25"),
    LOG("log", "a file, such as target/truth.csv");

    static final String PREFIX = "loomgate.truth.";

    private final String word;
    private final String example;

    Entry(String word, String example) {
        this.word = word;
        this.example = example;
    }

    String word() {
        return word;
    }

    String example() {
        return example;
    }

    static Optional<Entry> named(String word) {
        return Arrays.stream(values()).filter(entry -> entry.word.equals(word)).findFirst();
    }

    static String all() {
        return Arrays.stream(values()).map(Entry::word).collect(Collectors.joining(", "));
    }

    static Entry closestTo(String word) {
        return Arrays.stream(values())
                .min(Comparator.comparingInt(entry -> distance(entry.word, word)))
                .orElseThrow();
    }

    /** Letters to add, leave out or exchange (Levenshtein). */
    private static int distance(String left, String right) {
        int[] above = new int[right.length() + 1];
        Arrays.setAll(above, column -> column);
        for (int row = 1; row <= left.length(); row++) {
            int[] line = new int[right.length() + 1];
            line[0] = row;
            for (int column = 1; column <= right.length(); column++) {
                int exchanged = above[column - 1] + (left.charAt(row - 1) == right.charAt(column - 1) ? 0 : 1);
                line[column] = Math.min(exchanged, 1 + Math.min(above[column], line[column - 1]));
            }
            above = line;
        }
        return above[right.length()];
    }
}
