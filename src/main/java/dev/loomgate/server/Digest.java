package dev.loomgate.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** SHA-256 of files. */
public final class Digest {
    private Digest() {}

    /** Of one file; empty when it can't be read. */
    public static Optional<String> of(Path file) {
        MessageDigest digest = sha256();
        try {
            Files.copy(file, new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return Optional.of(HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Over names and contents, with lengths between them: no two different trees feed it the same bytes. */
    public static String of(Path root, List<Path> files) throws IOException {
        MessageDigest digest = sha256();
        for (Path file : files) {
            String name = root.relativize(file).toString();
            byte[] content = Files.readAllBytes(file);
            digest.update((name.length() + " " + name + " " + content.length + " ").getBytes(StandardCharsets.UTF_8));
            digest.update(content);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** For callers that add more than files. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
