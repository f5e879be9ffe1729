package dev.loomgate.backing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's own programs, as a jar on the class path brings them along. */
final class PostgresPrograms {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private PostgresPrograms() {}

    /** Unpacks {@code bin}, {@code lib} and {@code share}; takes 2 to 3 s, 75 MiB. */
    static void unpackInto(Path folder) {
        try (InputStream in = PostgresPrograms.class.getResourceAsStream(ARCHIVE)) {
            if (in == null) {
                throw new BackingStartException("The class path has no PostgreSQL: " + ARCHIVE + " is missing."
                        + " Leave out the workloads with 'behind: database' (-Dloomgate.workloads=<others>).");
            }
            try (TarArchiveInputStream archive =
                    new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(in)))) {
                for (TarArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                    unpack(archive, entry, folder);
                }
            }
        } catch (IOException e) {
            throw new BackingStartException("PostgreSQL could not be unpacked into " + folder + ": " + e, e);
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
