package dev.loomgate.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a server is told about the services behind it.
 *
 * @param settings system properties, part of every command line that is shown
 * @param environment variables: the place for what must not be shown
 */
public record ServerEnvironment(Map<String, String> settings, Map<String, String> environment) {
    public static final ServerEnvironment NONE = new ServerEnvironment(Map.of(), Map.of());

    public ServerEnvironment {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        environment = Map.copyOf(environment);
        for (String secret : environment.values()) {
            if (settings.containsValue(secret)) {
                throw new IllegalArgumentException("what stands in the environment must not be a setting, too");
            }
        }
    }

    /** Without the values of the environment. */
    @Override
    public String toString() {
        return "Surroundings[settings=" + settings + ", environment=" + environment.keySet() + "]";
    }
}
