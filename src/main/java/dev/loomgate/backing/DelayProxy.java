package dev.loomgate.backing;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Stands between server and database and holds back what the database answers, as a network would in which it is far
 * away.
 */
sealed interface DelayProxy extends AutoCloseable permits NettyDelayProxy, Toxiproxy {
    /** On loopback, as the database is. */
    int port();

    /** How long answers are held back from now on, at least; those that wait already keep their order. */
    void delay(Duration delay);

    /** Its process; empty when it has none of its own, or one that is not visible here. */
    OptionalLong pid();

    /** In words, once it has ended without being asked to. */
    Optional<String> ended();

    /** For the environment table. */
    String inWords();

    @Override
    void close();
}
