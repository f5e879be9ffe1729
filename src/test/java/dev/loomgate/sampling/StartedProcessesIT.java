package dev.loomgate.sampling;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A service whose first process is a shell, which has started what does the work. */
@Isolated
class StartedProcessesIT {
    /** User and system time of two processes, cut to ticks of 10 ms at each end. */
    private static final long CUT = Duration.ofMillis(40).toNanos();

    private static ForkedKnownServer server;
    private static Sampler sampler;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        server = ForkedKnownServer.behindAShell(folder);
        sampler = Attach.to(server);
    }

    @AfterAll
    static void stop() {
        sampler.close();
        server.close();
    }

    /** The process that works counts its CPU time itself, in less than the window and in more than it. */
    @Test
    void theirCpuTimeIsTheServices() throws IOException {
        long outsideBefore = server.tell("cpu", 0, 0);
        Window window = sampler.open();
        long insideBefore = server.tell("cpu", 0, 0);
        server.tell("burn", 500, 0);
        long insideAfter = server.tell("cpu", 0, 0);
        Samples samples = window.close();
        long outsideAfter = server.tell("cpu", 0, 0);

        assertThat(cpu(samples)).isBetween(insideAfter - insideBefore - CUT, outsideAfter - outsideBefore + CUT);
        assertThat(samples.notes()).noneSatisfy(note -> assertThat(note).contains("seen last"));
    }

    /** Its parent inherits what it used, and uses some itself. */
    @Test
    void theCpuTimeOfOneThatHasEndedIsTheServices() throws IOException {
        long parentBefore = server.tell("cpu", 0, 0);
        Window window = sampler.open();
        long burned = server.tell("fork-and-wait", 300, 0);
        Samples samples = window.close();
        long parentAfter = server.tell("cpu", 0, 0);

        // After its last word it stops a JVM.
        long toItsEnd = Duration.ofMillis(200).toNanos();
        assertThat(burned).isGreaterThan(Duration.ofMillis(300).toNanos());
        assertThat(cpu(samples)).isBetween(burned - CUT, burned + parentAfter - parentBefore + toItsEnd + CUT);
    }

    @Test
    void theirMemoryIsTheServicesAndTheyAreNoStrangers() throws IOException {
        Window window = sampler.open();
        server.tell("burn", 300, 0);
        Samples samples = window.close();

        // A shell takes 2 MiB, a JVM 30 and more.
        assertThat(samples.gauges().get(Metric.RSS)).isBetween(25.0, 400.0);
        assertThat(samples.machine().others())
                .extracting(MachineUse.Other::pid)
                .doesNotContainAnyElementsOf(server.processes());
        assertThat(server.processes()).hasSizeGreaterThan(1);
        assertThat(samples.gauges().get(Metric.THREADS_LIVE)).isGreaterThan(5);
    }

    private static long cpu(Samples samples) {
        return requireNonNull(samples.cpuNanos().get(CpuGroup.APPLICATION));
    }
}
