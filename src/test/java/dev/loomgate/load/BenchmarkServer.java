package dev.loomgate.load;

import static org.awaitility.Awaitility.await;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A server on the server's CPUs, for benchmarks of the generator. */
record BenchmarkServer(Process process, String baseUrl) implements AutoCloseable {
    static BenchmarkServer start(Path servers, Placement placement, Path logs) throws IOException {
        return start(servers.resolve("spring-webflux"), placement, logs, List.of());
    }

    /** Takes the folder of the server, and properties to start it with: {@code -Dname=value}. */
    static BenchmarkServer start(Path folder, Placement placement, Path logs, List<String> properties)
            throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>();
        if (!placement.serverCpus().isEmpty()) {
            command.addAll(List.of("taskset", "-c", placement.serverCpus()));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms256m",
                "-Xmx256m",
                "-XX:ActiveProcessorCount=" + placement.serverCpuCount(),
                "-Dloomgate.host=127.0.0.1",
                "-Dloomgate.port=" + port,
                "-Dloomgate.lifeline=true"));
        command.addAll(properties);
        command.addAll(List.of("-jar", folder.resolve("run.jar").toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(logs.resolve("server.log").toFile())
                .start();
        BenchmarkServer server = new BenchmarkServer(process, "http://127.0.0.1:" + port);
        await("server").atMost(Duration.ofSeconds(60)).ignoreExceptions().until(server::answers);
        return server;
    }

    private boolean answers() throws IOException {
        if (!process.isAlive()) {
            throw new AssertionError("the server has ended; see server.log");
        }
        HttpURLConnection request =
                (HttpURLConnection) URI.create(baseUrl + "/effective").toURL().openConnection();
        return request.getResponseCode() == 200;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
