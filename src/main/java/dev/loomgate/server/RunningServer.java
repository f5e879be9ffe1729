package dev.loomgate.server;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A server that has answered its first request. Closing it stops it and waits until it is gone. */
public interface RunningServer extends AutoCloseable {
    URI baseUri();

    /** Where its JMX agent is; of no use where it {@linkplain #isJvm is no JVM}. */
    JmxAddress jmx();

    /** Whether it is a JVM that was started by us, and so tells what a JVM tells. */
    default boolean isJvm() {
        return true;
    }

    /**
     * Process id whose {@code /proc} entry is visible here; empty when it is not (remote engine, no rights, no Linux).
     */
    OptionalLong pid();

    /**
     * Process ids of all that it consists of now: its own, first, and those of the processes that it has started; empty
     * where {@link #pid()} is.
     */
    Set<Long> processes();

    /** From process (or container) start to the first good answer. */
    Duration startup();

    /** The whole command line, without secrets. */
    String commandLine();

    /** What the server says of itself: its answer to {@code GET /effective}. */
    Map<String, String> effective();

    /**
     * The same, asked anew: what the server says after it has worked.
     *
     * @throws IOException when it does not answer as it should
     */
    Map<String, String> askEffective() throws IOException;

    /**
     * Lets it use all CPUs that it booted on, and more of them than its runtime's share, for work that is not
     * measured: on a single CPU, and on half a one much more, its compilers starve under load. The JVM counts the same
     * CPUs as before.
     */
    void unpin();

    /**
     * Moves it to the CPUs that it is measured on, and holds it to its share of them.
     *
     * @return why that failed, in words; empty when it is there
     */
    Optional<String> pin();

    /** How it ended, once it has. */
    Optional<Death> death();

    /** Standard output and error, complete once the server is closed. */
    Path log();

    @Override
    void close();

    /** The unexpected end of a server: exit reason in words, and the last 20 lines of its log. */
    record Death(ExitReason reason, String commandLine, String lastLogLines) {}
}
