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
import java.util.stream.Stream;

/** The classes that measure: generator, simulation, delay proxy, sampler. Another build of them measures otherwise. */
public final class OwnClasses {
    private OwnClasses() {}

    /** {@code sha256 3f9a…}: the same for a folder of classes and for a jar of them. */
    public static String describe() {
        return "sha256 " + digest("/dev/loomgate/load/LoadGenerator.class", "dev/loomgate") + ", simulation sha256 "
                + digest("/dev/loomgate/simulation/LoadSimulation.class", "dev/loomgate/simulation");
    }

    private static String digest(String one, String below) {
        URL found = LoadGenerator.class.getResource(one);
        if (found == null) {
            return "none on the class path";
        }
        try {
            URI uri = found.toURI();
            if (!uri.getScheme().equals("jar")) {
                return below(root(Path.of(uri), one), below);
            }
            String text = uri.getRawSchemeSpecificPart();
            Path jar = Path.of(URI.create(text.substring(0, text.lastIndexOf("!/"))));
            try (FileSystem inside = FileSystems.newFileSystem(jar, Map.of())) {
                return below(inside.getPath("/"), below);
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("the classes of Loomgate at " + found + " could not be read", e);
        }
    }

    private static Path root(Path file, String resource) {
        String text = file.toString();
        return Path.of(text.substring(0, text.length() - resource.length()));
    }

    private static String below(Path root, String folder) throws IOException {
        try (Stream<Path> all = Files.walk(root.resolve(folder))) {
            List<Path> classes = all.filter(file -> file.toString().endsWith(".class"))
                    .sorted()
                    .toList();
            return Digest.of(root, classes);
        }
    }
}
