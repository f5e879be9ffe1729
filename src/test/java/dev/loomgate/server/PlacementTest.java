package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
    @TempDir
    Path systemCpus;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"2 | 0 | 1", "3 | 0 | 1,2", "4 | 0,1 | 2,3", "8 | 0,1,2,3 | 4,5,6,7"})
    void givesServerAndGeneratorHalfOfTheCores(int cpus, String server, String generator) {
        Placement placement = Placement.split(IntStream.range(0, cpus).boxed().toList(), systemCpus);

        assertThat(placement.serverCpus()).isEqualTo(server);
        assertThat(placement.generatorCpus()).isEqualTo(generator);
        assertThat(placement.serverCpuCount()).isEqualTo(server.split(",").length);
        assertThat(placement.generatorCpuCount()).isEqualTo(generator.split(",").length);
        assertThat(placement.how()).startsWith("taskset");
    }

    @Test
    void pinsNothingOnOneCpuAndSaysWhy() {
        Placement placement = Placement.split(List.of(0), systemCpus);

        assertThat(placement.serverCpus()).isEmpty();
        assertThat(placement.generatorCpus()).isEmpty();
        assertThat(placement.serverCpuCount()).isEqualTo(1);
        assertThat(placement.generatorCpuCount()).isEqualTo(1);
        assertThat(placement.how()).contains("one CPU");
    }

    @Test
    void keepsTheHardwareThreadsOfACoreTogether() throws IOException {
        for (int cpu = 0; cpu < 8; cpu++) {
            siblings(cpu, cpu % 4 + "," + (cpu % 4 + 4));
        }

        Placement placement = Placement.split(IntStream.range(0, 8).boxed().toList(), systemCpus);

        assertThat(placement.serverCpus()).isEqualTo("0,1,4,5");
        assertThat(placement.generatorCpus()).isEqualTo("2,3,6,7");
    }

    @Test
    void splitsTheOnlyCoreBetweenItsThreads() throws IOException {
        siblings(0, "0-1");
        siblings(1, "0-1");

        Placement placement = Placement.split(List.of(0, 1), systemCpus);

        assertThat(placement.serverCpus()).isEqualTo("0");
        assertThat(placement.generatorCpus()).isEqualTo("1");
    }

    @Test
    void neverSharesACpuAndBootsOnAllOfThem() {
        for (int cpus = 2; cpus < 40; cpus++) {
            List<Integer> all = IntStream.range(3, 3 + cpus).boxed().toList();

            Placement placement = Placement.split(all, systemCpus);

            List<Integer> both = new ArrayList<>(Cpus.parse(placement.serverCpus()));
            both.addAll(Cpus.parse(placement.generatorCpus()));
            assertThat(both).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(all);
            assertThat(Cpus.parse(placement.bootCpus())).isEqualTo(all);
        }
    }

    /** In some sandboxes taskset tells an affinity and may not set one. */
    @Test
    void noticesThatAnAffinityCanBeReadAndNotSet() throws IOException {
        String script =
                "#!/bin/sh\n[ $# -gt 3 ] && { echo 'taskset: failed to set affinity: not permitted'; exit 1; }\n";
        Path taskset = Files.writeString(systemCpus.resolve("taskset"), script);
        Files.setPosixFilePermissions(taskset, PosixFilePermissions.fromString("rwx------"));

        assertThat(Placement.refusal(taskset.toString(), "0"))
                .contains("the command taskset is missing or not permitted (taskset: failed to set affinity: not"
                        + " permitted)");
    }

    @Test
    void aMissingTasksetRefuses() {
        assertThat(Placement.refusal("/no/such/taskset", "0"))
                .hasValueSatisfying(why -> assertThat(why).contains("taskset is missing"));
    }

    @Test
    void leavesThisProcessWhereItIsWhenItTries() {
        List<Integer> before = Cpus.allowed(Path.of("/proc/self/status"));
        assumeFalse(before.isEmpty(), "this system does not tell which CPUs a process may use");

        var unused = Placement.refusal("taskset", Cpus.format(before));

        assertThat(Cpus.allowed(Path.of("/proc/self/status"))).isEqualTo(before);
    }

    @Test
    void pinsNothingWhenThatIsSwitchedOffAndSaysSo() {
        Placement placement = Placement.switchedOff();

        assertThat(placement.pins()).isFalse();
        assertThat(placement.how()).isEqualTo("not pinned: switched off by -Dloomgate.pinning=off");
    }

    private void siblings(int cpu, String list) throws IOException {
        Path topology = Files.createDirectories(systemCpus.resolve("cpu" + cpu).resolve("topology"));
        Files.writeString(topology.resolve("thread_siblings_list"), list + "\n");
    }
}
