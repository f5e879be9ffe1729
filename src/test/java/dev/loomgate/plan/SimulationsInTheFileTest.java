package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A Gatling simulation of the user's as a workload. */
class SimulationsInTheFileTest {
    private static final String COMPUTE =
            "  compute: {path: /compute, waits: 0 ms, body: '-?\\d+', warm-up-users: 2}\n";
    private static final String CHECKOUT = "  compute: {simulation: com.acme.CheckoutSimulation}\n";
    private static final String LIMIT = """
              - workloads: [compute]
                limits:
                  throughput: ">= 95 % of offered"
            """;
    private static final String ITS_LIMIT = """
              - workloads: [compute]
                requests: [order, Checkout / Pay]
                limits: {p99: "<= 50 ms"}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @BeforeEach
    void makeFolders() throws IOException {
        Files.createDirectories(folder.resolve("src/gatling/java"));
        Files.createDirectories(folder.resolve("own/java"));
        Files.createDirectories(folder.resolve("own/data"));
    }

    private static String file(String workload, String load) {
        return Sample.SOUND
                .replace(COMPUTE, workload)
                .replace(LIMIT, ITS_LIMIT)
                .replace("workloads: [compute], loads: [80 req/s]", "workloads: [compute], loads: " + load);
    }

    private static String file(String workload) {
        return file(workload, "[simulation]");
    }

    private Cell cell(String workload) {
        Path path = Sample.write(folder, file(workload));
        return PlanReader.read(Map.of("loomgate.thresholds", path.toString()), Set.of(21, 25)).cells().stream()
                .filter(cell -> cell.workload().isSimulation())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void itsSourcesAreWhereGatlingsPluginsLookForThem() {
        Cell cell = cell(CHECKOUT);

        assertThat(cell.load()).isEqualTo(new LoadProfile.Simulated());
        assertThat(cell.workload().clients())
                .isEqualTo(new GatlingSimulation(
                        "com.acme.CheckoutSimulation",
                        folder.resolve("src/gatling/java"),
                        List.of(),
                        Duration.ofSeconds(60)));
        assertThat(cell.workload().path()).isEqualTo("simulation com.acme.CheckoutSimulation");
        assertThat(cell.id()).contains("compute.simulation");
    }

    @Test
    void theyMayBeElsewhere() {
        assertThat(cell("  compute: {simulation: Checkout, sources: own/java, class-path: [own/data], at-most: 5 s}\n")
                        .workload()
                        .clients())
                .isEqualTo(new GatlingSimulation(
                        "Checkout",
                        folder.resolve("own/java"),
                        List.of(folder.resolve("own/data")),
                        Duration.ofSeconds(5)));
    }

    @Test
    void classesMayBeCompiledAlready() throws IOException {
        Files.delete(folder.resolve("src/gatling/java"));

        assertThat(cell("  compute: {simulation: Checkout, class-path: [own/data]}\n")
                        .workload()
                        .clients())
                .isEqualTo(new GatlingSimulation(
                        "Checkout", null, List.of(folder.resolve("own/data")), Duration.ofSeconds(60)));
    }

    /** Their names are known when it has run. */
    @Test
    void limitsMayNameAnyOfItsRequests() {
        Cell cell = cell(CHECKOUT);

        List<Limit> limits = PlanReader.read(
                        Map.of(
                                "loomgate.thresholds",
                                folder.resolve("thresholds.yml").toString()),
                        Set.of(21, 25))
                .limits();

        assertThat(limits.stream().filter(limit -> limit.selects(cell)).map(Limit::request))
                .contains(Optional.of("order"), Optional.of("Checkout / Pay"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refuses(String what, String text, String words) throws IOException {
        if (what.contains("no sources")) {
            Files.delete(folder.resolve("src/gatling/java"));
        }
        Sample.assertOneProblem(folder, text, words.split("\\|"));
    }

    static Stream<Arguments> refuses() {
        return Stream.of(
                arguments(
                        "what is no name of a class",
                        file("  compute: {simulation: ¦com/acme/Checkout.java}\n"),
                        "the full name of a class is expected, as in com.acme.CheckoutSimulation, was"
                                + " 'com/acme/Checkout.java'"),
                arguments(
                        "no sources and no classes",
                        file("  compute: {simulation: ¦com.acme.Checkout}\n"),
                        "there is no folder |src/gatling/java|in 'sources'|in 'class-path'"),
                arguments(
                        "a folder of sources that is not there",
                        file("  compute: {simulation: com.acme.Checkout, sources: ¦own/jaav}\n"),
                        "there is no folder |own/jaav"),
                arguments(
                        "a jar that is not there",
                        file("  compute: {simulation: com.acme.Checkout, class-path: [¦own/one.jar]}\n"),
                        "there is no folder or jar |own/one.jar"),
                arguments(
                        "a simulation with a key of a request",
                        file("  compute: {simulation: com.acme.Checkout, ¦status: 201}\n"),
                        "'status'"),
                arguments(
                        "a simulation with users of a warm-up",
                        file("  compute: {simulation: com.acme.Checkout, ¦warm-up-users: 2}\n"),
                        "'warm-up-users'"),
                arguments(
                        "a request with sources",
                        Sample.with(
                                        ", body: '-?\\d+', warm-up-users: 2",
                                        ", body: x, warm-up-users: 2, sources: own/java")
                                .replace("  compute: {", "  compute: ¦{"),
                        "a workload with 'sources' needs the key 'simulation'"),
                arguments(
                        "a simulation and a request",
                        file("  compute: ¦{simulation: com.acme.Checkout, path: /orders}\n"),
                        "workload compute has one form, found [path, simulation]"),
                arguments(
                        "a simulation at a rate",
                        file(CHECKOUT, "[80 req/s]")
                                .replace(
                                        "- {variants: [virtual], workloads: [compute]",
                                        "- ¦{variants: [virtual], workloads: [compute]"),
                        "workload compute is a simulation, whose load is its own: it has no 80 req/s|loads: [simulation]"),
                arguments(
                        "a request under a simulation's load",
                        Sample.with(
                                "- {variants: [virtual], workloads: [compute], loads: [80 req/s]}",
                                "- ¦{variants: [virtual], workloads: [compute], loads: [simulation]}"),
                        "workload compute is no simulation, so give it a row with a rate or users"),
                arguments(
                        "a comparison of two arms under a simulation",
                        file(CHECKOUT)
                                + Sample.DUEL.replace(
                                        "- {variants: [virtual, webflux], workloads: [io], loads: [500 req/s]}",
                                        "- ¦{variants: [virtual, webflux], workloads: [compute], loads: [500 req/s]}"),
                        "workload compute is a simulation|two arms can't be compared under it"),
                arguments(
                        "the load of a simulation in a comparison",
                        file(CHECKOUT) + Sample.DUEL.replace("[500 req/s]", "[¦simulation]"),
                        "a duel needs a rate, as in '500 req/s', found 'simulation'"),
                arguments(
                        "limits on all requests of a simulation",
                        file(CHECKOUT).replace("[order, Checkout / Pay]", "¦all"),
                        "the requests of a simulation are not known before it has run: name them"));
    }
}
