package dev.loomgate.server;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process with all that it has started, also what has lost its parent since. Children are found by the {@code
 * children} file of each thread, which costs much less than a look at all processes of the machine. A process whose
 * parent has ended belongs to {@code init}: it is recognised when it was seen before, or by a variable that each process
 * hands on.
 */
final class ProcessTree {
    private static final int START_TICKS = 19;

    private final Path proc;
    private final long head;
    private final byte[] mark;
    private final boolean tellsChildren;
    private Map<Long, Long> known = Map.of();
    private final Set<String> strangers = new HashSet<>();

    /**
     * @param mark {@code NAME=value} in the environment of all its processes; empty when they have none
     */
    ProcessTree(Path proc, long head, String mark) {
        this.proc = proc;
        this.head = head;
        this.mark = mark.getBytes(StandardCharsets.UTF_8);
        String pid = String.valueOf(head);
        this.tellsChildren =
                Files.exists(proc.resolve(pid).resolve("task").resolve(pid).resolve("children"));
    }

    /** Process ids, its own first; without those that have ended, so empty where there is no {@code /proc}. */
    synchronized Set<Long> members() {
        Map<Long, Long> found = new LinkedHashMap<>();
        Deque<Long> left = new ArrayDeque<>(List.of(head));
        known.forEach((pid, start) -> {
            if (start == startTicks(pid)) {
                left.add(pid);
            }
        });
        left.addAll(marked());
        while (!left.isEmpty()) {
            long pid = left.remove();
            long start = found.containsKey(pid) ? -1 : startTicks(pid);
            if (start >= 0) {
                found.put(pid, start);
                left.addAll(children(pid));
            }
        }
        known = found;
        return Collections.unmodifiableSet(new LinkedHashSet<>(found.keySet()));
    }

    private Set<Long> children(long pid) {
        if (!tellsChildren) {
            return childrenOfHandle(pid);
        }
        Set<Long> children = new LinkedHashSet<>();
        Path tasks = proc.resolve(String.valueOf(pid)).resolve("task");
        for (String task : names(tasks)) {
            String line = new String(bytes(tasks.resolve(task).resolve("children")), StandardCharsets.ISO_8859_1);
            Stream.of(line.split(" ", -1))
                    .filter(word -> !word.isBlank())
                    .map(Long::valueOf)
                    .forEach(children::add);
        }
        return children;
    }

    /** For kernels without that file: a look at all processes. */
    private static Set<Long> childrenOfHandle(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::children)
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    /** Each process of the machine is asked once: it has its environment from its start. */
    private List<Long> marked() {
        if (mark.length == 0) {
            return List.of();
        }
        Set<String> all = new LinkedHashSet<>(names(proc));
        strangers.retainAll(all);
        return all.stream()
                .filter(name -> Character.isDigit(name.charAt(0)) && !strangers.contains(name))
                .filter(this::isMarked)
                .map(Long::valueOf)
                .toList();
    }

    private boolean isMarked(String pid) {
        String environment = new String(bytes(proc.resolve(pid).resolve("environ")), StandardCharsets.ISO_8859_1);
        boolean marked =
                ("\0" + environment + "\0").contains("\0" + new String(mark, StandardCharsets.ISO_8859_1) + "\0");
        if (!marked) {
            strangers.add(pid);
        }
        return marked;
    }

    /** When it was started, which tells it from a later process with the same id; -1 when it has ended. */
    private long startTicks(long pid) {
        String stat = new String(bytes(proc.resolve(String.valueOf(pid)).resolve("stat")), StandardCharsets.ISO_8859_1);
        // The name of the program stands in parentheses and may hold any character.
        int name = stat.lastIndexOf(')');
        String[] fields =
                name < 0 ? new String[0] : stat.substring(name + 1).strip().split(" ", -1);
        return fields.length > START_TICKS ? Long.parseLong(fields[START_TICKS]) : -1;
    }

    private static List<String> names(Path folder) {
        String[] names = new File(folder.toString()).list();
        return names == null ? List.of() : List.of(names);
    }

    /** Empty for a process that has ended, or is another user's. */
    private static byte[] bytes(Path file) {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return in.readAllBytes();
        } catch (IOException e) {
            return new byte[0];
        }
    }
}
