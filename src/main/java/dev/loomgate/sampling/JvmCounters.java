package dev.loomgate.sampling;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The counters that a HotSpot JVM keeps in a file for {@code jstat} and its like, and writes to whether or not somebody
 * reads: what is used of the heap, and the pauses of the collector. Reading them costs the JVM nothing. The layout is
 * that of HotSpot's {@code perfMemory.hpp}, version 2.
 *
 * @param used places of the counters of bytes, one for each space
 * @param pauses of how many there were, one for each collector
 * @param paused of how long these took, in ticks
 */
record JvmCounters(
        Path file,
        ByteOrder order,
        List<Integer> used,
        List<Integer> pauses,
        List<Integer> paused,
        double ticksPerMillisecond) {
    private static final int MAGIC = 0xcafec0c0;
    private static final int VERSION = 2;

    // Of the head: bytes, and numbers of 4 bytes.
    private static final int ORDER = 4;
    private static final int MAJOR = 5;
    private static final int COMPLETE = 7;
    private static final int FIRST = 24;
    private static final int ENTRIES = 28;

    // Of an entry.
    private static final int NAME = 4;
    private static final int VECTOR = 8;
    private static final int TYPE = 12;
    private static final int DATA = 16;

    private static final Pattern USED = Pattern.compile("sun\\.gc\\.generation\\.\\d+\\.space\\.\\d+\\.used");
    private static final Pattern PAUSES = Pattern.compile("sun\\.gc\\.collector\\.\\d+\\.invocations");
    private static final Pattern PAUSED = Pattern.compile("sun\\.gc\\.collector\\.\\d+\\.time");
    private static final String TICKS_PER_SECOND = "sun.os.hrt.frequency";

    JvmCounters {
        used = List.copyOf(used);
        pauses = List.copyOf(pauses);
        paused = List.copyOf(paused);
    }

    /** All since the JVM started. */
    record Counts(long usedBytes, long pauses, double pausedMilliseconds) {}

    /** Empty where the process is no HotSpot JVM, keeps no such file ({@code -XX:-UsePerfData}), or it can't be read. */
    static Optional<JvmCounters> of(ProcFs process) {
        try {
            Optional<Path> file = process.perfData();
            return file.isPresent() ? parse(file.get()) : Optional.empty();
        } catch (IOException | ProcText.Unreadable | IndexOutOfBoundsException unknown) {
            return Optional.empty();
        }
    }

    /** Empty once the JVM has ended. */
    Optional<Counts> read() {
        try {
            ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file)).order(order);
            return Optional.of(new Counts(sum(all, used), sum(all, pauses), sum(all, paused) / ticksPerMillisecond));
        } catch (IOException | IndexOutOfBoundsException gone) {
            return Optional.empty();
        }
    }

    private static long sum(ByteBuffer all, List<Integer> places) {
        return places.stream().mapToLong(all::getLong).sum();
    }

    private static Optional<JvmCounters> parse(Path file) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
        if (all.getInt(0) != MAGIC || all.get(MAJOR) != VERSION || all.get(COMPLETE) == 0) {
            return Optional.empty();
        }
        all.order(all.get(ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        Map<String, Integer> numbers = numbers(all);
        Integer ticks = numbers.get(TICKS_PER_SECOND);
        JvmCounters found = new JvmCounters(
                file,
                all.order(),
                matching(USED, numbers),
                matching(PAUSES, numbers),
                matching(PAUSED, numbers),
                ticks == null ? 0 : all.getLong(ticks) / 1e3);
        return found.used.isEmpty() || found.pauses.isEmpty() || ticks == null ? Optional.empty() : Optional.of(found);
    }

    private static List<Integer> matching(Pattern name, Map<String, Integer> numbers) {
        return numbers.entrySet().stream()
                .filter(number -> name.matcher(number.getKey()).matches())
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Where each number of 8 bytes stands, by its name. */
    private static Map<String, Integer> numbers(ByteBuffer all) {
        Map<String, Integer> places = new TreeMap<>();
        int entry = all.getInt(FIRST);
        for (int left = all.getInt(ENTRIES); left > 0; left--) {
            if (all.get(entry + TYPE) == 'J' && all.getInt(entry + VECTOR) == 0) {
                places.put(name(all, entry + all.getInt(entry + NAME)), entry + all.getInt(entry + DATA));
            }
            entry += all.getInt(entry);
        }
        return places;
    }

    private static String name(ByteBuffer all, int start) {
        int end = start;
        while (all.get(end) != 0) {
            end++;
        }
        byte[] name = new byte[end - start];
        all.get(start, name);
        return new String(name, StandardCharsets.US_ASCII);
    }
}
