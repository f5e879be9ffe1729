package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Folder trees written by hand after cgroups(7) and the kernel's admin guides of both versions. */
class GroupLimitsTest {
    private static final String MOUNT_2 = "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
    private static final String MOUNTS_1 = """
            31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755
            32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
            33 31 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
            34 31 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
            """;

    @TempDir
    private Path root;

    private GroupLimits limits;

    @Test
    void readsVersionTwo() throws IOException {
        given("/proc/self/cgroup", "0::/team/server\n");
        given("/proc/self/mountinfo", MOUNT_2);
        given("/sys/fs/cgroup/team/server/cpu.max", "50000 100000\n");
        given("/sys/fs/cgroup/team/server/memory.max", "536870912\n");

        assertThat(limits.cpus()).isEqualTo("0.5");
        assertThat(limits.memory()).isEqualTo("512");
    }

    @Test
    void readsVersionOne() throws IOException {
        given("/proc/self/cgroup", "4:memory:/m/server\n3:cpu,cpuacct:/c/server\n0::/\n");
        given("/proc/self/mountinfo", MOUNTS_1);
        given("/sys/fs/cgroup/cpu,cpuacct/c/server/cpu.cfs_quota_us", "150000\n");
        given("/sys/fs/cgroup/cpu,cpuacct/c/server/cpu.cfs_period_us", "100000\n");
        given("/sys/fs/cgroup/memory/m/server/memory.limit_in_bytes", "805306368\n");

        assertThat(limits.cpus()).isEqualTo("1.5");
        assertThat(limits.memory()).isEqualTo("768");
    }

    @Test
    void takesTheTighterLimitOfAGroupAroundIt() throws IOException {
        given("/proc/self/cgroup", "0::/outer/inner\n");
        given("/proc/self/mountinfo", MOUNT_2);
        given("/sys/fs/cgroup/outer/cpu.max", "25000 100000\n");
        given("/sys/fs/cgroup/outer/inner/cpu.max", "200000 100000\n");
        given("/sys/fs/cgroup/outer/memory.max", "1073741824\n");
        given("/sys/fs/cgroup/outer/inner/memory.max", "268435456\n");

        assertThat(limits.cpus()).isEqualTo("0.25");
        assertThat(limits.memory()).isEqualTo("256");
    }

    @Test
    void findsItsOwnGroupAtTheMountOfAContainer() throws IOException {
        given("/proc/self/cgroup", "2:memory:/docker/ab\n1:cpu:/docker/ab\n");
        given("/proc/self/mountinfo", """
                32 31 0:29 /docker/ab /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu
                33 31 0:30 /docker/ab /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory
                """);
        given("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
        given("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        given("/sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912\n");

        assertThat(limits.cpus()).isEqualTo("0.5");
        assertThat(limits.memory()).isEqualTo("512");
    }

    @Test
    void takesTheMountWhereThePathIsThatOfTheHost() throws IOException {
        given("/proc/self/cgroup", "0::/system.slice/docker-ab.scope\n");
        given("/proc/self/mountinfo", "29 23 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
        given("/sys/fs/cgroup/cpu.max", "50000 100000\n");
        given("/sys/fs/cgroup/memory.max", "536870912\n");

        assertThat(limits.cpus()).isEqualTo("0.5");
        assertThat(limits.memory()).isEqualTo("512");
    }

    @ParameterizedTest
    @CsvSource({"max 100000, max", "max 100000, 9223372036854771712", "'', ''", "nonsense, -1"})
    void callsNoLimitNone(String cpu, String memory) throws IOException {
        given("/proc/self/cgroup", "0::/a\n");
        given("/proc/self/mountinfo", MOUNT_2);
        given("/sys/fs/cgroup/a/cpu.max", cpu + "\n");
        given("/sys/fs/cgroup/a/memory.max", memory + "\n");

        assertThat(limits.cpus()).isEqualTo("none");
        assertThat(limits.memory()).isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource({"9223372036854771712", "9223372036854710272", "18446744073709551615", "-1"})
    void callsTheLargestNumbersOfVersionOneNone(String memory) throws IOException {
        given("/proc/self/cgroup", "4:memory:/\n3:cpu,cpuacct:/\n0::/\n");
        given("/proc/self/mountinfo", MOUNTS_1);
        given("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        given("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        given("/sys/fs/cgroup/memory/memory.limit_in_bytes", memory + "\n");

        assertThat(limits.cpus()).isEqualTo("none");
        assertThat(limits.memory()).isEqualTo("none");
    }

    @Test
    void sharesATreeOfBothVersionsBetweenThem() throws IOException {
        given("/proc/self/cgroup", "3:cpu,cpuacct:/a\n0::/b\n");
        given("/proc/self/mountinfo", MOUNTS_1);
        given("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "200000\n");
        given("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
        given("/sys/fs/cgroup/unified/b/memory.max", "536870912\n");

        assertThat(limits.cpus()).isEqualTo("2");
        assertThat(limits.memory()).isEqualTo("512");
    }

    @Test
    void knowsOfNoLimitsWhereThereAreNoControlGroups() {
        limits = new GroupLimits(root);

        assertThat(limits.cpus()).isEqualTo("none");
        assertThat(limits.memory()).isEqualTo("none");
    }

    private void given(String file, String text) throws IOException {
        Path path = root.resolve(file.substring(1));
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        limits = new GroupLimits(root);
    }
}
