package dev.loomgate.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** A temporary folder with a server's JMX credentials that only the owner can read. */
final class JmxFiles implements AutoCloseable {
    private static final String PREFIX = "loomgate-jmx-";

    private final Path folder;

    private JmxFiles(Path folder) {
        this.folder = folder;
    }

    static JmxFiles write(JmxLogin login) {
        try {
            JmxFiles files = new JmxFiles(Files.createTempDirectory(PREFIX + Session.current() + "-"));
            files.add(JmxLogin.PASSWORD_FILE, login.passwordFile());
            files.add(JmxLogin.ACCESS_FILE, login.accessFile());
            sweep(files.folder.resolveSibling(""));
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        delete(folder);
    }

    private void add(String name, String text) throws IOException {
        Files.writeString(Files.createFile(folder.resolve(name), ownerOnly()), text);
    }

    private static FileAttribute<?>[] ownerOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Removes what killed runs could not. */
    private static void sweep(Path temporary) throws IOException {
        try (Stream<Path> entries = Files.list(temporary)) {
            entries.filter(entry -> ownerEnded(String.valueOf(entry.getFileName())))
                    .toList()
                    .forEach(JmxFiles::delete);
        }
    }

    private static boolean ownerEnded(String name) {
        return name.startsWith(PREFIX)
                && name.lastIndexOf('-') > PREFIX.length()
                && Session.ended(name.substring(PREFIX.length(), name.lastIndexOf('-')));
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // Gone already, or not ours: either way there is nothing left to do for this run.
        }
    }
}
