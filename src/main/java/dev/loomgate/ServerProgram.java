package dev.loomgate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The built program of a server: which bytes ran, and on which framework. */
final class ServerProgram {
    private static final String JAR = "run.jar";
    private static final Pattern FRAMEWORK = Pattern.compile("(?:.*[/\\\\]|.*[/\\\\]io\\.quarkus\\.)?"
            + "(spring-boot|tomcat-embed-core|reactor-netty-http|quarkus-core|helidon-webserver)-(\\d[\\w.-]*)\\.jar");

    private ServerProgram() {}

    /** {@code sha256 3f9a…, spring-boot 4.0.7}. */
    static Optional<String> describe(Path folder) {
        List<Path> jars = jars(folder);
        return sha256(jars).map(hash -> "sha256 " + hash + ", " + frameworks(folder, jars));
    }

    /** The jar that is started and, if it is a thin one, the libraries beside it. */
    private static List<Path> jars(Path folder) {
        List<Path> jars = new ArrayList<>(List.of(folder.resolve(JAR)));
        Path libraries = folder.resolve("lib");
        if (Files.isDirectory(libraries)) {
            try (Stream<Path> files = Files.walk(libraries)) {
                files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
            } catch (IOException | UncheckedIOException e) {
                return List.of();
            }
        }
        return jars;
    }

    private static String frameworks(Path folder, List<Path> jars) {
        try (ZipFile jar = new ZipFile(folder.resolve(JAR).toFile())) {
            TreeSet<String> found = new TreeSet<>();
            Stream.concat(jar.stream().map(ZipEntry::getName), jars.stream().map(Path::toString))
                    .map(FRAMEWORK::matcher)
                    .filter(Matcher::matches)
                    .forEach(match -> found.add(match.group(1) + " " + match.group(2)));
            return found.isEmpty() ? "framework unknown" : String.join(", ", found);
        } catch (IOException e) {
            return "framework unknown";
        }
    }

    /** Over the bytes of all files in order; empty when one of them can't be read or there is none. */
    static Optional<String> sha256(List<Path> files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files) {
                try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                    in.transferTo(java.io.OutputStream.nullOutputStream());
                }
            }
            return files.isEmpty()
                    ? Optional.empty()
                    : Optional.of(HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
