package dev.loomgate.plan;

import java.util.Collection;
import java.util.Comparator;

/** The allowed word that was probably meant. */
final class Closest {
    private static final int LONGEST_WORD = 60;

    private Closest() {}

    /** {@code ; did you mean 'virtual'?}, or nothing when no allowed word is near. */
    static String hint(String word, Collection<String> allowed) {
        if (word.length() > LONGEST_WORD) {
            return "";
        }
        int tolerated = Math.max(1, word.length() / 3);
        return allowed.stream()
                .filter(candidate -> edits(word, candidate) <= tolerated)
                .min(Comparator.comparingInt(candidate -> edits(word, candidate)))
                .map(candidate -> "; did you mean '" + candidate + "'?")
                .orElse("");
    }

    /** Letters to insert, delete or replace (Levenshtein), one row of the table at a time. */
    private static int edits(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[to.length()];
    }
}
