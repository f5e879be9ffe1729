package dev.loomgate.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * Why a duel is measured when its own verdict is not the purpose: to find the error rates of the gate. All units are
 * measured then, even after the verdict is clear.
 */
public enum Calibration {
    /** An arm against itself: how often is the gate red when nothing changed? */
    FALSE_ALARMS("aa"),
    /** An arm against itself with a known fault: how often, and after how many units, does the gate see it? */
    POWER("power");

    private final String word;

    Calibration(String word) {
        this.word = word;
    }

    static List<String> words() {
        return Stream.of(values()).map(each -> each.word).toList();
    }

    static Calibration of(String word) {
        return Stream.of(values())
                .filter(each -> each.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no calibration is called " + word));
    }
}
