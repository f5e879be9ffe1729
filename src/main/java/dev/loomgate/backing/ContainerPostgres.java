package dev.loomgate.backing;

import dev.loomgate.backing.EmbeddedPostgres.PostgresCommands;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServiceContainer;
import dev.loomgate.server.ServiceContainer.ServiceOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * PostgreSQL in a container of an image that keeps to the interface of the official one: variables for the login,
 * arguments for the server.
 */
record ContainerPostgres(BackingContainer started, DatabaseAddress address, String inWords) implements Database {
    /**
     * Without it the official image lets every client from 127.0.0.1 in without a password. In the host's network these
     * are all users of this machine.
     */
    private static final String INITDB_ARGUMENTS = "--auth-host=scram-sha-256 --encoding=UTF8 --no-locale --no-sync";

    static ContainerPostgres start(ServiceLocation.Container place, Placement placement, Path log) {
        DatabaseAddress address = DatabaseAddress.free();
        DatabaseAddress first = address.named(FIRST_DATABASE);
        BackingContainer container = BackingContainer.start(
                "database", place, order(place.image(), address), placement, log, first::answers);
        try {
            String version = Fortunes.create(address);
            return new ContainerPostgres(
                    container, address, "PostgreSQL " + version + ", " + place.inWords() + ON_THE_GENERATORS_CPUS);
        } catch (RuntimeException | Error e) {
            container.close();
            throw e;
        }
    }

    private static ServiceOrder order(String image, DatabaseAddress address) {
        List<String> arguments = new ArrayList<>(List.of("postgres", "-c", "port=" + address.port()));
        PostgresCommands.COMMON_SETTINGS.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        Map<String, String> environment = Map.of(
                "POSTGRES_USER",
                address.user(),
                "POSTGRES_PASSWORD",
                address.password(),
                "POSTGRES_DB",
                FIRST_DATABASE,
                "POSTGRES_INITDB_ARGS",
                INITDB_ARGUMENTS);
        return new ServiceOrder(image, arguments, environment, Optional.empty());
    }

    @Override
    public OptionalLong pid() {
        return started.pid();
    }

    @Override
    public Optional<String> ended() {
        return started.ended();
    }

    @Override
    public Optional<ServiceContainer> container() {
        return Optional.of(started.container());
    }

    @Override
    public void close() {
        started.close();
    }
}
