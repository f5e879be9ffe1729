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
        try {
            if (lifelineAsked(System.getProperty(LIFELINE, "false"))) {
                Lifeline.hold(System.in, () -> Runtime.getRuntime().halt(1));
            }
            return Faults.of(FaultSettings.parse(systemProperties()));
        } catch (IllegalArgumentException wrong) {
            System.err.println("The server does not start: " + wrong.getMessage());
            System.exit(EXIT_CODE_OF_WRONG_SETTINGS);
            throw wrong;
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
