package dev.loomgate;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A red gate gets no second chance: measured again until it is green, it is wrong far more often than it says. Surefire and Failsafe run failed tests again when they are told to, on the command line, which
 * every forked JVM can see, or in a pom, which none can: so what was red in this JVM is remembered, too.
 */
final class SecondChance {
    private static final List<String> RERUNS =
            List.of("surefire.rerunFailingTestsCount", "failsafe.rerunFailingTestsCount");

    private static final Set<Map<String, String>> RED = ConcurrentHashMap.newKeySet();

    private SecondChance() {}

    /** @throws IllegalStateException when a failed gate would be run again, or is */
    static void refuse(Map<String, String> properties) {
        for (String name : RERUNS) {
            String count = properties.getOrDefault(name, "0").strip();
            if (!count.isEmpty() && !count.equals("0")) {
                throw new IllegalStateException("-D" + name + "=" + count
                        + " runs a failed gate again, which makes green what is red: leave it out for these tests");
            }
        }
        if (RED.contains(asked(properties))) {
            throw new IllegalStateException("this gate was red already, and a red gate gets no second chance:"
                    + " set rerunFailingTestsCount to 0 for these tests; the first verdict is in its report");
        }
    }

    /** Remembers that what was asked for was red. */
    static void wasRed(Map<String, String> properties) {
        RED.add(asked(properties));
    }

    private static Map<String, String> asked(Map<String, String> properties) {
        Map<String, String> asked = new TreeMap<>(properties);
        asked.keySet().removeIf(name -> !name.startsWith("loomgate."));
        return asked;
    }
}
