package dev.loomgate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** Random credentials of one server, and the contents of the two files that give them to its JMX agent. */
record JmxLogin(String user, String password) {
    static final String PASSWORD_FILE = "jmx.password";
    static final String ACCESS_FILE = "jmx.access";

    private static final SecureRandom RANDOM = new SecureRandom();

    static JmxLogin random() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return new JmxLogin("loomgate", Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    String passwordFile() {
        return user + " " + password + "\n";
    }

    /** Read and write: full collections and the class histogram are operations. */
    String accessFile() {
        return user + " readwrite\n";
    }

    /** Both files in a temporary folder that only this user may enter. */
    OwnedFolder write() throws IOException {
        OwnedFolder folder = OwnedFolder.temporary("jmx");
        write(folder.path().resolve(PASSWORD_FILE), passwordFile());
        write(folder.path().resolve(ACCESS_FILE), accessFile());
        return folder;
    }

    /** The agent refuses files that others may read. */
    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
        if (Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Override
    public String toString() {
        return user;
    }
}
