package dev.loomgate.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * What kind of program a service is, which decides how it is told where to listen.
 *
 * @param words for a comment
 * @param portKey of the file: {@code property}, {@code env} or {@code argument}
 * @param settings system properties that keep it on the loopback address
 * @param environment variables that ask for the same
 */
record ServiceKind(
        String words, String portKey, String portValue, Map<String, String> settings, Map<String, String> environment) {
    static final ServiceKind SPRING_BOOT =
            ofProperty("Spring Boot", "server.port", Map.of("server.address", "127.0.0.1"));
    static final ServiceKind QUARKUS =
            ofProperty("Quarkus", "quarkus.http.port", Map.of("quarkus.http.host", "127.0.0.1"));
    static final ServiceKind MICRONAUT =
            ofProperty("Micronaut", "micronaut.server.port", Map.of("micronaut.server.host", "127.0.0.1"));
    static final ServiceKind OTHER_JAR = ofVariable("neither Spring Boot, Quarkus nor Micronaut");
    static final ServiceKind COMMAND = ofVariable("a command");

    private static ServiceKind ofProperty(String words, String property, Map<String, String> settings) {
        return new ServiceKind(words, "property", property, settings, Map.of());
    }

    /** Many read HOST beside PORT; those that don't are not harmed by it. */
    private static ServiceKind ofVariable(String words) {
        return new ServiceKind(words, "env", "PORT", Map.of(), Map.of("HOST", "127.0.0.1"));
    }

    /**
     * The same with another form of the port.
     *
     * @param form {@code property=server.port}, {@code env=PORT} or {@code argument=--port={port}}
     */
    ServiceKind withPort(String form) {
        int equals = form.indexOf('=');
        String key = equals < 0 ? "" : form.substring(0, equals);
        String value = form.substring(equals + 1);
        boolean fits = switch (key) {
            case "property" -> value.matches("[A-Za-z][\\w.-]*") && !equals(COMMAND);
            case "env" -> value.matches("[A-Za-z_]\\w*");
            case "argument" -> value.contains("{port}") && Words.fitOneLine(value);
            default -> false;
        };
        if (!fits) {
            throw new InitException("--port '" + form + "' does not say how the service is told its port: "
                    + "property=server.port (of a jar), env=PORT or argument=--port={port}");
        }
        return new ServiceKind(words, key, value, settings, environment);
    }

    /** What a jar tells of itself. */
    static ServiceKind of(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new InitException(
                    "there is no jar " + file + ": build it, or name it relative to the folder of --file");
        }
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
            String mainClass = text(main, "Main-Class");
            if (mainClass.isEmpty()) {
                throw new InitException(
                        file + " can't be started with java -jar: its manifest names no Main-Class. Take the"
                                + " executable jar of the build (of Quarkus: target/quarkus-app/quarkus-run.jar), or --command");
            }
            String libraries = text(main, "Class-Path");
            if (mainClass.startsWith("io.quarkus.") || jar.getEntry("io/quarkus/runner/GeneratedMain.class") != null) {
                return QUARKUS;
            }
            if (!text(main, "Spring-Boot-Version").isEmpty()
                    || mainClass.startsWith("org.springframework.boot.")
                    || jar.getEntry("org/springframework/boot/SpringApplication.class") != null
                    || libraries.matches("(?s).*\\bspring-boot-\\d.*")) {
                return SPRING_BOOT;
            }
            return jar.getEntry("io/micronaut/runtime/Micronaut.class") != null
                            || libraries.matches("(?s).*\\bmicronaut-context-\\d.*")
                    ? MICRONAUT
                    : OTHER_JAR;
        } catch (IOException e) {
            throw new InitException(file + " is no jar: " + e.getMessage());
        }
    }

    private static String text(Attributes attributes, String name) {
        String value = attributes.getValue(name);
        return value == null ? "" : value.strip();
    }
}
