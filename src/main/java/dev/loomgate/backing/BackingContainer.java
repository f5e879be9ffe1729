package dev.loomgate.backing;

import dev.loomgate.server.LogTail;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServiceContainer;
import dev.loomgate.server.ServiceContainer.ServiceOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * A service in a container, on the generator's CPUs.
 *
 * @param name for messages
 */
record BackingContainer(String name, ServiceContainer container, Path log) implements AutoCloseable {
    /** Starts it and waits until it answers. */
    static BackingContainer start(
            String name,
            ServiceLocation.Container place,
            ServiceOrder order,
            Placement placement,
            Path log,
            BooleanSupplier answers) {
        BackingContainer started = new BackingContainer(name, launched(place, order, placement, log), log);
        try {
            Startup.await(name, answers, started::ended);
            return started;
        } catch (BackingStartException e) {
            started.close();
            throw new BackingStartException(
                    e.getMessage() + "\nimage: " + place.image() + "\nlog: " + log + ", its last lines:\n"
                            + LogTail.of(log).indent(2),
                    LogTail.tellsPortTaken(LogTail.of(log)),
                    e);
        }
    }

    private static ServiceContainer launched(
            ServiceLocation.Container place, ServiceOrder order, Placement placement, Path log) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            return place.engine().start(order, placement, log);
        } catch (IOException e) {
            throw new BackingStartException("The log " + log + " can't be written: " + e, e);
        }
    }

    OptionalLong pid() {
        return container.pid();
    }

    /** In words, once it has ended without being asked to. */
    Optional<String> ended() {
        return container.unexpectedExit().map(reason -> "the " + name + " has ended: " + reason + "; see " + log);
    }

    @Override
    public void close() {
        container.close();
    }
}
