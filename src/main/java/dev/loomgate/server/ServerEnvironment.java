package dev.loomgate.server;

import dev.loomgate.plan.DatabaseNeed;
import dev.loomgate.plan.Template;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a server is told about the services behind it.
 *
 * @param settings system properties, part of every command line that is shown
 * @param environment variables: the place for what must not be shown
 * @param places what fills {@code ${names}} in the settings, arguments and variables of a service
 * @param release what is to be ended once the server has ended, because it is there for this server alone
 */
public record ServerEnvironment(
        Map<String, String> settings,
        Map<String, String> environment,
        Map<String, String> places,
        List<Runnable> release) {
    /** Stands in a setting for the port that the server gets. */
    public static final String OWN_PORT = "${port}";

    public static final ServerEnvironment NONE = new ServerEnvironment(Map.of(), Map.of());

    /** For servers that know the names of settings. */
    public ServerEnvironment(Map<String, String> settings, Map<String, String> environment) {
        this(settings, environment, Map.of(), List.of());
    }

    public ServerEnvironment {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        environment = Map.copyOf(environment);
        places = Map.copyOf(places);
        release = List.copyOf(release);
        for (String secret : environment.values()) {
            if (settings.containsValue(secret)) {
                throw new IllegalArgumentException("what stands in the environment must not be a setting, too");
            }
        }
    }

    /** After the server has ended, or could not be started. */
    public void close() {
        release.forEach(Runnable::run);
    }

    /** With what is known in its places; others stay as they are. */
    String filled(String text) {
        return Template.of(text).fill(name -> places.getOrDefault(name, "${" + name + "}"));
    }

    /** A command line as it may be shown. */
    String withoutSecrets(String text) {
        String password = places.getOrDefault(DatabaseNeed.PREFIX + "password", "");
        return password.isEmpty() ? text : text.replace(password, "***");
    }

    /** Without the values of the environment. */
    @Override
    public String toString() {
        return "Surroundings[settings=" + settings + ", environment=" + environment.keySet() + "]";
    }
}
