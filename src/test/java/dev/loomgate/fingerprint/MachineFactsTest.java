package dev.loomgate.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFactsTest {
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
    void whatCannotBeHadIsUnknownAndNotLeftOut() {
        assertThat(linux.machine())
                .containsEntry("platform", "Linux amd64")
                .containsEntry("CPUs seen by the harness", "2")
                .containsEntry("kernel", "unknown")
                .containsEntry("CPU governor", "unknown")
                .containsEntry("CPU boost", "unknown")
                .containsEntry("hypervisor", "unknown")
                .containsEntry("cores and threads", "unknown")
                .containsEntry("memory", "unknown")
                .hasSize(14);
    }

    @Test
    void readsProcessorAndHypervisor() {
        linux.with(
                        "/proc/cpuinfo",
                        "processor\t: 0\nmodel\t\t: 17\nmodel name\t: EPYC 7B13\nflags\t\t: fpu hypervisor sse\n")
                .with("/sys/class/dmi/id/sys_vendor", "QEMU\n")
                .with("/sys/devices/system/cpu/online", "0-1,4\n")
                .with("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0-1\n")
                .with("/sys/devices/system/cpu/cpu1/topology/thread_siblings_list", "0-1\n")
                .with("/sys/devices/system/cpu/cpu4/topology/thread_siblings_list", "4\n")
                .with("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n")
                .with("/sys/devices/system/cpu/cpu4/cpufreq/scaling_governor", "powersave\n")
                .with("/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n")
                .with("/proc/self/status", "Name:\tjava\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n");

        assertThat(linux.machine())
                .containsEntry("CPU model", "EPYC 7B13")
                .containsEntry("hypervisor", "yes, QEMU")
                .containsEntry("CPUs of the machine", "0-1,4")
                .containsEntry("CPUs allowed", "0-1")
                .containsEntry("cores and threads", "2 cores, 3 threads")
                .containsEntry("CPU governor", "performance, powersave")
                .containsEntry("CPU boost", "off");
    }

    @Test
    void bareMetalHasNoHypervisor() {
        linux.with("/proc/cpuinfo", "flags\t\t: fpu sse hypervisorless\n");

        assertThat(linux.machine()).containsEntry("hypervisor", "no");
    }

    @Test
    void processorsOfArmHaveNumbersForNames() {
        linux.with("/proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n");

        assertThat(linux.machine()).containsEntry("CPU model", "implementer 0x41, part 0xd0c");
    }

    @Test
    void readsSystemAndMemory() {
        linux.with("/proc/sys/kernel/osrelease", "6.1.0-25-amd64\n")
                .with("/etc/os-release", "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n")
                .with("/proc/meminfo", "MemTotal:        8388608 kB\nMemFree:  12 kB\nSwapTotal:       524288 kB\n")
                .with("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");

        assertThat(linux.machine())
                .containsEntry("kernel", "6.1.0-25-amd64")
                .containsEntry("distribution", "Debian GNU/Linux 12 (bookworm)")
                .containsEntry("memory", "8.0 GiB")
                .containsEntry("swap", "0.5 GiB")
                .containsEntry("transparent huge pages", "madvise");
    }

    @Test
    void anotherKernelIsAnotherFingerprintAndFreeMemoryIsNot() {
        linux.with("/proc/sys/kernel/osrelease", "6.1.0\n")
                .with("/proc/meminfo", "MemTotal: 8388608 kB\nMemFree: 1 kB\n");
        String id = linux.machineFingerprint().id();

        linux.with("/proc/meminfo", "MemTotal: 8388608 kB\nMemFree: 2 kB\n");
        assertThat(linux.machineFingerprint().id()).isEqualTo(id);

        linux.with("/proc/sys/kernel/osrelease", "6.1.1\n");
        assertThat(linux.machineFingerprint().id()).isNotEqualTo(id);
    }
}
