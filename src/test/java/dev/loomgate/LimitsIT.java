package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.init.Init;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.server.PlainService;
import dev.loomgate.study.FindLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the document of a service to limits that were measured on it, with five boots as short as they can be. */
@Tag("untimed")
class LimitsIT {
    @TempDir
    Path folder;

    @Test
    void aFirstFileGetsLimitsOfThisMachine() throws IOException {
        PlainService.packInto(folder.resolve("build"));
        Files.writeString(folder.resolve("api.yaml"), "openapi: 3.1.0\npaths: {/settings: {get: {}}}\n");
        Path file = folder.resolve("perf.yml");
        new Init(file, "build/plain-service.jar", "", "", "", "api.yaml", List.of(), "/health", 100, 25).write();
        Files.writeString(file, LooseGuards.YAML, StandardOpenOption.APPEND);
        Request request = Request.ofThisJvm(System.out)
                .with(Map.of(
                        "loomgate.thresholds", file.toString(),
                        "loomgate.output", folder.resolve("out").toString(),
                        "loomgate.warmup.floor", "1",
                        "loomgate.warmup.cap", "1",
                        "loomgate.iteration", "1 s",
                        "loomgate.iterations", "2",
                        "loomgate.max-iterations", "2"))
                .withColdGenerator()
                .withLockIn(folder);

        List<String> said = FindLimits.of(request);

        assertThat(said.getLast()).isEqualTo("written into " + file);
        List<Limit> found = PlanReader.read(request.properties(), request.jdks().versions()).limits().stream()
                .filter(limit -> limit.bound() instanceof Bound.Absolute && !limit.implied())
                .toList();
        assertThat(found)
                .extracting(Limit::metric)
                .contains(
                        Metric.P50, Metric.P99, Metric.APPLICATION_CPU, Metric.ALLOCATED, Metric.LIVE_HEAP, Metric.RSS);
        assertThat(found)
                .allSatisfy(limit -> assertThat(((Bound.Absolute) limit.bound()).calibratedOn())
                        .isPresent());
    }
}
