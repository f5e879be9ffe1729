package dev.loomgate.backing;

import dev.loomgate.server.ExitReason;
import dev.loomgate.server.FreePort;
import dev.loomgate.server.HttpAnswer;
import dev.loomgate.server.Placement;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The HTTP service that servers ask for {@code remote-io} and {@code aggregate}: a JVM of its own on the generator's
 * CPUs.
 */
record Downstream(BackingProcess process, URI address) implements AutoCloseable {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);
    private static final String HEAP = "256m";
    private static final String HOST = "127.0.0.1";

    static Downstream start(Path servers, Path java, Placement placement, Path log) {
        Path jar = servers.resolve("downstream").resolve("run.jar").toAbsolutePath();
        if (!Files.isRegularFile(jar)) {
            throw new BackingStartException("The downstream service is not built: there is no " + jar
                    + ". Build all servers with 'mvn package', or name their folder with -Dloomgate.servers=<folder>.");
        }
        int port = FreePort.next();
        List<String> command = List.of(
                java.toString(),
                "-Xms" + HEAP,
                "-Xmx" + HEAP,
                "-XX:+UseSerialGC",
                "-XX:ActiveProcessorCount=" + placement.generatorCpuCount(),
                ExitReason.OPTION,
                "-Dloomgate.host=" + HOST,
                "-Dloomgate.port=" + port,
                "-Dloomgate.lifeline=true",
                "-jar",
                jar.toString());
        URI address = URI.create("http://" + HOST + ":" + port);
        BackingProcess process = BackingProcess.start("downstream service", placement.besideGenerator(command), log);
        process.await(() -> answers(address));
        return new Downstream(process, address);
    }

    private static boolean answers(URI address) {
        try {
            return HttpAnswer.to(address.resolve("/empty"), ANSWER_LIMIT).good();
        } catch (IOException e) {
            return false;
        }
    }

    /** For the environment table. */
    static String inWords() {
        return "a JVM of its own on the harness's Java, heap " + HEAP + ", Serial GC, on the generator's CPUs";
    }

    @Override
    public void close() {
        process.close();
    }
}
