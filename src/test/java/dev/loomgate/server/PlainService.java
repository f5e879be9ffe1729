package dev.loomgate.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A service that knows nothing of Loomgate. It listens on the port of the property {@code port}, of the variable {@code
 * PORT} or of the argument {@code --port=}, over TLS where the property {@code keys} names a key store, and answers
 * {@code POST /orders} with 201 and what it was sent. Of the tokens that it gave, it knows the last one. In a container
 * the variable {@code HOST} lets it listen there.
 */
public final class PlainService {
    /** How its build calls it. */
    public static final Path JAR = Path.of("plain-service.jar");

    private static final AtomicInteger LOGINS = new AtomicInteger();

    private PlainService() {}

    public static void main(String[] arguments) throws IOException {
        List<String> moods = List.of(System.getProperty("moods", "").split(",", -1));
        if (moods.contains("forks")) {
            Process child = new ProcessBuilder("sleep", "600").start();
            System.out.println("forked " + child.pid());
        }
        if (moods.contains("stays")) {
            Runtime.getRuntime().addShutdownHook(new Thread(PlainService::stay));
        }
        HttpServer server = server(new InetSocketAddress(host(), port(arguments)));
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.createContext("/health", exchange -> answer(exchange, 200, "up"));
        server.createContext(
                "/settings",
                exchange -> answer(exchange, 200, String.join(" ", arguments) + " " + System.getenv("GREETING")));
        server.createContext(
                "/login", exchange -> answer(exchange, 200, "user=perf;token=secret" + LOGINS.incrementAndGet() + ";"));
        server.createContext("/orders", PlainService::order);
        server.start();
        System.out.println("plain service is up");
    }

    private static HttpServer server(InetSocketAddress address) throws IOException {
        String keys = System.getProperty("keys");
        if (keys == null) {
            return HttpServer.create(address, 1000);
        }
        HttpsServer server = HttpsServer.create(address, 1000);
        server.setHttpsConfigurator(
                new HttpsConfigurator(TestCertificate.read(Path.of(keys)).context()));
        return server;
    }

    private static InetAddress host() throws IOException {
        String variable = System.getenv("HOST");
        return variable == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(variable);
    }

    private static int port(String[] arguments) {
        for (String argument : arguments) {
            if (argument.startsWith("--port=")) {
                return Integer.parseInt(argument.substring("--port=".length()));
            }
        }
        String variable = System.getenv("PORT");
        return variable == null ? Integer.getInteger("port", 8080) : Integer.parseInt(variable);
    }

    private static void order(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String token = exchange.getRequestHeaders().getFirst("Authorization");
        boolean known = "Bearer secret".equals(token) || ("Bearer secret" + LOGINS).equals(token);
        if (!known) {
            answer(exchange, 401, "who are you?");
        } else if (!exchange.getRequestMethod().equals("POST")) {
            answer(exchange, 405, "POST an order");
        } else {
            answer(exchange, 201, body);
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Longer than anybody waits for it. */
    private static void stay() {
        try {
            Thread.currentThread().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Packs it as a build would leave it, into the folder. */
    public static Path packInto(Path folder) throws IOException {
        Path jar = Files.createDirectories(folder).resolve(JAR);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, PlainService.class.getName());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            pack(PlainService.class, out);
            pack(TestCertificate.class, out);
        }
        return jar;
    }

    private static void pack(Class<?> packed, JarOutputStream out) throws IOException {
        try (var bytes = packed.getResourceAsStream(packed.getSimpleName() + ".class")) {
            if (bytes == null) {
                throw new IOException("the class file is not there");
            }
            out.putNextEntry(new JarEntry(packed.getName().replace('.', '/') + ".class"));
            bytes.transferTo(out);
            out.closeEntry();
        }
    }
}
