package dev.loomgate.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitFactsTest {
    private static final String MOUNT_2 = "29 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path root;

    @SuppressWarnings("NullAway.Init") // set by JUnit
    private TextsOfLinux linux;

    @BeforeEach
    void emptyMachine() {
        linux = new TextsOfLinux(root);
    }

    @Test
    void whatCannotBeHadIsUnknown() {
        assertThat(linux.limits()).hasSize(8).values().containsOnly("unknown");
    }

    @Test
    void theTightestGroupAroundTheProcessLimitsIt() {
        linux.with("/proc/self/cgroup", "0::/outer/inner\n")
                .with("/proc/self/mountinfo", MOUNT_2)
                .with("/sys/fs/cgroup/outer/cpu.max", "150000 100000\n")
                .with("/sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n")
                .with("/sys/fs/cgroup/outer/memory.max", "max\n")
                .with("/sys/fs/cgroup/outer/inner/memory.max", "1073741824\n")
                .with("/sys/fs/cgroup/outer/cpuset.cpus.effective", "0-3\n")
                .with("/sys/fs/cgroup/outer/inner/cpuset.cpus.effective", "2\n");

        assertThat(linux.limits())
                .containsEntry("cgroup path", "0::/outer/inner")
                .containsEntry("cgroup CPU quota", "1.5 CPUs")
                .containsEntry("cgroup memory limit", "1024 MiB")
                .containsEntry("cgroup cpuset", "2");
    }

    @Test
    void noLimitIsNone() {
        linux.with("/proc/self/cgroup", "0::/\n").with("/proc/self/mountinfo", MOUNT_2);

        assertThat(linux.limits())
                .containsEntry("cgroup CPU quota", "none")
                .containsEntry("cgroup memory limit", "none");
    }

    /** Version 1 in a container: the mount shows the group itself at its root. */
    @Test
    void readsVersionOne() {
        linux.with("/proc/self/cgroup", "3:cpu,cpuacct:/docker/ab\n2:memory:/docker/ab\n1:cpuset:/docker/ab\n0::/x\n")
                .with("/proc/self/mountinfo", """
                        31 23 0:28 /docker/ab /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
                        32 23 0:29 /docker/ab /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
                        33 23 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset
                        """)
                .with("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n")
                .with("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n")
                .with("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
                .with("/sys/fs/cgroup/cpuset/docker/ab/cpuset.cpus", "0,1\n");

        assertThat(linux.limits())
                .containsEntry("cgroup CPU quota", "0.5 CPUs")
                .containsEntry("cgroup memory limit", "none")
                .containsEntry("cgroup cpuset", "0,1");
    }

    @Test
    void readsFilesAndNetwork() {
        linux.with("/proc/self/limits", """
                        Limit                     Soft Limit           Hard Limit           Units
                        Max open files            1024                 524288               files
                        """)
                .with("/proc/sys/net/core/somaxconn", "4096\n")
                .with("/proc/sys/net/ipv4/tcp_max_syn_backlog", "2048\n")
                .with("/proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");

        assertThat(linux.limits())
                .containsEntry("open files limit", "soft 1024, hard 524288")
                .containsEntry("accept queue limit (somaxconn)", "4096")
                .containsEntry("half-open connections (tcp_max_syn_backlog)", "2048")
                .containsEntry("local ports (ip_local_port_range)", "32768 to 60999");
    }
}
