package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The share of the CPU that a control group may use.
 *
 * @param held what holds the group to its share
 * @param lifted what lets it use all CPUs
 */
record CpuQuota(List<Setting> held, List<Setting> lifted) {
    /** The kernel's own. */
    static final int PERIOD_MICROS = 100_000;

    CpuQuota {
        held = List.copyOf(held);
        lifted = List.copyOf(lifted);
    }

    static CpuQuota version1(Path folder, JvmRuntime runtime) {
        Path quota = folder.resolve("cpu.cfs_quota_us");
        return new CpuQuota(
                List.of(
                        new Setting(folder.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS)),
                        new Setting(quota, String.valueOf(micros(runtime)))),
                List.of(new Setting(quota, "-1")));
    }

    static CpuQuota version2(Path folder, JvmRuntime runtime) {
        Path most = folder.resolve("cpu.max");
        return new CpuQuota(
                List.of(new Setting(most, micros(runtime) + " " + PERIOD_MICROS)),
                List.of(new Setting(most, "max " + PERIOD_MICROS)));
    }

    /** CPU time per period. */
    static long micros(JvmRuntime runtime) {
        return Math.round(runtime.cpus().orElseThrow() * PERIOD_MICROS);
    }

    void hold() throws IOException {
        write(held);
    }

    void lift() throws IOException {
        write(lifted);
    }

    private static void write(List<Setting> settings) throws IOException {
        for (Setting setting : settings) {
            ServerGroup.set(setting.file(), setting.value());
        }
    }

    /** One line in one file of the group. */
    record Setting(Path file, String value) {}
}
