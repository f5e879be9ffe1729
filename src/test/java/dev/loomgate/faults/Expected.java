package dev.loomgate.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is right when a fault has struck, written down before it does.
 *
 * @param end how the run ends
 * @param cells which verdicts a cell may have in {@code results.json}, by variant; cells that are not named may have
 *     any
 * @param said what its console must say; of words with {@code |} between them one is enough
 * @param continued what the next run says, which goes on in the same folder ({@code -Dloomgate.continue})
 */
record Expected(End end, Map<String, String> cells, List<String> said, Continued continued) {
    Expected {
        cells = new TreeMap<>(cells);
        said = List.copyOf(said);
    }

    enum End {
        GREEN("green"),
        RED("red"),
        KILLED("no verdict: the run ends by the signal"),
        EITHER("green with every cell measured, or red with the cause");

        private final String words;

        End(String words) {
            this.words = words;
        }
    }

    enum Continued {
        NOT(""),
        GREEN("continued: green, and no kept cell is measured again");

        private final String words;

        Continued(String words) {
            this.words = words;
        }
    }

    static Expected green() {
        return new Expected(End.GREEN, Map.of(), List.of(), Continued.NOT);
    }

    static Expected red() {
        return new Expected(End.RED, Map.of(), List.of(), Continued.NOT);
    }

    static Expected killed() {
        return new Expected(End.KILLED, Map.of(), List.of(), Continued.GREEN);
    }

    static Expected either() {
        return new Expected(End.EITHER, Map.of(), List.of(), Continued.NOT);
    }

    /** @param outcomes with {@code |} between them */
    Expected cell(String variant, String outcomes) {
        Map<String, String> more = new TreeMap<>(cells);
        more.put(variant, outcomes);
        return new Expected(end, more, said, continued);
    }

    Expected says(String... words) {
        List<String> more = new ArrayList<>(said);
        more.addAll(List.of(words));
        return new Expected(end, cells, more, continued);
    }

    Expected thenContinues() {
        return new Expected(end, cells, said, Continued.GREEN);
    }

    String inWords() {
        List<String> parts = new ArrayList<>(List.of(end.words));
        cells.forEach((variant, outcomes) -> parts.add(variant + " " + outcomes.replace("|", " or ")));
        said.forEach(words -> parts.add("says " + words.replace("|", " or ")));
        if (continued != Continued.NOT) {
            parts.add(continued.words);
        }
        return String.join("; ", parts);
    }
}
