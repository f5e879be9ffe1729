package dev.loomgate.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Two measurements on one machine disturb each other: the second one is refused, whichever user started it. The
 * operating system frees the lock when a run dies.
 *
 * <p>All users lock the same file. Where an older file of another user can't be written, a user locks a file of their
 * own, and looks whether any other is locked.
 */
public final class RunLock implements AutoCloseable {
    private static final String SHARED = "loomgate.lock";

    /**
     * Closing any channel of a file frees all locks that this JVM has on it: no file that is locked here may be opened
     * again.
     */
    private static final Set<Path> HELD_HERE = new HashSet<>();

    private final Path file;
    private final FileChannel channel;

    private RunLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Locks this machine.
     *
     * @param folder of temporary files, which all users share
     * @throws IllegalStateException naming the run that has locked it, and the way out
     */
    public static RunLock acquire(Path folder) {
        synchronized (HELD_HERE) {
            try {
                return acquireIn(folder.toRealPath());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot lock a file in " + folder, e);
            }
        }
    }

    private static RunLock acquireIn(Path folder) throws IOException {
        RunLock lock = ownIn(folder);
        try {
            for (Path other : othersIn(folder, lock.file)) {
                refuseIfLocked(other);
            }
            HELD_HERE.add(lock.file);
            return lock;
        } catch (IOException | RuntimeException e) {
            lock.channel.close();
            throw e;
        }
    }

    private static RunLock ownIn(Path folder) throws IOException {
        try {
            return locked(folder.resolve(SHARED));
        } catch (AccessDeniedException e) {
            return locked(folder.resolve("loomgate-" + user().replaceAll("[^\\w.-]", "_") + ".lock"));
        }
    }

    private static RunLock locked(Path file) throws IOException {
        if (HELD_HERE.contains(file)) {
            throw refused(file, "this process");
        }
        FileChannel channel = open(file);
        try {
            if (channel.tryLock() == null) {
                throw refused(file, ownerIn(channel));
            }
            describeOwner(channel);
            return new RunLock(file, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Never created where it may exist: in a folder like /tmp the kernel refuses that for a file of another user
     * (fs.protected_regular), even if it is writable.
     */
    private static FileChannel open(Path file) throws IOException {
        Set<OpenOption> options = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        while (true) {
            try {
                return FileChannel.open(file, options);
            } catch (NoSuchFileException e) {
                create(file);
            }
        }
    }

    private static void create(Path file) throws IOException {
        try {
            Files.createFile(file);
            // Whatever the umask of the first user is, the others must be able to lock it.
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        } catch (FileAlreadyExistsException | UnsupportedOperationException e) {
            // Another run was quicker, or the system knows no such permissions.
        }
    }

    /** For the message that another run gets. A full disk is no reason against measuring. */
    private static void describeOwner(FileChannel channel) {
        String owner = "process " + ProcessHandle.current().pid() + " of user " + user() + ", in "
                + Path.of("").toAbsolutePath() + ", since " + Instant.now().truncatedTo(ChronoUnit.SECONDS);
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
        } catch (IOException e) {
            // Then the message names the file only.
        }
    }

    private static String ownerIn(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(4096);
        channel.read(text, 0);
        return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
    }

    private static List<Path> othersIn(Path folder, Path own) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches("loomgate(-.+)?\\.lock"))
                    .filter(file -> !file.equals(own))
                    .toList();
        }
    }

    private static void refuseIfLocked(Path other) throws IOException {
        if (HELD_HERE.contains(other)) {
            throw refused(other, "this process");
        }
        // A shared lock needs no right to write, and is refused where another process has the file for itself.
        try (FileChannel channel =
                FileChannel.open(other, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            if (channel.tryLock(0, Long.MAX_VALUE, true) == null) {
                throw refused(other, ownerIn(channel));
            }
        } catch (AccessDeniedException | NoSuchFileException e) {
            // A file that can't be read can't be looked at.
        }
    }

    private static IllegalStateException refused(Path file, String owner) {
        return new IllegalStateException("another Loomgate run measures on this machine: "
                + (owner.isEmpty() ? "it does not say which" : owner)
                + "; wait until it has ended, or end it (it holds "
                + file + ")");
    }

    private static String user() {
        return ProcessHandle.current().info().user().orElse("unknown");
    }

    @Override
    public void close() {
        synchronized (HELD_HERE) {
            HELD_HERE.remove(file);
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
