package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.server.Placement;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {
    private static final Placement TWO_FOR_THE_SERVER = new Placement("0,1", "2,3", 2, 2, "taskset");

    @ParameterizedTest
    @CsvSource({"none, 2", "0.5, 0.5", "1.25, 1.25", "2, 2", "8, 2", "unknown, 2", "0, 2", "0.000, 2", "-1, 2"})
    void countsTheCpusThatTheServerMayKeepBusy(String cpuLimit, double cpus) {
        Machine machine = new Machine(
                Path.of("proc"),
                OptionalLong.empty(),
                Set::of,
                OptionalLong::empty,
                Set::of,
                TWO_FOR_THE_SERVER,
                cpuLimit);

        assertThat(machine.delta().serverCpus()).isEqualTo(cpus);
    }
}
