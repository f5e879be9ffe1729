package dev.loomgate.server;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The smallest server that keeps the contract, for tests of launchers; {@code -Dtiny=} makes it misbehave. */
public final class TinyServer {
    private TinyServer() {}

    public static void main(String[] arguments) throws IOException {
        String mood = System.getProperty("tiny", "");
        if (mood.equals("die")) {
            System.out.println("this server does not want to live");
            System.exit(42);
        }
        if (mood.equals("taken")) {
            System.out.println("Port " + Integer.getInteger("loomgate.port", 0) + " was already in use.");
            System.exit(1);
        }
        if (mood.equals("silent")) {
            lifeline();
            return;
        }
        int port = Integer.getInteger("loomgate.port", 0);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10);
        answer(server, "/empty", "ok");
        answer(
                server,
                "/effective",
                "{\"processors\": \"" + Runtime.getRuntime().availableProcessors() + "\", \"java\": \""
                        + Runtime.version().feature() + "\", \"toolOptions\": \""
                        + System.getenv().getOrDefault("JAVA_TOOL_OPTIONS", "") + "\", \"downstream\": \""
                        + System.getProperty("loomgate.downstream", "none") + "\", \"passwordLength\": \""
                        + System.getenv()
                                .getOrDefault("LOOMGATE_DATABASE_PASSWORD", "")
                                .length() + "\"}");
        server.createContext("/die", exchange -> Runtime.getRuntime().halt(7));
        server.createContext("/eat", exchange -> eat(new ByteBuffer[60]));
        server.start();
        System.out.println("tiny server listens on " + port);
        lifeline();
    }

    /** Packs this class as a server's build would leave it: {@code <servers>/tiny/run.jar}. */
    static void packInto(Path servers) throws IOException {
        packInto(servers, "tiny");
    }

    /** The same under another name: {@code <servers>/<folder>/run.jar}. */
    public static void packInto(Path servers, String folder) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, TinyServer.class.getName());
        String entry = TinyServer.class.getName().replace('.', '/') + ".class";
        Path jar = Files.createDirectories(servers.resolve(folder)).resolve("run.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                var bytes = TinyServer.class.getResourceAsStream("TinyServer.class")) {
            out.putNextEntry(new JarEntry(entry));
            if (bytes == null) {
                throw new IOException("no class file of " + entry);
            }
            bytes.transferTo(out);
            out.closeEntry();
        }
    }

    private static void answer(HttpServer server, String path, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
    }

    /** Touches memory outside the heap, 16 MiB at a time. */
    private static void eat(ByteBuffer[] eaten) {
        for (int i = 0; i < eaten.length; i++) {
            eaten[i] = ByteBuffer.allocateDirect(16 << 20);
            while (eaten[i].hasRemaining()) {
                eaten[i].put((byte) 1);
            }
        }
        System.out.println("ate " + eaten.length + " pieces and lives");
    }

    private static void lifeline() {
        new Thread(() -> {
                    try {
                        while (System.in.read() >= 0) {
                            // Nothing is ever said; the end is what counts.
                        }
                    } catch (IOException e) {
                        // As good as the end.
                    }
                    Runtime.getRuntime().halt(0);
                })
                .start();
    }
}
