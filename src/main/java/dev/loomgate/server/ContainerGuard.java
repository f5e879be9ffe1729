package dev.loomgate.server;

import dev.loomgate.server.EngineSearch.EngineAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Removes a container when this JVM dies, in whatever way: a shell in a session of its own, which waits for the end of
 * its standard input. For containers of images in which nothing would notice. It asks the engine with {@code docker} or
 * else {@code curl}; where this machine has neither, Ryuk or {@link ContainerEngine.ContainerSweep} of the next run
 * removes it.
 */
final class ContainerGuard implements AutoCloseable {
    /** Takes the container's id as {@code $0}, the engine's address as {@code $1} and its socket as {@code $2}. */
    private static final String GUARD = """
            trap '' HUP INT QUIT TERM
            cd /
            while read -r line; do :; done
            docker -H "$1" rm -f -v "$0" || curl -sf --unix-socket "$2" -X DELETE "http://engine/containers/$0?force=true&v=true"
            """;

    private final Optional<Process> process;

    private ContainerGuard(Optional<Process> process) {
        this.process = process;
    }

    static ContainerGuard of(EngineAddress engine, String container) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", GUARD, container, engine.toString()));
        command.add(engine.local() ? Path.of(engine.uri().getPath()).toString() : "");
        try {
            return new ContainerGuard(Optional.of(new ProcessBuilder(OwnSession.of(command))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()));
        } catch (IOException e) {
            return new ContainerGuard(Optional.empty());
        }
    }

    /** Once the container is gone. */
    @Override
    public void close() {
        process.ifPresent(Process::destroyForcibly);
    }
}
