package dev.loomgate.fingerprint;

import java.util.Optional;

/** What the operating system allows this process, and the network settings that limit load. */
final class LimitFacts {
    private final SystemFiles files;
    private final Cgroups cgroups;

    LimitFacts(SystemFiles files) {
        this.files = files;
        this.cgroups = new Cgroups(files);
    }

    void addTo(Facts facts) {
        facts.deciding("cgroup CPU quota", cgroups.cpuQuota());
        facts.deciding("cgroup cpuset", cgroups.cpuset());
        facts.deciding("cgroup memory limit", cgroups.memory());
        // A container has another path each time it starts.
        facts.shown("cgroup path", cgroups.paths());
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
}
