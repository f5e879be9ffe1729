package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.fingerprint.OwnClasses;
import dev.loomgate.fingerprint.ServerProgram;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Side;
import dev.loomgate.server.ServerStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run measures what it hashed: copies, which no build in the same checkout can exchange. */
class MeasuredServersTest {
    @TempDir
    Path servers;

    @TempDir
    Path older;

    @TempDir
    Path output;

    @Test
    void aBuildDuringTheRunChangesNothingThatIsMeasured() throws IOException {
        build(servers, "spring-mvc", "first");
        Plan plan = plan(Map.of("loomgate.variants", "virtual", "loomgate.workloads", "io"));

        try (MeasuredServers copies = MeasuredServers.of(plan, RunFolder.begin(output))) {
            build(servers, "spring-mvc", "second");

            assertThat(copies.copyOf(Side.CANDIDATE).resolve("spring-mvc/run.jar"))
                    .hasContent("first");
            assertThat(copies.programs().get("server spring-mvc"))
                    .startsWith("sha256 ")
                    .isNotEqualTo(new ServerProgram(servers.resolve("spring-mvc/run.jar")).describe());
        }
        assertThat(output.resolve("measured-servers")).doesNotExist();
    }

    @Test
    void namesTheServiceBehindTheServersWhereACellAsksIt() throws IOException {
        build(servers, "spring-mvc", "server");
        build(servers, "helidon", "server");
        build(servers, "downstream", "behind");

        try (MeasuredServers without = MeasuredServers.of(
                plan(Map.of("loomgate.variants", "virtual", "loomgate.workloads", "io")), RunFolder.begin(output))) {
            assertThat(without.programs()).doesNotContainKey("program of the downstream service");
        }
        try (MeasuredServers with = MeasuredServers.of(
                plan(Map.of(
                        "loomgate.variants", "helidon",
                        "loomgate.workloads", "remote-io")),
                RunFolder.begin(output))) {
            assertThat(with.programs()).containsKey("program of the downstream service");
            assertThat(with.behind(plan(Map.of("loomgate.variants", "helidon", "loomgate.workloads", "remote-io")))
                            .servers()
                            .resolve("downstream/run.jar"))
                    .hasContent("behind");
        }
    }

    @Test
    void namesTheBuildsOfBothArms() throws IOException {
        build(servers, "spring-mvc", "new");
        build(older, "spring-mvc", "old");
        DuelPlan duel = duel(Map.of());

        try (MeasuredServers copies = MeasuredServers.of(duel, RunFolder.begin(output))) {
            assertThat(copies.programs())
                    .containsKeys("server spring-mvc of the baseline", "server spring-mvc of the candidate");
            assertThat(copies.copyOf(Side.BASELINE).resolve("spring-mvc/run.jar"))
                    .hasContent("old");
            assertThat(copies.copyOf(Side.CANDIDATE).resolve("spring-mvc/run.jar"))
                    .hasContent("new");
        }
    }

    /** Else a forgotten build is green, although nothing was compared. */
    @Test
    void refusesTwoBuildsOfTheSameBytes() throws IOException {
        build(servers, "spring-mvc", "same");
        build(older, "spring-mvc", "same");

        assertThatThrownBy(() -> MeasuredServers.requireTwo(duel(Map.of())))
                .isInstanceOf(ServerStartException.class)
                .hasMessageStartingWith("Both arms of virtual/json are the same bytes: jdk25 baseline build ("
                        + older.resolve("spring-mvc/run.jar") + ") and jdk25 candidate build ("
                        + servers.resolve("spring-mvc/run.jar") + ")")
                .hasMessageContaining("-Dloomgate.calibrate=aa");
    }

    @Test
    void theSameBytesWithOtherOptionsAreTwoArms() throws IOException {
        build(servers, "spring-mvc", "same");
        build(older, "spring-mvc", "same");
        assertThatCode(() -> MeasuredServers.requireTwo(duel(Map.of("loomgate.candidate.env", "MALLOC_ARENA_MAX=2"))))
                .doesNotThrowAnyException();

        build(older, "spring-mvc", "older");
        assertThatCode(() -> MeasuredServers.requireTwo(duel(Map.of()))).doesNotThrowAnyException();
    }

    @Test
    void theNameOfAJarIsNotAmongItsBytes(@TempDir Path other) throws IOException {
        Path one = Files.writeString(other.resolve("shop-1.jar"), "same");
        Path two = Files.writeString(other.resolve("shop-2.jar"), "same");

        assertThat(new ServerProgram(one).isSameAs(new ServerProgram(two))).isTrue();
        Files.writeString(two, "another");
        assertThat(new ServerProgram(one).isSameAs(new ServerProgram(two))).isFalse();
    }

    /** A script or a binary that is built again is another server. */
    @Test
    void namesTheFilesOfACommand() throws IOException {
        Path file = Files.writeString(servers.resolve("perf.yml"), """
                runtimes: {jdk25: {java: 25, heap: 64 MiB, memory: 256 MiB}}
                variants: {shop: {command: [sh, run.sh, --loud], port: {env: PORT}, ready: /}}
                workloads: {home: {path: /, body: .*, warm-up-users: 1}}
                scales:
                  smoke:
                    iteration: 1 s
                    iterations: 1
                    max-iterations: 1
                    rest: 0 ms
                    warm-up: {load: 1 s, pause: 0 ms, floor: 1, cap: 1, quiet: 100 %}
                    cells: [{variants: [shop], workloads: [home], loads: [10 req/s]}]
                limits: [{limits: {errors: "<= 0 %"}}]
                """);
        Files.writeString(servers.resolve("run.sh"), "hello");

        try (MeasuredServers copies =
                MeasuredServers.of(plan(Map.of("loomgate.thresholds", file.toString())), RunFolder.begin(output))) {
            assertThat(copies.programs())
                    .containsEntry(
                            "server shop",
                            "command sh run.sh --loud, run.sh sha256"
                                    + " 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
        }
    }

    /** Another build of the generator or of the sampler measures otherwise. */
    @Test
    void namesTheClassesThatMeasure() {
        assertThat(OwnClasses.describe()).matches("sha256 [0-9a-f]{64}");
    }

    private DuelPlan duel(Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "loomgate.baseline",
                "jdk25",
                "loomgate.baseline.servers",
                older.toString(),
                "loomgate.candidate.servers",
                servers.toString(),
                "loomgate.variants",
                "virtual",
                "loomgate.workloads",
                "json",
                "loomgate.output",
                output.toString()));
        properties.putAll(more);
        return PlanReader.readDuel(properties, Set.of(21, 25), 1);
    }

    private Plan plan(Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "loomgate.scale", "smoke",
                "loomgate.servers", servers.toString(),
                "loomgate.output", output.toString()));
        properties.putAll(more);
        return PlanReader.read(properties, Set.of(21, 25));
    }

    private static void build(Path folder, String server, String text) throws IOException {
        Files.createDirectories(folder.resolve(server));
        Files.writeString(folder.resolve(server).resolve("run.jar"), text);
    }
}
