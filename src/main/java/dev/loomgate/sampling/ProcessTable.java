package dev.loomgate.sampling;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** CPU time of every process that is visible, to name those that disturbed. */
record ProcessTable(Map<Long, Entry> processes, long atNanos) {
    private static final int NAMED = 3;

    /** 52 numbers of up to 20 digits, and a name. */
    private static final int LONGEST_LINE = 1_200;

    /** Below this a process is not worth its place in a sentence. */
    private static final double NAMED_PERCENT = 1;

    ProcessTable {
        processes = Map.copyOf(processes);
    }

    /** @param startTicks tells a process from a later one with the same id */
    record Entry(String name, long cpuNanos, long startTicks) {}

    static ProcessTable read(Path proc) throws IOException {
        return new ProcessTable(each(proc, ProcessTable::entryOf), System.nanoTime());
    }

    /** What is read of every process that is visible, by its id; those of which nothing can be read are left out. */
    static <T> Map<Long, T> each(Path proc, Function<Path, Optional<T>> reader) throws IOException {
        Map<Long, T> found = new HashMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                reader.apply(process)
                        .ifPresent(read -> found.put(Long.valueOf(String.valueOf(process.getFileName())), read));
            }
        }
        return found;
    }

    /** Processes end all the time; one that is missing here is missing in a sentence only, never in a sum. */
    private static Optional<Entry> entryOf(Path process) {
        try {
            return Optional.of(entry(text(process.resolve("stat"))));
        } catch (IOException | ProcText.Unreadable gone) {
            return Optional.empty();
        }
    }

    /**
     * One read gets the whole line. Not Files.readString: its buffers for hundreds of processes would bring on a
     * collection.
     */
    static String text(Path stat) throws IOException {
        byte[] line = new byte[LONGEST_LINE];
        try (InputStream file = new FileInputStream(stat.toFile())) {
            return new String(line, 0, Math.max(0, file.read(line)), StandardCharsets.ISO_8859_1);
        }
    }

    private static Entry entry(String text) {
        ProcText.Stat stat = ProcText.stat(text);
        String name = text.substring(text.indexOf('(') + 1, text.lastIndexOf(')'));
        // A process chooses its name itself, any bytes.
        return new Entry(name.replaceAll("[^\\x20-\\x7e]", "?"), stat.cpuNanos(), stat.startTicks());
    }

    /** The busiest since an earlier reading, without those that belong to the measurement. */
    List<MachineUse.Other> busiestSince(ProcessTable earlier, Set<Long> own) {
        long wallNanos = Math.max(1, atNanos - earlier.atNanos);
        return processes.keySet().stream()
                .filter(pid -> !own.contains(pid))
                .map(pid -> other(pid, earlier, wallNanos))
                .filter(other -> other.percent() >= NAMED_PERCENT)
                .sorted(Comparator.comparingDouble(MachineUse.Other::percent)
                        .reversed()
                        .thenComparingLong(MachineUse.Other::pid))
                .limit(NAMED)
                .toList();
    }

    private MachineUse.Other other(long pid, ProcessTable earlier, long wallNanos) {
        Entry is = processes.getOrDefault(pid, new Entry("", 0, 0));
        Entry was = earlier.processes.get(pid);
        long before = was != null && was.startTicks() == is.startTicks() ? was.cpuNanos() : 0;
        return new MachineUse.Other(pid, is.name(), 100.0 * (is.cpuNanos() - before) / wallNanos);
    }
}
