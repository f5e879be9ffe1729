package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.server.ContainerEngine.ContainerSweep;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Looks for a container engine that has, or gets, an image for every runtime. */
record EngineSearch(List<EngineAddress> candidates, Consumer<String> progress) {
    private static final Duration LIBRARY_LIMIT = Duration.ofSeconds(30);

    /** What came of it. */
    sealed interface Outcome {}

    record Found(ContainerEngine engine) implements Outcome {}

    record Missing(String why) implements Outcome {}

    /** @param others images that are no runtime's */
    Outcome engineWith(Map<JvmRuntime, String> images, List<String> others, Duration patience) {
        List<String> silent = new ArrayList<>();
        for (EngineAddress address : candidates) {
            Optional<String> silence = address.silence();
            if (silence.isEmpty()) {
                return withImages(address, images, others, patience);
            }
            silent.add(silence.get());
        }
        return new Missing("no container engine (" + String.join("; ", silent) + ")");
    }

    private Outcome withImages(
            EngineAddress address, Map<JvmRuntime, String> images, List<String> others, Duration patience) {
        try {
            ContainerEngine engine = TimeLimit.within(LIBRARY_LIMIT, () -> ContainerEngine.connect(address));
            ContainerSweep.run(engine.client(), progress);
            return fetched(engine, images, others, patience);
        } catch (TimeoutException e) {
            return new Missing("an engine answers at " + address + ", but Testcontainers was not ready within "
                    + LIBRARY_LIMIT.toSeconds() + " s. Without access to public images set the environment variables"
                    + " TESTCONTAINERS_RYUK_DISABLED=true and TESTCONTAINERS_HOST_OVERRIDE=localhost; the containers"
                    + " of this build end by themselves");
        } catch (ExecutionException e) {
            return new Missing("an engine answers at " + address + ", but Testcontainers cannot use it: "
                    + ContainerEngine.firstLine(
                            Optional.ofNullable(e.getCause()).orElse(e)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Missing("interrupted");
        }
    }

    private Outcome fetched(
            ContainerEngine engine, Map<JvmRuntime, String> images, List<String> others, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        for (JvmRuntime runtime : images.keySet()) {
            if (images.getOrDefault(runtime, "").isEmpty()) {
                return new Missing("no image is named for Java " + runtime.java());
            }
        }
        for (String image : Stream.concat(images.values().stream(), others.stream())
                .distinct()
                .toList()) {
            if (engine.imageId(image).isEmpty()) {
                progress.accept("pulling image " + image);
            }
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            Optional<String> missing = engine.fetch(image, left);
            if (missing.isPresent()) {
                return new Missing(missing.get());
            }
        }
        return new Found(engine);
    }

    /**
     * Where a container engine may listen, and whether one answers there: asked in a moment, before any library is
     * loaded.
     */
    record EngineAddress(URI uri) {
        private static final Duration LIMIT = Duration.ofMillis(1500);
        private static final String PING = "GET /_ping HTTP/1.0\r\nHost: localhost\r\n\r\n";
        private static final int UNENCRYPTED_PORT = 2375;

        /** {@code DOCKER_HOST} when it is set, else the usual sockets. */
        static List<EngineAddress> candidates(Map<String, String> environment, Path home) {
            String given = environment.getOrDefault("DOCKER_HOST", "");
            if (!given.isBlank()) {
                return List.of(ofVariable(given.strip()));
            }
            Optional<Path> runtime = Optional.ofNullable(environment.get("XDG_RUNTIME_DIR"))
                    .filter(folder -> !folder.isBlank())
                    .map(folder -> Path.of(folder, "docker.sock"));
            return Stream.concat(Stream.of(Path.of("/var/run/docker.sock")), runtime.stream())
                    .map(EngineAddress::ofSocket)
                    .toList();
        }

        static EngineAddress ofSocket(Path socket) {
            return new EngineAddress(URI.create("unix://" + socket));
        }

        private static EngineAddress ofVariable(String value) {
            try {
                return new EngineAddress(new URI(value));
            } catch (URISyntaxException e) {
                throw new ServerStartException("DOCKER_HOST=" + value + " is no address: " + e.getMessage(), e);
            }
        }

        boolean local() {
            return "unix".equals(uri.getScheme());
        }

        /** Empty when an engine answers, else why not. */
        Optional<String> silence() {
            try {
                // Reading from a socket channel has no time limit of its own.
                return TimeLimit.within(LIMIT, this::ping);
            } catch (TimeoutException e) {
                return Optional.of(this + " does not answer within " + LIMIT.toMillis() + " ms");
            } catch (ExecutionException e) {
                return Optional.of(this + ": " + e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.of("interrupted");
            }
        }

        private Optional<String> ping() {
            try {
                String answer = local() ? pingSocket() : pingHost();
                return answer.startsWith("HTTP/")
                        ? Optional.empty()
                        : Optional.of(this + " does not answer as an engine");
            } catch (IOException | RuntimeException e) {
                return Optional.of("nothing answers at " + this);
            }
        }

        private String pingSocket() throws IOException {
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of(uri.getPath()));
                channel.write(ByteBuffer.wrap(PING.getBytes(StandardCharsets.US_ASCII)));
                ByteBuffer answer = ByteBuffer.allocate(64);
                channel.read(answer);
                return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
            }
        }

        private String pingHost() throws IOException {
            int port = uri.getPort() < 0 ? UNENCRYPTED_PORT : uri.getPort();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(uri.getHost(), port), (int) LIMIT.toMillis());
                if (port != UNENCRYPTED_PORT) {
                    // Encrypted, most likely: that somebody listens must do, the library brings the certificates.
                    return "HTTP/";
                }
                socket.setSoTimeout((int) LIMIT.toMillis());
                socket.getOutputStream().write(PING.getBytes(StandardCharsets.US_ASCII));
                return new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII);
            }
        }

        @Override
        public String toString() {
            return uri.toString();
        }
    }
}
