package dev.loomgate.backing;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** This machine. */
final class MachinePlatform implements PlatformFacts {
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
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
