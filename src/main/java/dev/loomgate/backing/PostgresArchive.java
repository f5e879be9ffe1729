package dev.loomgate.backing;

import dev.loomgate.server.TimeLimit;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's own programs for one platform, as a jar on the class path brings them along. */
record PostgresArchive(String resource) {
    /** It takes 2 to 3 s on a machine that does nothing else. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    boolean onClassPath() {
        return PostgresArchive.class.getResource(resource) != null;
    }

    /** Unpacks {@code bin}, {@code lib} and {@code share}: 75 MiB. */
    void unpackInto(Path folder) {
        InputStream in = PostgresArchive.class.getResourceAsStream(resource);
        if (in == null) {
            throw new BackingStartException("The class path has no PostgreSQL: " + resource + " is missing.");
        }
        unpack(in, folder, LIMIT);
    }

    /** In a thread of its own: a file system that stalls can't be interrupted. */
    static void unpack(InputStream in, Path folder, Duration limit) {
        try {
            TimeLimit.within(limit, () -> {
                unpack(in, folder);
                return true;
            });
        } catch (TimeoutException e) {
            throw new BackingStartException(
                    "PostgreSQL was not unpacked into " + folder + " within " + limit.toSeconds()
                            + " s: the disk stalls, or the machine is far too busy. " + OTHER_FOLDER,
                    e);
        } catch (ExecutionException e) {
            throw new BackingStartException(
                    "PostgreSQL could not be unpacked into " + folder + ", which takes 75 MiB: " + e.getCause() + ". "
                            + OTHER_FOLDER,
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BackingStartException("interrupted while PostgreSQL was unpacked", e);
        }
    }

    static final String OTHER_FOLDER =
            "Another folder can be named in the environment: JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=<folder>.";

    private static void unpack(InputStream in, Path folder) throws IOException {
        try (TarArchiveInputStream archive =
                new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(in)))) {
            for (TarArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                unpack(archive, entry, folder);
            }
        }
    }

    private static void unpack(TarArchiveInputStream archive, TarArchiveEntry entry, Path folder) throws IOException {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
            throw new IOException("the archive holds a path outside of it: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(archive, target);
        if ((entry.getMode() & 0100) != 0) {
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
