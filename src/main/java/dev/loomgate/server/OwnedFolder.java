package dev.loomgate.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder that only this user may enter and that goes with this JVM, however the JVM ends. Processes that run a
 * program out of it go, too, and those that were started with a property or a variable that names it or a file in it
 * ({@code -Dname=<folder>/<file>}): a server that hangs before its first line of Java notices nothing by itself, nor do
 * the processes that a service has started, which have its variables.
 *
 * <p>A guard outside of this JVM removes it: a shell in a session of its own, which no signal to this JVM's process
 * group reaches. It waits for the end of its standard input, which the operating system brings about when this JVM is
 * gone. It ignores every signal that can be ignored, and is replaced when it is killed. When both are killed at once,
 * {@link #sweep} of the next run does the same: the owner is part of the folder's name, so there is no moment without
 * one.
 */
public final class OwnedFolder implements AutoCloseable {
    /**
     * Takes the folder as {@code $0}. What {@code grep} looks for comes on its standard input, so that it does not
     * find itself. Processes are asked with QUIT, on which PostgreSQL ends without a checkpoint but takes its shared
     * memory along, and killed after 20 passes, which is 2 s. A process may have been about to start a program when
     * the folder went, so the loop ends with a pass that finds neither. A PostgreSQL that was killed leaves a segment
     * of shared memory, whose id is in the seventh line of its file.
     */
    private static final String GUARD = """
            trap '' HUP INT QUIT TERM
            cd /
            while read -r line; do :; done
            occupants() {
              if [ -d /proc/self ]; then
                ls -l /proc/[0-9]*/exe 2>/dev/null | while read -r line; do
                  case $line in
                    *" -> $0/"*) line=${line%%/exe -> *}; echo "${line##*/}" ;;
                  esac
                done
                printf '=%s/\\n' "$0" | grep -lF -f - /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | while read -r file; do
                  file=${file#/proc/}
                  echo "${file%/*}"
                done
              else
                ps -axo pid=,command= | while read -r pid command; do
                  case $command in
                    "$0/"* | *"=$0/"*) echo "$pid" ;;
                  esac
                done
              fi
            }
            signal=QUIT
            pass=0
            while [ $pass -lt 60 ]; do
              pids=$(occupants)
              if [ -z "$pids" ]; then
                if [ ! -e "$0" ]; then
                  exit 0
                fi
                segment=$(sed -n '7s/.* //p' "$0/data/postmaster.pid" 2>/dev/null)
                if [ -n "$segment" ]; then
                  ipcrm -m "$segment" 2>/dev/null
                fi
                rm -rf -- "$0"
              else
                kill -$signal $pids 2>/dev/null
                sleep 0.1
              fi
              pass=$((pass + 1))
              if [ $pass -eq 20 ]; then
                signal=KILL
              fi
            done
            exit 1
            """;

    private static final String PROBE = "loomgate-probe-";
    private static final Pattern NAME = Pattern.compile("loomgate-[a-z]+-(" + ProcessSession.PATTERN + ")-\\d+");

    /** The guard itself gives up after 60 passes, 6 s and what the removal takes. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    /** More would mean that something on this machine kills every guard at once; the next run's sweep is left then. */
    private static final int GUARDS = 20;

    private final Path path;
    private Optional<Process> guard = Optional.empty();
    private int guards;
    private boolean closed;

    private OwnedFolder(Path path) {
        this.path = path;
        replaceGuard();
    }

    /**
     * In the system's temporary folder.
     *
     * @param kind one word of lower-case letters, part of the folder's name
     */
    public static OwnedFolder temporary(String kind) throws IOException {
        return new OwnedFolder(
                Files.createTempDirectory(prefix(kind)).toAbsolutePath().normalize());
    }

    /** The same within another folder, which is made if need be. */
    public static OwnedFolder in(Path base, String kind) throws IOException {
        Files.createDirectories(base);
        return new OwnedFolder(Files.createTempDirectory(base.toRealPath(), prefix(kind)));
    }

    private static String prefix(String kind) {
        return "loomgate-" + kind + "-" + ProcessSession.current() + "-";
    }

    public Path path() {
        return path;
    }

    /**
     * Ends what runs out of folders of this user whose runs were killed together with their guards, and removes the
     * folders.
     *
     * @param progress hears what was removed, and what could not be
     */
    public static void sweep(Path base, Consumer<String> progress) {
        for (Path left : leftIn(base)) {
            removeNow(left);
            progress.accept(
                    Files.exists(left, LinkOption.NOFOLLOW_LINKS)
                            ? left + " of an earlier run that was killed could not be removed; remove it by hand"
                            : "removed " + left + ", left by an earlier run that was killed");
        }
    }

    /** The same in the system's temporary folder. */
    public static void sweepTemporary(Consumer<String> progress) {
        try {
            Path probe = Files.createTempFile(PROBE, "");
            Files.delete(probe);
            sweep(probe.toAbsolutePath().resolveSibling(""), progress);
        } catch (IOException e) {
            // Where nothing can be written, nothing of ours was left.
        }
    }

    private static List<Path> leftIn(Path base) {
        try (Stream<Path> entries = Files.list(base)) {
            return entries.filter(OwnedFolder::ownerEnded)
                    .filter(OwnedFolder::isOurs)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private static boolean ownerEnded(Path entry) {
        Matcher name = NAME.matcher(String.valueOf(entry.getFileName()));
        return name.matches() && ProcessSession.ended(name.group(1));
    }

    /** A folder of another user is that user's to remove, also where this one is allowed to. */
    private static boolean isOurs(Path entry) {
        try {
            return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(entry, LinkOption.NOFOLLOW_LINKS).equals(self());
        } catch (IOException e) {
            return false;
        }
    }

    private static Object self() throws IOException {
        Path probe = Files.createTempFile(PROBE, "");
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    private synchronized void replaceGuard() {
        if (closed || guards >= GUARDS) {
            return;
        }
        guards++;
        guard = startGuard(path);
        guard.ifPresent(process -> {
            var unused = process.onExit().thenRun(this::replaceGuard);
        });
    }

    /** The guard removes the folder when this JVM closes its standard input; empty where there is no shell. */
    private static Optional<Process> startGuard(Path folder) {
        try {
            return Optional.of(new ProcessBuilder(OwnSession.of(List.of("sh", "-c", GUARD, folder.toString())))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void removeNow(Path folder) {
        startGuard(folder).ifPresent(OwnedFolder::finish);
        try {
            // Where there is no shell.
            delete(folder);
        } catch (IOException | UncheckedIOException e) {
            // What is left is found by the next run's sweep.
        }
    }

    private static void finish(Process guard) {
        try {
            guard.getOutputStream().close();
            guard.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // The pipe to a guard that was killed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Deletes a folder with all that is in it, if it is there. Follows no links: what they lead to is not ours. */
    public static void delete(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Ends what runs out of it, removes it, and returns when both are gone. */
    @Override
    public void close() {
        Optional<Process> last;
        synchronized (this) {
            closed = true;
            last = guard;
        }
        last.ifPresent(OwnedFolder::finish);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            removeNow(path);
        }
    }
}
