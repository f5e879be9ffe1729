package dev.loomgate.fingerprint;

import dev.loomgate.load.LoadGenerator;
import dev.loomgate.server.Digest;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The classes that measure: generator, simulation, delay proxy, sampler. Another build of them measures otherwise. */
public final class OwnClasses {
    private OwnClasses() {}

    /** {@code sha256 3f9a…}: the same for a folder of classes and for a jar of them. */
    public static String describe() {
        String one = "/dev/loomgate/load/LoadGenerator.class";
        URL found = Objects.requireNonNull(LoadGenerator.class.getResource(one));
        try {
            URI uri = found.toURI();
            if (!uri.getScheme().equals("jar")) {
                return "sha256 " + below(root(Path.of(uri), one));
            }
            String text = uri.getRawSchemeSpecificPart();
            Path jar = Path.of(URI.create(text.substring(0, text.lastIndexOf("!/"))));
            try (FileSystem inside = FileSystems.newFileSystem(jar, Map.of())) {
                return "sha256 " + below(inside.getPath("/"));
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("the classes of Loomgate at " + found + " could not be read", e);
        }
    }

    private static Path root(Path file, String resource) {
        String text = file.toString();
        return Path.of(text.substring(0, text.length() - resource.length()));
    }

    private static String below(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root.resolve("dev/loomgate"))) {
            List<Path> classes = all.filter(file -> file.toString().endsWith(".class"))
                    .sorted()
                    .toList();
            return Digest.of(root, classes);
        }
    }
}
