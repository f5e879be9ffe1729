package dev.loomgate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** CPU lists in the notation of {@code taskset -c} and {@code /proc}: {@code 0-3,8}. */
final class Cpus {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Cpus() {}

    static List<Integer> parse(String list) {
        Set<Integer> cpus = new TreeSet<>();
        for (String range : list.strip().split(",", -1)) {
            String[] ends = range.strip().split("-", -1);
            if (ends.length > 2) {
                throw new IllegalArgumentException("a CPU list looks like 0-3,8, was '" + list.strip() + "'");
            }
            int first = number(ends[0], list);
            int last = number(ends[ends.length - 1], list);
            for (int cpu = first; cpu <= last; cpu++) {
                cpus.add(cpu);
            }
        }
        return List.copyOf(cpus);
    }

    static String format(List<Integer> cpus) {
        return cpus.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** The CPUs that a {@code /proc/.../status} file allows; empty where there is no such file. */
    static List<Integer> allowed(Path status) {
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith(ALLOWED))
                    .findFirst()
                    .map(line -> parse(line.substring(ALLOWED.length())))
                    .orElse(List.of());
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * Groups CPUs by physical core, so that the two hardware threads of a core are never given to different parties.
     */
    static List<List<Integer>> cores(List<Integer> cpus, Path systemCpus) {
        Set<Integer> left = new TreeSet<>(cpus);
        List<List<Integer>> cores = new ArrayList<>();
        for (int cpu : cpus) {
            if (left.contains(cpu)) {
                List<Integer> core = siblings(cpu, systemCpus).stream()
                        .filter(left::contains)
                        .toList();
                left.removeAll(core);
                cores.add(core);
            }
        }
        return cores;
    }

    private static List<Integer> siblings(int cpu, Path systemCpus) {
        Path file = systemCpus.resolve("cpu" + cpu).resolve("topology").resolve("thread_siblings_list");
        try {
            List<Integer> siblings = parse(Files.readString(file));
            return siblings.contains(cpu) ? siblings : List.of(cpu);
        } catch (IOException | IllegalArgumentException e) {
            return List.of(cpu);
        }
    }

    private static int number(String text, String list) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a CPU list looks like 0-3,8, was '" + list.strip() + "'", e);
        }
    }
}
