package dev.loomgate.sampling;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.server.JmxAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Servers that end, stop, refuse or hide: never a number that was not measured, and never a harness that hangs. */
@Isolated
class SamplerTroubleIT {
    @TempDir
    Path folder;

    private ForkedKnownServer server;

    @BeforeEach
    void start() throws IOException {
        server = ForkedKnownServer.start(folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void givesNoLiveHeapWhenTheServerIgnoresRequestsToCollect() throws IOException {
        try (var deaf = ForkedKnownServer.start(folder, "-XX:+DisableExplicitGC");
                var other = Attach.to(deaf)) {
            other.collectGarbage();

            assertThat(other.liveHeap())
                    .isInstanceOfSatisfying(
                            Reading.Unavailable.class,
                            missing -> assertThat(missing.reason()).contains("DisableExplicitGC"));
        }
    }

    @Test
    void givesReasonsForWhatIsNotVisibleFromAfar() throws IOException {
        try (Sampler afar = Attach.to(server.fromAfar())) {
            Window window = afar.open();
            server.tell("burn", 500, 0);
            Samples samples = window.close();

            assertThat(samples.cpuNanos()).isEmpty();
            assertThat(samples.notes()).anySatisfy(note -> assertThat(note).contains("JMX agent"));
            assertThat(samples.unavailable())
                    .containsOnlyKeys(
                            Metric.APPLICATION_CPU,
                            Metric.JIT_CPU,
                            Metric.GC_CPU,
                            Metric.RSS,
                            Metric.FOREIGN_CPU,
                            Metric.STEAL,
                            Metric.BACKING_CPU);
            assertThat(samples.machine().trouble()).isEmpty();
            assertThat(requireNonNull(samples.gauges().get(Metric.CPU_LOAD))).isBetween(10.0, 250.0);
            assertThat(samples.allocatedBytes()).isPresent();
        }
    }

    @Test
    void givesReasonsOnlyWhenTheServerEnds() {
        Sampler sampler = Attach.to(server);
        Window window = sampler.open();
        server.close();
        Samples samples = window.close();
        sampler.collectGarbage();

        assertThat(samples.gauges()).isEmpty();
        assertThat(samples.cpuNanos()).isEmpty();
        assertThat(samples.allocatedBytes()).isEmpty();
        assertThat(samples.unavailable().keySet()).isEqualTo(SamplesBuilder.METRICS);
        assertThat(samples.unavailable().values()).containsOnly("the server ended");
        assertThat(sampler.liveHeap()).isEqualTo(new Reading.Unavailable(Metric.LIVE_HEAP, "the server ended"));
        assertThat(sampler.totalCompilationTime()).isEmpty();
        sampler.close();
    }

    @Test
    void doesNotHangWithAServerThatIsStoppedAndRecoversWithIt() throws IOException, InterruptedException {
        try (Sampler impatient = Attach.to(server, Duration.ofMillis(700), Duration.ofSeconds(10))) {
            Window window = impatient.open();
            server.stop();
            Samples samples = window.close();
            server.signal("CONT");

            assertThat(samples.allocatedBytes()).isEmpty();
            assertThat(samples.unavailable().get(Metric.ALLOCATED)).contains("did not answer");
            assertThat(samples.unavailable()).containsKeys(Metric.HEAP_PEAK, Metric.THREADS_LIVE, Metric.GC_COUNT);
            assertThat(samples.cpuNanos()).containsKey(CpuGroup.APPLICATION);
            assertThat(impatient.open().close().unavailable()).containsOnlyKeys(Metric.BACKING_CPU);
        }
    }

    @Test
    void saysThatTheCredentialsAreWrong() {
        JmxAddress right = server.jmx();
        JmxAddress wrong = new JmxAddress(right.host(), right.port(), right.user(), "guess");

        assertThatThrownBy(() -> Attach.to(server.at(wrong)))
                .isInstanceOf(SamplingException.class)
                .hasMessageContaining("refuses user or password")
                .hasMessageNotContaining("guess");
    }

    @Test
    void saysThatTheServerHasEndedBeforeItCouldBeSampled() {
        server.close();

        assertThatThrownBy(() -> Attach.to(server))
                .isInstanceOf(SamplingException.class)
                .hasMessageContaining("ended");
    }
}
