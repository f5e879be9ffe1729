package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
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

class SteppedLoadsTest {
    private static final String RAMP =
            "{start: 200 req/s, step: 100 req/s, ceiling: 900 req/s, length: 4 s, rest: 500 ms}";
    private static final String SEARCH =
            "{start: 100 req/s, ceiling: 800 req/s, length: 4 s, rest: 500 ms, precision: 5 %, level: {errors: 0 %, p99: 1 s, share: 95 %}}";
    private static final String LIMITS = "guards:";
    private static final String LOADS = "[80 req/s]";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    private static String sound() {
        return Sample.with(LOADS, "[80 req/s, ramp up, search end]")
                .replace(LIMITS, "ramps: {up: " + RAMP + "}\nsearches: {end: " + SEARCH + "}\n" + LIMITS);
    }

    @Test
    void aRowOfCellsNamesThem() {
        Path file = Sample.write(folder, sound());

        Plan plan = PlanReader.read(Map.of("loomgate.thresholds", file.toString()), Set.of(25));

        assertThat(plan.cells())
                .extracting(cell -> cell.load().displayName())
                .contains("80 req/s", "ramp up", "search end");
        assertThat(load(plan, "ramp-up")).isInstanceOfSatisfying(Ramp.class, ramp -> {
            assertThat(ramp.start()).isEqualTo(200);
            assertThat(ramp.length()).isEqualTo(Duration.ofSeconds(4));
            assertThat(ramp.failed()).as("LUND 3.5: three in a row").isEqualTo(3);
            assertThat(ramp.dropped()).isZero();
        });
        assertThat(load(plan, "search-end")).isInstanceOfSatisfying(Search.class, search -> {
            assertThat(search.precision()).isEqualTo(0.05);
            assertThat(search.tries()).as("both ends are confirmed").isEqualTo(2);
            assertThat(search.level()).isEqualTo(new Search.ServiceLevel(0, Optional.of(Duration.ofSeconds(1)), 0.95));
        });
    }

    private static LoadProfile load(Plan plan, String id) {
        return plan.cells().stream()
                .map(Cell::load)
                .filter(load -> load.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aShareOfWhatASearchFindsHasABootOfItsOwnBehindIt() {
        Path file = Sample.write(folder, sound().replace("search end]", "70 % of search end, search end]"));

        Plan plan = PlanReader.read(Map.of("loomgate.thresholds", file.toString()), Set.of(25));

        assertThat(load(plan, "70pct-of-search-end")).isEqualTo(new LoadProfile.Share(70, "end"));
        assertThat(plan.cells().getLast().load()).isInstanceOf(LoadProfile.Share.class);
        assertThat(Boots.of(plan.cells()).getLast())
                .containsExactly(plan.cells().getLast());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void refuses(String what, String sound, String spoiled, String words) {
        assertThat(sound()).containsOnlyOnce(sound);

        Sample.assertOneProblem(folder, sound().replace(sound, spoiled), words.split("\\|"));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments(
                        "a name that is not defined",
                        "ramp up,",
                        "¦ramp upp,",
                        "unknown load 'ramp upp'; did you mean 'ramp up'?"),
                arguments(
                        "a share of a search that is not defined",
                        "[80 req/s, ramp up, search end]",
                        "[80 req/s, ramp up, search end, ¦70 % of search ned]",
                        "unknown load 'search ned'; did you mean 'search end'?"),
                arguments(
                        "a share of a search that is not made",
                        "{variants: [virtual], workloads: [compute], loads: [80 req/s, ramp up, search end]}",
                        "¦{variants: [virtual], workloads: [compute], loads: [80 req/s, ramp up, 70 % of search end]}",
                        "virtual · compute · 70 % of search end needs its search in the same scale"),
                arguments(
                        "a fourth try",
                        "{end: {start: 100 req/s,",
                        "{end: {tries: ¦4, start: 100 req/s,",
                        "1 to 3 times"),
                arguments("a ceiling below the start", "{up: {start: 200", "{up: ¦{start: 2000", "ceiling >= start"),
                arguments(
                        "a step of which more is dropped than counts",
                        "{up: {start: 200",
                        "{up: ¦{dropped: 2500 ms, start: 200",
                        "at most half of a step is dropped, was '2500 ms of 4 s'"),
                arguments(
                        "a step of half a second",
                        "{up: {start: 200 req/s, step: 100 req/s, ceiling: 900 req/s, length: 4 s",
                        "{up: ¦{start: 200 req/s, step: 100 req/s, ceiling: 900 req/s, length: 400 ms",
                        "whole seconds"));
    }
}
