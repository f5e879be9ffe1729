package dev.loomgate.fingerprint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The text files in which Linux tells about itself. What is missing or forbidden has no lines.
 *
 * @param root {@code /}, or a folder that holds {@code proc}, {@code sys} and {@code etc}
 */
record SystemFiles(Path root) {
    /** Line by line, because files below {@code /proc/sys} end after one byte when they are read at once. */
    List<String> lines(String file) {
        try (var lines = Files.lines(root.resolve(file.substring(1)))) {
            return lines.toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    Optional<String> first(String file) {
        return lines(file).stream().findFirst().map(String::strip).filter(line -> !line.isEmpty());
    }

    /** What stands behind a key at the begin of a line, as in {@code model name : X} or {@code NAME="X"}. */
    Optional<String> value(String file, String key) {
        return lines(file).stream()
                .filter(line ->
                        line.startsWith(key) && line.substring(key.length()).matches("\\s*[:=].*|\\s\\s.*"))
                .findFirst()
                .map(line -> line.substring(key.length())
                        .replaceFirst("^\\s*[:=]?\\s*", "")
                        .strip());
    }
}
