package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files that a thresholds file names: data, bodies, certificates, SQL. They are read, but where what was measured is
 * judged again: then they decide nothing any more, and may be gone.
 */
final class NamedFiles {
    private final boolean read;
    private final Map<String, Path> files = new TreeMap<>();

    private NamedFiles(boolean read) {
        this.read = read;
    }

    static NamedFiles read() {
        return new NamedFiles(true);
    }

    static NamedFiles unread() {
        return new NamedFiles(false);
    }

    boolean areRead() {
        return read;
    }

    /** @param name as the thresholds file has it */
    void add(String name, Path file) {
        files.put(name, file);
    }

    /** By the names that the thresholds file has. */
    Map<String, Path> all() {
        return Collections.unmodifiableMap(files);
    }
}
