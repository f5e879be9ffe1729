package dev.loomgate.backing;

import dev.loomgate.server.ServiceContainer;
import java.util.Optional;
import java.util.OptionalLong;

/** PostgreSQL with the fortunes in it, ready for a run. */
sealed interface Database extends AutoCloseable permits EmbeddedPostgres, ContainerPostgres {
    /** The user and the database are called that. */
    String NAME = "loomgate";

    /** There from the beginning. */
    String FIRST_DATABASE = "postgres";

    /** More than the pools of two servers and the harness need together. */
    int MAX_CONNECTIONS = 1000;

    String ON_THE_GENERATORS_CPUS = ", on the generator's CPUs, at most " + MAX_CONNECTIONS + " connections";

    DatabaseAddress address();

    /** The process all others of the database descend from; empty when it is not visible here. */
    OptionalLong pid();

    /** The container it is in, if it is in one. */
    default Optional<ServiceContainer> container() {
        return Optional.empty();
    }

    /** In words, once it has ended without being asked to. */
    Optional<String> ended();

    /** For the environment table: version, and where it runs. */
    String inWords();

    @Override
    void close();
}
