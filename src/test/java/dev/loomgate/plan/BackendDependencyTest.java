package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class BackendDependencyTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    void givesCellsWithAnotherWayToWhatIsBehindThemABootOfTheirOwn() {
        String text = Sample.with("  compute: {path: /compute, waits: 0 ms, body: '-?\\d+', warm-up-users: 2}", """
                          compute: {path: '/compute?n=1', waits: 0 ms, body: ok, warm-up-users: 2, behind: downstream}
                          self: {path: '/compute?n=1', waits: 0 ms, body: ok, warm-up-users: 2, behind: itself}
                          near: {path: /rows, waits: 0 ms, body: ok, warm-up-users: 2, behind: database}
                          far: {path: /rows, waits: 0 ms, body: ok, warm-up-users: 2, behind: database, database-delay: 200 ms}
                          zero: {path: /rows, waits: 0 ms, body: ok, warm-up-users: 2, behind: database, database-delay: 0 ms}\
                        """)
                .replace(
                        "workloads: [compute], loads: [80 req/s]",
                        "workloads: [far, near, zero, compute, self], loads: [80 req/s]");
        Map<String, String> properties = Map.of(
                "loomgate.thresholds", Sample.write(folder, text).toString(),
                "loomgate.variants", "virtual",
                "loomgate.workloads", "far,near,zero,compute,self");
        Plan plan = PlanReader.read(properties, Set.of(21, 25));

        assertThat(plan.cells())
                .extracting(cell -> cell.workload().name(), Cell::boot)
                .containsExactly(
                        tuple("far", "virtual.jdk25.proxied"),
                        tuple("zero", "virtual.jdk25.proxied"),
                        tuple("near", "virtual.jdk25"),
                        tuple("compute", "virtual.jdk25"),
                        tuple("self", "virtual.jdk25.itself"));
        assertThat(plan.cells())
                .extracting(cell -> cell.workload().behind())
                .containsExactly(
                        new BackendDependency.Database(Optional.of(Duration.ofMillis(200))),
                        new BackendDependency.Database(Optional.of(Duration.ZERO)),
                        new BackendDependency.Database(Optional.empty()),
                        new BackendDependency.Downstream(),
                        new BackendDependency.Itself());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void refuses(String what, String sound, String spoiled, String words) {
        Sample.assertOneProblem(folder, Sample.with(sound, spoiled), words.split("\\|"));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments(
                        "an unknown service behind a server",
                        "body: ok, ",
                        "body: ok, behind: ¦databse, ",
                        "unknown service 'databse'; did you mean 'database'?|allowed: downstream, database, itself"),
                arguments(
                        "a delay without a database",
                        "body: ok, ",
                        "body: ok, behind: downstream, database-delay: ¦200 ms, ",
                        "'database-delay' has a meaning only with 'behind: database'"),
                arguments(
                        "a delay that is no time",
                        "body: ok, ",
                        "body: ok, behind: database, database-delay: ¦200, ",
                        "'200' has no unit"),
                arguments(
                        "a path that has to be escaped",
                        "path: /io",
                        "path: ¦'/io?a=#{b}'",
                        "is made of letters, digits, "));
    }
}
