package dev.loomgate.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Writes files that outlive a kill and a power cut. A file is replaced as a whole or not at all, and is on the disk
 * before the caller goes on. What can't be written leaves no half file and no temporary file, and a sentence that
 * names the file and the cause.
 */
public final class DurableFile {
    private DurableFile() {}

    /** Throws {@link UncheckedIOException} when the file can't be written; the one that was there is then untouched. */
    public static void replace(Path file, String text) {
        Path folder = folder(file);
        Path temporary = folder.resolve("." + file.getFileName() + ".tmp");
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                // Not writeString: it refuses half a character, and a log line may end in one.
                writeAll(channel, text);
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            force(folder);
        } catch (IOException e) {
            deleteQuietly(temporary);
            throw unwritable(file, e);
        }
    }

    /**
     * Adds a line. What a full disk has left of it is taken away again, so that the next line does not stand behind
     * half of this one.
     */
    public static void append(Path file, String line) {
        try {
            Files.createDirectories(folder(file));
            boolean isNew = !Files.exists(file);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                long before = channel.size();
                try {
                    channel.position(before);
                    writeAll(channel, line + "\n");
                    channel.force(true);
                } catch (IOException e) {
                    channel.truncate(before);
                    throw e;
                }
            }
            if (isNew) {
                force(folder(file));
            }
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /** Throws {@link UncheckedIOException} when there is such a file and it can't be deleted. */
    static void delete(Path file) {
        try {
            if (Files.deleteIfExists(file)) {
                force(folder(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file + ": " + why(e), e);
        }
    }

    /** Makes new, moved and deleted entries of a folder outlive a power cut. */
    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static UncheckedIOException unwritable(Path file, IOException cause) {
        return new UncheckedIOException("cannot write " + file + ": " + why(cause), cause);
    }

    /** {@code No space left on device}: without the path, which the sentence names already. */
    private static String why(IOException e) {
        String reason = e instanceof FileSystemException about ? about.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() + " " + e.getMessage() : reason;
    }

    private static void writeAll(FileChannel channel, String text) throws IOException {
        Channels.newOutputStream(channel).write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Path folder(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
    }

    private static void deleteQuietly(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // The sentence about the file itself is what counts.
        }
    }
}
