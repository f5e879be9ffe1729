package dev.loomgate.faults;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What a run has left behind.
 *
 * @param processes of its session or with its mark
 * @param files in the temporary folder that only this run had
 * @param ports that are still listened on
 * @param locks that are still held
 */
record Leftovers(List<String> processes, List<String> files, List<Integer> ports, List<String> locks) {
    /** Within this time nothing may be left. */
    static final Duration TIME = Duration.ofSeconds(5);

    private static final Pattern OTHERS = Pattern.compile(
            "hsperfdata_.*|.*\\.lock|(lib)?jansi.*|surefire.*|org\\.codehaus\\.plexus.*|plexus.*|[Mm]aven.*");

    /** What is there now, or nothing as soon as nothing is left, at the latest after {@link #TIME}. */
    static Leftovers of(Marked marked, Path temporary, ListeningPorts before) {
        AtomicReference<Leftovers> last = new AtomicReference<>(now(marked, temporary, before));
        try {
            await().atMost(TIME)
                    .until(() -> last.updateAndGet(old -> now(marked, temporary, before))
                            .nothing());
        } catch (ConditionTimeoutException e) {
            // What is left then is what is told.
        }
        return last.get();
    }

    private static Leftovers now(Marked marked, Path temporary, ListeningPorts before) {
        return new Leftovers(
                marked.members().stream().map(Marked.Member::inWords).toList(),
                entries(temporary),
                before.stillOpen(),
                held(temporary));
    }

    boolean nothing() {
        return nothingRuns() && files.isEmpty();
    }

    /** Files can be swept by the next start; what runs or holds something can't. */
    boolean nothingRuns() {
        return processes.isEmpty() && ports.isEmpty() && locks.isEmpty();
    }

    String inWords() {
        if (nothing()) {
            return "nothing";
        }
        List<String> parts = new ArrayList<>();
        add(parts, "processes", processes);
        add(parts, "in the temporary folder", files);
        add(parts, "ports", ports);
        add(parts, "locks", locks);
        return String.join("; ", parts);
    }

    private static void add(List<String> parts, String what, List<?> left) {
        if (!left.isEmpty()) {
            parts.add(what + ": "
                    + String.join(", ", left.stream().map(String::valueOf).toList()));
        }
    }

    /**
     * None of Loomgate's: HotSpot's counters of each JVM, and what Maven, its console library, its compiler and its
     * test runner unpack. Lock files stay by design: {@link #held} looks at them.
     */
    private static List<String> entries(Path temporary) {
        try (Stream<Path> entries = Files.list(temporary)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !OTHERS.matcher(name).matches())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new FaultException("cannot read " + temporary + ": " + e.getMessage());
        }
    }

    private static List<String> held(Path temporary) {
        try (Stream<Path> entries = Files.list(temporary)) {
            return entries.filter(entry -> entry.toString().endsWith(".lock") && Files.isRegularFile(entry))
                    .filter(Leftovers::isHeld)
                    .map(entry -> entry.getFileName().toString())
                    .toList();
        } catch (IOException e) {
            throw new FaultException("cannot read " + temporary + ": " + e.getMessage());
        }
    }

    private static boolean isHeld(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (IOException e) {
            return true;
        }
    }
}
