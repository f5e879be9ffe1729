package dev.loomgate.backing;

import java.time.Duration;
import java.util.Optional;

/** Stands between server and database and holds back what the database answers, as a network would in which it is far away. */
sealed interface DelayProxy extends AutoCloseable permits NioDelayProxy {
    String host();

    int port();

    /** How long answers are held back from now on; those that wait already keep their time and their order. */
    void delay(Duration delay);

    /** Connections that lead through it now. */
    int connections();

    /** In words, once it has ended without being asked to. */
    Optional<String> ended();

    /** For the environment table. */
    String inWords();

    @Override
    void close();
}
