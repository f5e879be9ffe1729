package dev.loomgate.workloads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the control groups around this process leave it, as seen from inside: version 1, version 2, or both side by side. The tightest limit
 * counts, of the own group and of those around it as far as they can be seen.
 */
final class GroupLimits {
    private static final String NONE = "none";
    private static final long MEBIBYTE = 1 << 20;

    private final Path root;

    /** @param root {@code /}, or a folder that holds {@code proc} and {@code sys} */
    GroupLimits(Path root) {
        this.root = root;
    }

    /** Whole MiB: {@code 512}, or {@code none}. */
    String memory() {
        return folders("memory").stream()
                .flatMap(folder ->
                        number(folder, "memory.max").or(() -> number(folder, "memory.limit_in_bytes")).stream())
                .min(Long::compare)
                .map(bytes -> Long.toString(bytes / MEBIBYTE))
                .orElse(NONE);
    }

    /** CPUs, to a thousandth: {@code 0.5}, or {@code none}. */
    String cpus() {
        return folders("cpu").stream()
                .flatMap(folder -> cpus(folder).stream())
                .min(BigDecimal::compareTo)
                .map(cpus -> cpus.stripTrailingZeros().toPlainString())
                .orElse(NONE);
    }

    private static Optional<BigDecimal> cpus(Path folder) {
        List<String> both =
                Stream.of(first(folder.resolve("cpu.max")).split("\\s+", -1)).toList();
        return both.size() == 2
                ? ratio(number(both.get(0)), number(both.get(1)))
                : ratio(number(folder, "cpu.cfs_quota_us"), number(folder, "cpu.cfs_period_us"));
    }

    private static Optional<BigDecimal> ratio(Optional<Long> quota, Optional<Long> period) {
        return quota.flatMap(micros ->
                period.map(of -> BigDecimal.valueOf(micros).divide(BigDecimal.valueOf(of), 3, RoundingMode.HALF_UP)));
    }

    private static Optional<Long> number(Path folder, String file) {
        return number(first(folder.resolve(file)));
    }

    /** Empty for what is no limit: {@code max}, {@code -1}, and the largest number of whole pages in 63 bits, with 19 digits. */
    private static Optional<Long> number(String text) {
        return text.matches("[1-9][0-9]{0,17}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    /** From the own group outwards to what is mounted here. */
    private List<Path> folders(String controller) {
        List<String> groups = lines(below("/proc/self/cgroup"));
        Optional<String> version1 = groups.stream()
                .filter(line -> fields(line, ":", 3).get(1).matches("(.*,)?" + controller + "(,.*)?"))
                .findFirst();
        Optional<String> group = version1.or(
                () -> groups.stream().filter(line -> line.startsWith("0::")).findFirst());
        return group.flatMap(line -> mount(version1.isPresent() ? controller : "")
                        .map(mount -> mount.folders(fields(line, ":", 3).get(2))))
                .orElse(List.of());
    }

    /** @param controller empty for version 2 */
    private Optional<Mount> mount(String controller) {
        for (String line : lines(below("/proc/self/mountinfo"))) {
            List<String> halves = fields(line, " - ", 2);
            List<String> place = fields(halves.get(0), " ", 6);
            List<String> type = fields(halves.get(1), " ", 3);
            boolean version2 = controller.isEmpty() && type.get(0).equals("cgroup2");
            boolean version1 = !controller.isEmpty()
                    && type.get(0).equals("cgroup")
                    && List.of(type.get(2).split(",", -1)).contains(controller);
            if (version1 || version2) {
                return Optional.of(new Mount(place.get(3), below(place.get(4))));
            }
        }
        return Optional.empty();
    }

    /** Padded, so that a line that makes no sense is just not the one that is looked for. */
    private static List<String> fields(String line, String separator, int count) {
        List<String> fields = new ArrayList<>(List.of(line.split(separator, count)));
        while (fields.size() < count) {
            fields.add("");
        }
        return fields;
    }

    private Path below(String path) {
        return root.resolve(path.substring(1));
    }

    private static String first(Path file) {
        return lines(file).stream().findFirst().map(String::strip).orElse("");
    }

    /** What is missing or forbidden has no lines. */
    private static List<String> lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** @param root the group that is seen at the mount point; in a container often not {@code /} */
    private record Mount(String root, Path point) {
        List<Path> folders(String group) {
            String seen = root.equals("/") ? group : group.startsWith(root) ? group.substring(root.length()) : "";
            List<Path> folders = new ArrayList<>();
            // In a container the path may be that of the host, of which nothing is mounted here: then only the mount
            // itself counts.
            Path path = Path.of("/", seen).normalize();
            while (path != null && path.getNameCount() > 0) {
                folders.add(point.resolve(path.toString().substring(1)));
                path = path.getParent();
            }
            folders.add(point);
            return folders;
        }
    }
}
