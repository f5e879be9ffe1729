package dev.loomgate.workloads;

import java.util.Map;
import java.util.stream.Collectors;

/** The first call of every server's {@code main}, before its framework starts. */
public final class ServerStart {
    private static final int EXIT_CODE_OF_WRONG_SETTINGS = 2;
    private static final String LIFELINE = "loomgate.lifeline";

    private ServerStart() {}

    /** Takes hold of the lifeline and reads the faults, once; settings that make no sense end the process with a plain message. */
    public static Faults begin() {
        return begin(() -> {});
    }

    /** The same for a server that has something to write down before its lifeline ends it. */
    public static Faults begin(Runnable lastWill) {
        try {
            if (lifelineAsked(System.getProperty(LIFELINE, "false"))) {
                Lifeline.hold(System.in, () -> endAfter(lastWill));
            }
            return Faults.of(FaultSettings.parse(systemProperties()));
        } catch (IllegalArgumentException wrong) {
            System.err.println("The server does not start: " + wrong.getMessage());
            System.exit(EXIT_CODE_OF_WRONG_SETTINGS);
            throw wrong;
        }
    }

    /** Halts whatever the last will does: nothing may outlive the lifeline. */
    private static void endAfter(Runnable lastWill) {
        try {
            lastWill.run();
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    static boolean lifelineAsked(String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        "-D" + LIFELINE + "=" + value + " makes no sense: expected true or false");
        };
    }

    private static Map<String, String> systemProperties() {
        return System.getProperties().stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, name -> System.getProperty(name, "")));
    }
}
