package dev.loomgate.server;

import dev.loomgate.plan.Variant;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the servers' build leaves for each of them: a folder with {@code run.jar} and what it needs. */
final class ServerJar {
    static final String NAME = "run.jar";

    private ServerJar() {}

    static Path of(Path servers, Variant variant) {
        Path jar = servers.resolve(variant.server()).resolve(NAME).toAbsolutePath();
        if (!Files.isRegularFile(jar)) {
            throw new ServerStartException("Server " + variant.name() + " is not built: there is no " + jar
                    + ". Build all servers with 'mvn package'.");
        }
        return jar;
    }
}
