package dev.loomgate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The control groups of this process, in version 1, version 2, or both side by side. */
final class Cgroups {
    private final SystemFiles files;

    Cgroups(SystemFiles files) {
        this.files = files;
    }

    /** Every group this process is in, as the kernel lists them. */
    Optional<String> paths() {
        List<String> lines = files.lines("/proc/self/cgroup");
        return lines.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", lines));
    }

    /** {@code 1.5 CPUs}: the tightest of the own group and those around it. */
    Optional<String> cpuQuota() {
        return folders("cpu")
                .map(folders -> folders.stream()
                        .flatMap(folder -> cpus(folder).stream())
                        .min(Double::compare)
                        .map(cpus -> cpus + " CPUs")
                        .orElse("none"));
    }

    private Optional<Double> cpus(String folder) {
        String[] maximum = files.first(folder + "/cpu.max").orElse("").split("\\s+", -1);
        if (maximum.length == 2) {
            return ratio(maximum[0], maximum[1]);
        }
        return ratio(
                files.first(folder + "/cpu.cfs_quota_us").orElse(""),
                files.first(folder + "/cpu.cfs_period_us").orElse(""));
    }

    /** Empty for {@code max} and {@code -1}, which are no quota. */
    private static Optional<Double> ratio(String quota, String period) {
        String number = "[1-9][0-9]{0,15}";
        return quota.matches(number) && period.matches(number)
                ? Optional.of(Math.rint(1000.0 * Long.parseLong(quota) / Long.parseLong(period)) / 1000)
                : Optional.empty();
    }

    Optional<String> cpuset() {
        return folders("cpuset")
                .flatMap(folders -> nearest(
                        folders,
                        folder -> files.first(folder + "/cpuset.cpus.effective")
                                .or(() -> files.first(folder + "/cpuset.effective_cpus"))
                                .or(() -> files.first(folder + "/cpuset.cpus"))));
    }

    Optional<String> memory() {
        return folders("memory")
                .map(folders -> folders.stream()
                        .flatMap(folder -> files
                                .first(folder + "/memory.max")
                                .or(() -> files.first(folder + "/memory.limit_in_bytes"))
                                .stream())
                        // Version 1 says "no limit" with the largest number of pages, about 2^63.
                        .filter(bytes -> bytes.matches("[0-9]{1,18}"))
                        .map(Long::valueOf)
                        .min(Long::compare)
                        .map(bytes -> bytes / 1024 / 1024 + " MiB")
                        .orElse("none"));
    }

    private static Optional<String> nearest(List<String> folders, Function<String, Optional<String>> read) {
        return folders.stream().flatMap(folder -> read.apply(folder).stream()).findFirst();
    }

    /** From the own group outwards; empty when this system has no such controller to ask. */
    private Optional<List<String>> folders(String controller) {
        return group(controller)
                .flatMap(group -> mount(group.version1() ? controller : "").map(mount -> mount.folders(group.path())));
    }

    private Optional<Group> group(String controller) {
        List<String[]> lines = files.lines("/proc/self/cgroup").stream()
                .map(line -> line.split(":", 3))
                .filter(fields -> fields.length == 3)
                .collect(Collectors.toList());
        return lines.stream()
                .filter(fields -> List.of(fields[1].split(",", -1)).contains(controller))
                .findFirst()
                .map(fields -> new Group(true, fields[2]))
                .or(() -> lines.stream()
                        .filter(fields -> fields[0].equals("0") && fields[1].isEmpty())
                        .findFirst()
                        .map(fields -> new Group(false, fields[2])));
    }

    /** @param controller empty for version 2 */
    private Optional<Mount> mount(String controller) {
        for (String line : files.lines("/proc/self/mountinfo")) {
            String[] halves = line.split(" - ", 2);
            String[] place = halves[0].split(" ", -1);
            String[] type = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
            boolean complete = place.length > 4 && type.length > 2;
            if (complete && (controller.isEmpty() ? type[0].equals("cgroup2") : holds(type, controller))) {
                return Optional.of(new Mount(place[3], place[4]));
            }
        }
        return Optional.empty();
    }

    private static boolean holds(String[] type, String controller) {
        return type[0].equals("cgroup") && List.of(type[2].split(",", -1)).contains(controller);
    }

    private record Group(boolean version1, String path) {}

    /** @param root the group that is seen at the mount point; in a container often not {@code /} */
    private record Mount(String root, String point) {
        List<String> folders(String group) {
            String below = root.equals("/") ? group : group.startsWith(root) ? group.substring(root.length()) : "";
            List<String> folders = new ArrayList<>();
            String path = below.equals("/") ? "" : below;
            while (!path.isEmpty()) {
                folders.add(point + path);
                path = path.substring(0, Math.max(0, path.lastIndexOf('/')));
            }
            folders.add(point);
            return List.copyOf(folders);
        }
    }
}
