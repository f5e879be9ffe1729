package dev.loomgate.server;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What a server lives in: a process or a container. */
interface ServerHandle extends AutoCloseable {
    /** {@code System.nanoTime()} when it was started. */
    long startedNanos();

    /** How it ended, in words, when it ended unexpectedly. */
    Optional<ExitReason> unexpectedExit();

    /** See {@link RunningServer#pid()}. */
    OptionalLong pid();

    /** See {@link RunningServer#processes()}. */
    Set<Long> processes();

    /** Whether it holds the server to the memory of its runtime. */
    boolean limitsMemory();

    /**
     * Moves it from the CPUs it booted on to those it is measured on, and holds it to its share of them.
     *
     * @return the CPUs it is really on now; empty when nothing is pinned
     */
    String pin();

    /** Lets it use the CPUs it booted on again, and as much of them as there is, until it is pinned again. */
    void unpin();

    /** Stops it and waits until it is gone; may be called again. */
    @Override
    void close();
}
