package dev.loomgate.fingerprint;

import dev.loomgate.server.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;

/** The built program of a server: its jar, and what stands beside it that the jar needs. */
public record ServerProgram(Path jar) {
    /** A Quarkus application is a small jar that reads this file, and finds all else by it. */
    private static final Path OF_QUARKUS = Path.of("quarkus", "quarkus-application.dat");

    private static final List<String> FOLDERS_OF_QUARKUS = List.of("app", "quarkus");

    private static final Pattern FRAMEWORK = Pattern.compile("(?:.*[/\\\\]|.*[/\\\\]io\\.quarkus\\.)?"
            + "(spring-boot|tomcat-embed-core|reactor-netty-http|quarkus-core|helidon-webserver)-(\\d[\\w.-]*)\\.jar");

    /** {@code sha256 3f9a…, spring-boot 4.0.7}. */
    public String describe() throws IOException {
        List<Path> files = files();
        return "sha256 " + Digest.of(folder(), files) + ", " + frameworks(files);
    }

    /** Whether both hold the same bytes, whatever their jars are called. */
    public boolean isSameAs(ServerProgram other) throws IOException {
        List<Path> own = files();
        List<Path> others = other.files();
        if (own.size() != others.size() || Files.mismatch(jar, other.jar) >= 0) {
            return false;
        }
        for (int i = 1; i < own.size(); i++) {
            String name = folder().relativize(own.get(i)).toString();
            String ofOther = other.folder().relativize(others.get(i)).toString();
            if (!name.equals(ofOther) || Files.mismatch(own.get(i), others.get(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Copies the program, all files under their names. */
    public void copyTo(Path target) throws IOException {
        for (Path file : files()) {
            Path copy = target.resolve(folder().relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
    }

    private Path folder() {
        return jar.resolveSibling("");
    }

    /**
     * Sorted, so that the same files have the same digest everywhere. A build leaves more than the program, which no
     * server reads.
     */
    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>(List.of(jar));
        for (String beside : besideTheJar()) {
            try (Stream<Path> all = Files.walk(folder().resolve(beside))) {
                all.filter(Files::isRegularFile).sorted().forEach(files::add);
            }
        }
        return files;
    }

    /** {@code lib} of {@code Class-Path: lib/one.jar lib/two.jar}. */
    private TreeSet<String> besideTheJar() throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            TreeSet<String> names = new TreeSet<>();
            if (Files.exists(folder().resolve(OF_QUARKUS))) {
                names.addAll(FOLDERS_OF_QUARKUS);
            }
            Optional.ofNullable(opened.getManifest())
                    .map(Manifest::getMainAttributes)
                    .map(attributes -> attributes.getValue(Attributes.Name.CLASS_PATH))
                    .stream()
                    .flatMap(path -> Arrays.stream(path.split(" +", -1)))
                    .map(entry -> entry.split("/", 2)[0])
                    .filter(name -> !name.matches("\\.{0,2}") && Files.exists(folder().resolve(name)))
                    .forEach(names::add);
            return names;
        } catch (ZipException e) {
            // A server that no Java can start is a result of its own.
            return new TreeSet<>();
        }
    }

    private String frameworks(List<Path> files) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            TreeSet<String> found = new TreeSet<>();
            Stream.concat(opened.stream().map(ZipEntry::getName), files.stream().map(Path::toString))
                    .map(FRAMEWORK::matcher)
                    .filter(Matcher::matches)
                    .forEach(match -> found.add(match.group(1) + " " + match.group(2)));
            return found.isEmpty() ? "framework unknown" : String.join(", ", found);
        } catch (ZipException e) {
            return "framework unknown";
        }
    }
}
