package dev.loomgate.sampling;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/** The entry of one process below {@code /proc}, read from outside at no cost to the process. */
final class ProcFs {
    private final Path process;

    ProcFs(Path proc, long pid) {
        this.process = proc.resolve(Long.toString(pid));
    }

    ProcText.Stat stat() throws IOException {
        return ProcText.stat(read(process.resolve("stat")));
    }

    long rssBytes() throws IOException {
        return ProcText.rssBytes(read(process.resolve("status")));
    }

    /**
     * All threads with their CPU time. Kernels without scheduler statistics have no {@code schedstat}, or one full of
     * zeros; then times are the 10 ms ticks of {@code stat}.
     */
    ThreadTable threads() throws IOException {
        ProcText.Stat before = stat();
        Map<Integer, ThreadTable.Entry> threads = each(this::bySchedstat);
        ThreadTable.Clock clock = ThreadTable.Clock.SCHEDSTAT;
        if (threads.values().stream().allMatch(entry -> entry.nanos() == 0)) {
            threads = each(this::byTicks);
            clock = ThreadTable.Clock.TICKS;
        }
        long now = System.nanoTime();
        return new ThreadTable(threads, clock, before.cpuNanos(), stat().cpuNanos(), before.startTicks(), now);
    }

    /**
     * The file in which a JVM keeps its counters. It lies where the JVM sees {@code /tmp}, and is named as the JVM sees
     * its process id: in a container both are others than here.
     */
    Optional<Path> perfData() throws IOException {
        String pid = ProcText.innerPid(read(process.resolve("status")))
                .orElseGet(() -> String.valueOf(process.getFileName()));
        try (DirectoryStream<Path> users = Files.newDirectoryStream(process.resolve("root/tmp"), "hsperfdata_*")) {
            for (Path user : users) {
                Path file = user.resolve(pid);
                // A process of another user may have had this id, and left its file behind.
                if (Files.isReadable(file) && Files.getOwner(file).equals(Files.getOwner(process))) {
                    return Optional.of(file);
                }
            }
        } catch (DirectoryIteratorException failure) {
            throw failure.getCause();
        }
        return Optional.empty();
    }

    /** Names of those threads whose id is wanted. */
    Map<Integer, String> names(IntPredicate wanted) throws IOException {
        return each((tid, task) -> wanted.test(tid) ? Optional.of(name(task)) : Optional.empty());
    }

    private Optional<ThreadTable.Entry> bySchedstat(int tid, Path task) throws IOException {
        Path schedstat = task.resolve("schedstat");
        long nanos = Files.exists(schedstat) ? ProcText.schedstatNanos(read(schedstat)) : 0;
        return Optional.of(new ThreadTable.Entry(name(task), nanos));
    }

    private Optional<ThreadTable.Entry> byTicks(int tid, Path task) throws IOException {
        return Optional.of(new ThreadTable.Entry(
                name(task), ProcText.stat(read(task.resolve("stat"))).cpuNanos()));
    }

    private interface TaskReader<T> {
        Optional<T> read(int tid, Path task) throws IOException;
    }

    private <T> Map<Integer, T> each(TaskReader<T> reader) throws IOException {
        Map<Integer, T> found = new HashMap<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path task : tasks) {
                int tid = Integer.parseInt(String.valueOf(task.getFileName()));
                try {
                    reader.read(tid, task).ifPresent(value -> found.put(tid, value));
                } catch (IOException gone) {
                    // A thread may end between the listing and the reading; anything else is a failure.
                    if (Files.exists(task)) {
                        throw gone;
                    }
                }
            }
        }
        return found;
    }

    private static String name(Path task) throws IOException {
        String text = read(task.resolve("comm"));
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    /** Thread names are bytes of any encoding, cut anywhere: ISO-8859-1 reads them all. */
    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
