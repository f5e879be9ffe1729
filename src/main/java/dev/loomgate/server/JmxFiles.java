package dev.loomgate.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** A temporary folder with a server's JMX credentials that only the owner can read. */
final class JmxFiles implements AutoCloseable {
    private final OwnedFolder owned;

    private JmxFiles(OwnedFolder owned) {
        this.owned = owned;
    }

    static JmxFiles write(JmxLogin login) {
        try {
            JmxFiles files = new JmxFiles(OwnedFolder.temporary("jmx"));
            files.add(JmxLogin.PASSWORD_FILE, login.passwordFile());
            files.add(JmxLogin.ACCESS_FILE, login.accessFile());
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return owned.path();
    }

    @Override
    public void close() {
        owned.close();
    }

    private void add(String name, String text) throws IOException {
        Files.writeString(Files.createFile(folder().resolve(name), ownerOnly()), text);
    }

    private static FileAttribute<?>[] ownerOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
