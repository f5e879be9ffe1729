package dev.loomgate.load;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A class path without folders: a JVM archives classes from jars only. */
final class PackedClassPath {
    private PackedClassPath() {}

    static String of(String classPath, Path folder) throws IOException {
        List<String> packed = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            packed.add(
                    Files.isDirectory(path) ? jar(path, folder, packed.size()).toString() : entry);
        }
        return String.join(File.pathSeparator, packed);
    }

    private static Path jar(Path classes, Path folder, int number) throws IOException {
        Path jar = folder.resolve("classes-" + number + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                var files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }
}
