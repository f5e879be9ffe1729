package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EffectiveTest {
    @TempDir
    private Path folder;

    @Test
    void clipsTheAcceptQueueAtTheLimitOfTheKernel() throws IOException {
        Path limit = Files.writeString(folder.resolve("somaxconn"), "4096\n");
        assertThat(Effective.clipped(16_384, limit)).isEqualTo("4096");
        assertThat(Effective.clipped(100, limit)).isEqualTo("100");
    }

    @Test
    void readsTheWholeLimitFromTheKernel() throws IOException {
        assumeTrue(Files.exists(Effective.SOMAXCONN), "only Linux shows its limit");
        Process cat = new ProcessBuilder("cat", Effective.SOMAXCONN.toString()).start();
        String limit = new String(cat.getInputStream().readAllBytes()).strip();
        assertThat(Effective.clipped(Integer.MAX_VALUE, Effective.SOMAXCONN)).isEqualTo(limit);
    }

    @Test
    void doesNotGuessALimitThatItCannotRead() {
        assertThat(Effective.clipped(100, folder.resolve("missing"))).isEqualTo("unknown");
    }

    @Test
    void writesNegativeLimitsAsNone() {
        assertThat(Effective.limit(-1)).isEqualTo("unlimited");
        assertThat(Effective.limit(200)).isEqualTo("200");
        assertThat(Effective.timeout(Duration.ofMillis(-1))).isEqualTo("none");
        assertThat(Effective.timeout(Duration.ofSeconds(20))).isEqualTo("20000 ms");
    }

    @Test
    void saysWhichFaultsAServerHasAndNothingWhenItHasNone() {
        assertThat(Effective.jvm(faults(Map.of()))).doesNotContainKey("faults");
        assertThat(Effective.jvm(faults(Map.of("loomgate.fault.errors", "1%"))))
                .containsEntry("faults", "errors=1%")
                .doesNotContainKey("faults-confined-to");
        assertThat(Effective.jvm(faults(Map.of("loomgate.fault.delay", "20ms"))))
                .containsEntry("faults-confined-to", "io");
    }

    @Test
    void describesThisJvm() {
        assertThat(Effective.jvm(faults(Map.of())))
                .containsEntry("java", Runtime.version().toString())
                .containsEntry(
                        "processors", Integer.toString(Runtime.getRuntime().availableProcessors()))
                .containsKeys("gc", "heap-max")
                .doesNotContainKey("carrier-threads");
    }

    @Test
    void saysHowManyThreadsCarryVirtualOnes() throws InterruptedException {
        Map<String, String>[] seen = newArray();
        Thread.ofVirtual()
                .start(() -> seen[0] = Effective.jvm(faults(Map.of())))
                .join();
        assertThat(seen[0])
                .containsEntry(
                        "carrier-threads", Integer.toString(Runtime.getRuntime().availableProcessors()));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String>[] newArray() {
        return (Map<String, String>[]) new Map<?, ?>[1];
    }

    private static Faults faults(Map<String, String> properties) {
        return new Faults(FaultSettings.parse(properties), () -> {}, System::nanoTime);
    }
}
