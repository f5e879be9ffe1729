package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.TestRuntimes;
import dev.loomgate.server.ControlGroups.CpuQuota;
import dev.loomgate.server.ControlGroups.ServerGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On folder trees written by hand after cgroups(7): a real one is another machine's. */
class ControlGroupsTest {
    private static final JvmRuntime DEBS = TestRuntimes.debs(25);
    private static final String MOUNT_2 = "29 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
    private static final String MOUNTS_1 = """
            32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
            33 31 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
            """;

    @TempDir
    Path root;

    @Test
    void writesTheLimitsOfVersionTwoBesideItselfWhereTheGroupAroundHandsThemOn() throws IOException {
        given("/proc/self/cgroup", "0::/user.slice/run.scope\n");
        given("/proc/self/mountinfo", MOUNT_2);
        given("/sys/fs/cgroup/cgroup.subtree_control", "cpuset cpu io memory pids\n");
        given("/sys/fs/cgroup/user.slice/cgroup.subtree_control", "cpu memory pids\n");
        given("/sys/fs/cgroup/user.slice/run.scope/cgroup.subtree_control", "\n");

        ServerGroup group = new ControlGroups(root).make(DEBS);

        assertThat(group.folders()).singleElement().satisfies(folder -> {
            assertThat(folder.getParent()).isEqualTo(root.resolve("sys/fs/cgroup/user.slice"));
            assertThat(folder.resolve("cpu.max")).hasContent("50000 100000");
            assertThat(folder.resolve("memory.max")).hasContent("536870912");
        });
    }

    @Test
    void writesTheLimitsOfVersionOneBelowItsOwnGroups() throws IOException {
        given("/proc/self/cgroup", "4:memory:/m\n3:cpu,cpuacct:/\n0::/\n");
        given("/proc/self/mountinfo", MOUNTS_1);
        Files.createDirectories(root.resolve("sys/fs/cgroup/memory/m"));
        Files.createDirectories(root.resolve("sys/fs/cgroup/cpu,cpuacct"));

        List<Path> folders = new ControlGroups(root).make(DEBS).folders();

        assertThat(folders)
                .extracting(Path::getParent)
                .containsExactly(root.resolve("sys/fs/cgroup/cpu,cpuacct"), root.resolve("sys/fs/cgroup/memory/m"));
        assertThat(folders.getFirst().resolve("cpu.cfs_period_us")).hasContent("100000");
        assertThat(folders.getFirst().resolve("cpu.cfs_quota_us")).hasContent("50000");
        assertThat(folders.getLast().resolve("memory.limit_in_bytes")).hasContent("536870912");
    }

    @Test
    void letsAGroupOfVersionTwoUseAllCpusAndHoldsItAgain() throws IOException {
        Path folder = Files.createDirectories(root.resolve("group"));
        CpuQuota quota = CpuQuota.version2(folder, DEBS);

        quota.lift();
        assertThat(folder.resolve("cpu.max")).hasContent("max 100000");

        quota.hold();
        assertThat(folder.resolve("cpu.max")).hasContent("50000 100000");
    }

    @Test
    void letsAGroupOfVersionOneUseAllCpusAndHoldsItAgain() throws IOException {
        Path folder = Files.createDirectories(root.resolve("group"));
        CpuQuota quota = CpuQuota.version1(folder, DEBS);

        quota.lift();
        assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("-1");

        quota.hold();
        assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("50000");
    }

    @Test
    void leavesNoSwapWhereTheKernelKeepsAccountOfIt() throws IOException {
        Path group = Files.createDirectories(root.resolve("group"));
        Files.writeString(group.resolve("memory.swap.max"), "max\n");

        new ServerGroup(List.of(group), CpuQuota.version2(group, DEBS)).limit(DEBS, false);

        assertThat(group.resolve("memory.swap.max")).hasContent("0");
    }

    @Test
    void refusesWhereThereAreNoControlGroups() {
        assertRefused("this system shows no control groups for cpu");
    }

    @Test
    void refusesWhereNoGroupHandsOnBothControllers() throws IOException {
        given("/proc/self/cgroup", "0::/a\n");
        given("/proc/self/mountinfo", MOUNT_2);
        given("/sys/fs/cgroup/cgroup.subtree_control", "memory pids\n");

        assertRefused("neither /sys/fs/cgroup/a nor a group around it hands on [cpu, memory]");
    }

    @Test
    void refusesWhereTheFolderCannotBeMadeAndLeavesNothing() throws IOException {
        given("/proc/self/cgroup", "4:memory:/gone\n3:cpu,cpuacct:/\n");
        given("/proc/self/mountinfo", MOUNTS_1);
        Path cpu = Files.createDirectories(root.resolve("sys/fs/cgroup/cpu,cpuacct"));

        assertRefused("sys/fs/cgroup/memory/gone");
        assertThat(cpu).isEmptyDirectory();
    }

    @Test
    void entersEveryGroupBeforeItBecomesTheServer() throws IOException, InterruptedException {
        Path first = Files.createDirectories(root.resolve("a b"));
        Path second = Files.createDirectories(root.resolve("c"));
        List<String> command = List.of("/bin/sh", "-c", "echo $$; echo \"$1\"", "name", "-- $(x) '");

        Process process = new ProcessBuilder(
                        new ServerGroup(List.of(first, second), CpuQuota.version1(first, DEBS)).around(command))
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(said).isEqualTo(process.pid() + "\n-- $(x) '\n");
        assertThat(first.resolve("cgroup.procs")).hasContent(String.valueOf(process.pid()));
        assertThat(second.resolve("cgroup.procs")).hasContent(String.valueOf(process.pid()));
    }

    @Test
    void startsNothingOutsideOfItsGroups() throws IOException, InterruptedException {
        ServerGroup gone =
                new ServerGroup(List.of(root.resolve("gone")), CpuQuota.version1(root.resolve("gone"), DEBS));

        Process process = new ProcessBuilder(gone.around(List.of("echo", "unlimited"))).start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("loomgate: this process could not enter the control group")
                .doesNotContain("unlimited");
        assertThat(process.waitFor()).isNotZero();
    }

    @Test
    void sweepsWhatADeadOwnerLeftAndNothingElse() throws IOException {
        given("/proc/self/cgroup", "0::/\n");
        given("/proc/self/mountinfo", MOUNT_2);
        given("/sys/fs/cgroup/cgroup.subtree_control", "cpu memory\n");
        Path groups = root.resolve("sys/fs/cgroup");
        Path dead = Files.createDirectory(groups.resolve("loomgate-" + ProcessSessionTest.dead() + "-1"));
        Path alive = Files.createDirectory(groups.resolve("loomgate-" + ProcessSession.current() + "-99"));
        Path foreign = Files.createDirectory(groups.resolve("docker"));
        List<String> said = new ArrayList<>();

        new ControlGroups(root).sweep(said::add);

        assertThat(said).singleElement().asString().startsWith("removed control group " + dead);
        assertThat(dead).doesNotExist();
        assertThat(alive).exists();
        assertThat(foreign).exists();
    }

    private void assertRefused(String reason) {
        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> new ControlGroups(root).require(DEBS))
                .withMessageContaining("Runtime debs limits a server to 0.5 CPU and 512 MiB")
                .withMessageContaining(reason)
                .withMessageContaining("-Dloomgate.launcher=container")
                .withMessageContaining("-Dloomgate.runtimes");
    }

    private void given(String file, String text) throws IOException {
        Path path = root.resolve(file.substring(1));
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
