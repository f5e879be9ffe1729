package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Variant;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Gives every start of a server a log file of its own: {@code virtual.jdk25.1.log}. */
record LogFiles(Path folder) {
    Path next(Variant variant, JvmRuntime runtime) {
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
