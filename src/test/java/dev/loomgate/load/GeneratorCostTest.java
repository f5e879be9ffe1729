package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorCostTest {
    @TempDir
    Path tasks;

    /** As proc(5) lays them out: time on a CPU in nanoseconds, time waiting, time slices. */
    @Test
    void addsUpTheThreadsButCompilersAndCollectors() throws IOException {
        thread(10, "gatling-http-1-", "1500000 700 3");
        thread(11, "gatling-1-1", "250001 0 1");
        thread(12, "C2 CompilerThre", "9000000000 0 9");
        thread(13, "GC Thread#0", "9000000000 0 9");

        assertThat(GeneratorCost.threads(tasks)).contains(Duration.ofNanos(1_750_001));
    }

    @Test
    void aKernelWithoutTheseFiguresHasNone() throws IOException {
        thread(10, "gatling-http-1-", "0 0 0");

        assertThat(GeneratorCost.threads(tasks)).isEmpty();
        assertThat(GeneratorCost.threads(tasks.resolve("absent"))).isEmpty();
    }

    private void thread(int id, String name, String schedstat) throws IOException {
        Path thread = Files.createDirectories(tasks.resolve(String.valueOf(id)));
        Files.writeString(thread.resolve("comm"), name + "\n");
        Files.writeString(thread.resolve("schedstat"), schedstat + "\n");
    }
}
