package dev.loomgate.fingerprint;

import dev.loomgate.fingerprint.Fingerprint.Facts;
import dev.loomgate.server.GroupFolders;
import java.util.List;
import java.util.Optional;

/** What the operating system allows this process, and the network settings that limit load. */
record LimitFacts(SystemFiles files) {
    void addTo(Facts facts) {
        facts.deciding("cgroup CPU quota", cpuQuota());
        facts.deciding("cgroup cpuset", cpuset());
        facts.deciding("cgroup memory limit", memory());
        // A container has another path each time it starts.
        facts.shown("cgroup path", paths());
        facts.deciding("open files limit", openFiles());
        facts.deciding("accept queue limit (somaxconn)", files.first("/proc/sys/net/core/somaxconn"));
        facts.deciding(
                "half-open connections (tcp_max_syn_backlog)", files.first("/proc/sys/net/ipv4/tcp_max_syn_backlog"));
        facts.deciding("local ports (ip_local_port_range)", ports());
    }

    private Optional<String> openFiles() {
        return files.value("/proc/self/limits", "Max open files")
                .map(text -> text.split("\\s+", -1))
                .filter(words -> words.length >= 2)
                .map(words -> "soft " + words[0] + ", hard " + words[1]);
    }

    private Optional<String> ports() {
        return files.first("/proc/sys/net/ipv4/ip_local_port_range").map(range -> range.replaceAll("\\s+", " to "));
    }

    /** Every control group this process is in, as the kernel lists them: of version 1, version 2, or both. */
    private Optional<String> paths() {
        List<String> lines = files.lines("/proc/self/cgroup");
        return lines.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", lines));
    }

    /** {@code 1.5 CPUs}: the tightest of the own group and those around it. */
    private Optional<String> cpuQuota() {
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

    /** Of the nearest group that has one. */
    private Optional<String> cpuset() {
        return folders("cpuset")
                .flatMap(folders -> folders.stream()
                        .flatMap(folder -> files
                                .first(folder + "/cpuset.cpus.effective")
                                .or(() -> files.first(folder + "/cpuset.effective_cpus"))
                                .or(() -> files.first(folder + "/cpuset.cpus"))
                                .stream())
                        .findFirst());
    }

    private Optional<String> memory() {
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

    private Optional<List<String>> folders(String controller) {
        return new GroupFolders(files.lines("/proc/self/cgroup"), files.lines("/proc/self/mountinfo")).of(controller);
    }
}
