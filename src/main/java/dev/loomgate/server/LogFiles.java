package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Variant;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** Gives every start of a server a log file of its own: {@code virtual.jdk25.1.log}. */
record LogFiles(Path folder) {
    /** Starts a server again when another process took one of its ports; a failure is blamed on what the log tells. */
    RunningServer attempt(Variant variant, JvmRuntime runtime, Function<Path, RunningServer> start) {
        return PortRetry.start(
                () -> {
                    Path log = next(variant, runtime);
                    try {
                        return start.apply(log);
                    } catch (ServerStartException e) {
                        throw e.blamed(log);
                    }
                },
                ServerStartException::portTaken);
    }

    private Path next(Variant variant, JvmRuntime runtime) {
        try {
            Files.createDirectories(folder);
            for (int number = 1; ; number++) {
                Path file = folder.resolve(variant.name() + "." + runtime.name() + "." + number + ".log");
                try {
                    return Files.createFile(file).toAbsolutePath();
                } catch (FileAlreadyExistsException e) {
                    // The next number, then.
                }
            }
        } catch (IOException e) {
            throw new ServerStartException("the log of a server could not be made in " + folder + ": " + e, e);
        }
    }
}
