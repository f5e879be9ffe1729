package dev.loomgate.plan;

import java.time.Duration;
import java.util.Optional;

/** What a server asks while it answers a workload: the service behind it. */
public sealed interface BackendDependency {
    /** The server answers by itself. */
    record Nothing() implements BackendDependency {}

    /** The downstream service, over HTTP. */
    record Downstream() implements BackendDependency {}

    /** Its own endpoints, over HTTP, as if they were the downstream service. */
    record Itself() implements BackendDependency {}

    /**
     * PostgreSQL, over a pool of connections.
     *
     * @param delay how long its answers are held back by a proxy; empty means that there is no proxy, zero that there
     *     is one which adds nothing
     */
    record Database(Optional<Duration> delay) implements BackendDependency {}

    /** Whether the way to the database leads through the delay proxy. */
    default boolean proxied() {
        return switch (this) {
            case Nothing nothing -> false;
            case Downstream downstream -> false;
            case Itself itself -> false;
            case Database database -> database.delay().isPresent();
        };
    }
}
