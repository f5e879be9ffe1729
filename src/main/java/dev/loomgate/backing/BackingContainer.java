package dev.loomgate.backing;

import dev.loomgate.server.LogTail;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServiceContainer;
import dev.loomgate.server.ServiceContainer.ServiceOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * A service in a container, on the generator's CPUs.
 *
 * @param who for messages: {@code the database}
 */
record BackingContainer(String who, ServiceContainer container, Path log) implements AutoCloseable {
    /** Starts it and waits until it answers. */
    static BackingContainer start(
            String name,
            ServiceLocation.Container place,
            ServiceOrder order,
            Placement placement,
            Path log,
            BooleanSupplier answers) {
        BackingContainer started = new BackingContainer("the " + name, launched(place, order, placement, log), log);
        started.await(name, Startup.LIMIT, answers, place.image());
        return started;
    }

    /**
     * Waits until it answers; closes it when it does not.
     *
     * @param image and what it is asked, for the message
     */
    void await(String name, Duration limit, BooleanSupplier answers, String image) {
        try {
            Startup.await(name, limit, answers, this::ended);
        } catch (BackingStartException e) {
            close();
            throw new BackingStartException(
                    e.getMessage() + "\nimage: " + image + LogTail.inMessage(log),
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
        return container.unexpectedExit().map(reason -> who + " has ended: " + reason + "; see " + log);
    }

    @Override
    public void close() {
        container.close();
    }
}
