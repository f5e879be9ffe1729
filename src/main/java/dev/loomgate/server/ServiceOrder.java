package dev.loomgate.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A service that is wanted in a container.
 *
 * @param image is at the engine; none is pulled
 * @param arguments follow the image's entry point
 * @param environment not part of any message: the place for a password
 * @param endsWith a container whose end takes this one along; without one, the image needs a shell
 */
public record ServiceOrder(
        String image, List<String> arguments, Map<String, String> environment, Optional<ServiceContainer> endsWith) {
    public ServiceOrder {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** Without the values of the environment. */
    @Override
    public String toString() {
        return "ServiceOrder[" + image + " " + arguments + ", environment=" + environment.keySet() + "]";
    }
}
