package dev.loomgate.backing;

import static org.junit.jupiter.api.Assumptions.abort;

import com.github.dockerjava.api.model.Container;
import dev.loomgate.backing.ServiceLocation.ServiceLocations;
import dev.loomgate.plan.LauncherChoice;
import java.nio.file.Path;
import java.util.List;
import org.testcontainers.DockerClientFactory;

/** Containers for tests that need some: where they can't be had, the test is skipped with the reason. */
final class TestContainers {
    private TestContainers() {}

    static ServiceLocation.Container database(Path folder) {
        return required(places(folder).database());
    }

    static ServiceLocation.Container proxy(Path folder) {
        return required(places(folder).proxy());
    }

    /** Skips the test where there is no engine. */
    static void require(Path folder) {
        places(folder);
    }

    /** Containers that a process left, running or not. */
    static List<String> namesOf(long pid) {
        return DockerClientFactory.instance().client().listContainersCmd().withShowAll(true).exec().stream()
                .filter(container -> container
                        .getLabels()
                        .getOrDefault("dev.loomgate.session", "")
                        .startsWith(pid + "-"))
                .map(Container::getId)
                .toList();
    }

    private static ServiceLocation.Container required(ServiceLocation place) {
        return switch (place) {
            case ServiceLocation.Container container -> container;
            case ServiceLocation.ThisMachine other -> abort("skipped: " + other.why());
        };
    }

    private static ServiceLocations places(Path folder) {
        try {
            return SmallPlans.places(LauncherChoice.CONTAINER, folder);
        } catch (RuntimeException e) {
            return abort("skipped: " + e.getMessage());
        }
    }
}
