package dev.loomgate.store;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A red gate gets no second chance: measured again until it is green, it is wrong far more often than it says.
 * Surefire and Failsafe can be told to run failed tests again; they do so in the same JVM, which remembers what was
 * red.
 */
public final class SecondChance {
    private static final Set<Map<String, String>> RED = ConcurrentHashMap.newKeySet();

    private SecondChance() {}

    /**
     * Refuses to measure again what was red.
     *
     * @throws IllegalStateException when the same gate was red in this JVM
     */
    public static void refuse(Map<String, String> properties) {
        if (RED.contains(asked(properties))) {
            throw new IllegalStateException("this gate was red already, and a red gate gets no second chance:"
                    + " set rerunFailingTestsCount to 0 for these tests; the first verdict is in its report");
        }
    }

    /** Remembers that what was asked for was red. */
    public static void wasRed(Map<String, String> properties) {
        RED.add(asked(properties));
    }

    private static Map<String, String> asked(Map<String, String> properties) {
        Map<String, String> asked = new TreeMap<>(properties);
        asked.keySet().removeIf(name -> !name.startsWith("loomgate."));
        return asked;
    }
}
