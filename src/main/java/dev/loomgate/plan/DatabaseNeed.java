package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A PostgreSQL database of a service's own, which is new and filled each time the service is started. Places like
 * {@code ${database.port}} in its settings, arguments and variables say where it is.
 *
 * @param seed SQL files, in the order in which they are run
 */
public record DatabaseNeed(List<Path> seed) implements Need {
    /** What all its places begin with. */
    public static final String PREFIX = "database.";

    /** The places. */
    static final Set<String> PLACES =
            Set.of(PREFIX + "host", PREFIX + "port", PREFIX + "name", PREFIX + "user", PREFIX + "password");

    public DatabaseNeed {
        seed = List.copyOf(seed);
    }
}
