package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.metric.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a thresholds file says of duels, and how it may be wrong. */
class DuelsInTheFileTest {
    private static final Set<Integer> BOTH = Set.of(21, 25);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    private final Map<String, String> properties = new HashMap<>();

    @BeforeEach
    void writeFile() {
        write(Sample.SOUND + Sample.DUEL);
    }

    @Test
    void aDearWorkloadMayBeWarmedWithFewerRequests() {
        write(Sample.SOUND + Sample.DUEL.replace("requests: 6000,", "requests: 6000, requests-of: {compute: 2000},"));
        UnitScale.WarmUp warmUp = given("baseline", "jdk21")
                .given("candidate", "jdk25")
                .plan()
                .scale()
                .unit()
                .warmUp();

        assertThat(warmUp.requests(DuelPlans.cell("virtual", "compute").workload()))
                .isEqualTo(2000);
        assertThat(warmUp.requests(DuelPlans.cell("virtual", "io").workload())).isEqualTo(6000);
    }

    @Test
    void aWarmUpOfNoKnownWorkloadIsRefused() {
        write(Sample.SOUND + Sample.DUEL.replace("requests: 6000,", "requests: 6000, requests-of: {computes: 2000},"));
        given("baseline", "jdk21").given("candidate", "jdk25");
        refused().hasMessageContaining("'computes'").hasMessageContaining("compute");
    }

    @Test
    void toleratingMoreThanIsToBeCaughtIsRefusedWithItsPlace() {
        write(Sample.SOUND + Sample.DUEL.replace("tolerate: 1 %, catch: 5 %", "tolerate: 6 %, catch: 5 %"));
        given("baseline", "jdk21").given("candidate", "jdk25");
        refused().hasMessageContaining("0 <= tolerate < catch").hasMessageContaining("p50: {tolerate: 6 %");
    }

    /** Failed and wrong answers are compared whatever the file says. */
    @Test
    void countsHaveTolerancesOfTheirOwn() {
        given("baseline", "jdk21").given("candidate", "jdk25");
        assertThat(plan().tolerances())
                .containsEntry(Metric.ERRORS, new Tolerance(0, 0.005))
                .containsEntry(Metric.WRONG_ANSWERS, new Tolerance(0, 0.005));

        write(Sample.SOUND
                + Sample.DUEL.replace("tolerances:\n", "tolerances:\n  errors: {tolerate: 0.1 %, catch: 2 %}\n"));
        assertThat(plan().tolerances())
                .containsEntry(Metric.ERRORS, new Tolerance(0.001, 0.02))
                .containsEntry(Metric.WRONG_ANSWERS, new Tolerance(0, 0.005));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "errors: {tolerate: 1 %, catch: 0.5 %} | 0 <= tolerate < catch",
                "errors: {tolerate: 0 %} | catch",
                "errors: {tolerate: 1 ms, catch: 2 %} | errors: {tolerate: 1 ms",
                "errors: 1 % | errors: 1 %",
                "error: {tolerate: 0 %, catch: 1 %} | 'error'"
            })
    void aToleranceOfCountsThatMakesNoSenseIsRefused(String line, String told) {
        write(Sample.SOUND + Sample.DUEL.replace("tolerances:\n", "tolerances:\n  " + line + "\n"));
        given("baseline", "jdk21").given("candidate", "jdk25");
        refused().hasMessageContaining(told);
    }

    /** Three units can tell less than twelve. */
    @Test
    void aScaleMayHaveTolerancesOfItsOwn() {
        String own = Sample.DUEL.replace(
                "    units: 12\n", "    units: 3\n    tolerances:\n      p50: {tolerate: 3 %, catch: 15 %}\n");
        given("baseline", "jdk21").given("candidate", "jdk25");
        Map<Metric, Tolerance> expected = Map.of(
                Metric.P50, new Tolerance(0.03, 0.15),
                Metric.ERRORS, new Tolerance(0, 0.005),
                Metric.WRONG_ANSWERS, new Tolerance(0, 0.005));

        write(Sample.SOUND + own);
        assertThat(plan().tolerances()).isEqualTo(expected);

        write(Sample.SOUND + "\n" + own.substring(own.indexOf("duels:")));
        assertThat(plan().tolerances()).as("the file has none").isEqualTo(expected);

        write(Sample.SOUND + own.replace("p50: {tolerate: 3 %, catch: 15 %}", "p50: {tolerate: 30 %, catch: 15 %}"));
        refused().hasMessageContaining("0 <= tolerate < catch");
    }

    @Test
    void aFileWithoutDuelsSaysSo() {
        write(Sample.SOUND);
        given("baseline", "jdk21").given("candidate", "jdk25");
        refused().hasMessageContaining("has no 'duels'");
    }

    @Test
    void aCeilingMayBeAskedForLonger() {
        given("baseline", "jdk21").given("candidate", "jdk25");
        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    ceiling-time: 8 s"));
        assertThat(plan().scale().unit().ceiling().time()).isEqualTo(Duration.ofSeconds(8));

        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    ceiling-time: 8"));
        refused().hasMessageContaining("ceiling-time").hasMessageContaining("8' has no unit");
    }

    @Test
    void aWorkloadMayHaveItsOwnWindowsAndCeilingTime() {
        given("baseline", "jdk21").given("candidate", "jdk25");
        write(Sample.SOUND
                + Sample.DUEL.replace(
                        "windows: 10",
                        "windows: 10\n    windows-of: {compute: 16}\n    ceiling-time-of: {compute: 24 s}"));
        assertThat(plan().scale().unit().windowsOf()).isEqualTo(Map.of("compute", 16));
        assertThat(plan().scale().unit().ceiling().timeOf()).isEqualTo(Map.of("compute", Duration.ofSeconds(24)));

        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    windows-of: {compute: 15}"));
        refused().hasMessageContaining("'windows-of' needs at least 4 windows and an even number for compute, has 15");

        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    windows-of: {computes: 16}"));
        refused().hasMessageContaining("unknown workload 'computes'");

        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    ceiling-time-of: {compute: 24}"));
        refused().hasMessageContaining("ceiling-time-of").hasMessageContaining("24' has no unit");
    }

    /** Of 500 req/s a window of 2 s has whole requests, and one of 2.001 s has not. */
    @Test
    void aWorkloadMayHaveLongerWindows() {
        given("baseline", "jdk21").given("candidate", "jdk25");
        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    window-of: {io: 4 s}"));
        assertThat(plan().scale().unit().window("io")).isEqualTo(Duration.ofSeconds(4));
        assertThat(plan().scale().unit().window("compute")).isEqualTo(Duration.ofSeconds(2));

        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    window-of: {compute: 2001 ms}"));
        assertThat(plan().scale().unit().window("compute")).isEqualTo(Duration.ofMillis(2001));

        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    window-of: {io: 2001 ms}"));
        refused().hasMessageContaining("500 req/s are no whole number of requests in a window of 2001 ms");

        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    window-of: {io: 500 ms}"));
        refused().hasMessageContaining("a window of io lasts whole milliseconds, at least 1 s");

        write(Sample.SOUND + Sample.DUEL.replace("dropped: 500 ms", "dropped: 600 ms\n    window-of: {io: 1 s}"));
        refused().hasMessageContaining("at most half of a window of io is dropped");
    }

    @Test
    void aCeilingMayBeAskedForByMoreUsers() {
        given("baseline", "jdk21").given("candidate", "jdk25");
        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    ceiling-users-of: {compute: 30}"));
        assertThat(plan().scale().unit().ceiling().usersOf()).isEqualTo(Map.of("compute", 30));

        write(Sample.SOUND + Sample.DUEL.replace("windows: 10", "windows: 10\n    ceiling-users-of: {computes: 30}"));
        refused().hasMessageContaining("unknown workload 'computes'");
    }

    @Test
    void usersAreNoRate() {
        write(Sample.SOUND + Sample.DUEL.replace("[500 req/s]", "[32 users]"));
        given("baseline", "jdk21").given("candidate", "jdk25");
        refused().hasMessageContaining("a duel needs a rate").hasMessageContaining("32 users");
    }

    @Test
    void twoRatesOfOneWorkloadCouldNotBeToldApart() {
        write(Sample.SOUND + Sample.DUEL.replace("[500 req/s]", "[500 req/s, 1000 req/s]"));
        given("baseline", "jdk21").given("candidate", "jdk25");
        refused().hasMessageContaining("virtual/io at 2 rates").hasMessageContaining("a duel of its own");
    }

    @Test
    void aSliceHoldsAWholeNumberOfRequests() {
        write(Sample.SOUND + Sample.DUEL.replace("window: 2 s", "window: 2.6 s"));
        assertThat(given("baseline", "jdk21")
                        .given("candidate", "jdk25")
                        .plan()
                        .scale()
                        .unit()
                        .window())
                .hasMillis(2600);

        write(Sample.SOUND + Sample.DUEL.replace("window: 2 s", "window: 2.603 s"));
        refused().hasMessageContaining("500 req/s are no whole number of requests in a window of 2603 ms");

        write(Sample.SOUND + Sample.DUEL.replace("window: 2 s", "window: 2000.5 ms"));
        refused().hasMessageContaining("lasts whole milliseconds");
    }

    /** At 50 req/s 1.5 s are 75 requests, at 3 req/s 1.6 s are no whole number: two arms can't have as many each. */
    @ParameterizedTest
    @CsvSource({"2000, 1500", "50, 1600", "250, 1600", "3, 2000", "33, 2000"})
    void aDuelNeedsItsCellsOnly(int rate, int millis) {
        write(Sample.SOUND + """

                tolerances: {p50: {tolerate: 1 %%, catch: 5 %%}}
                duels:
                  quick:
                    cells:
                      - {variants: [virtual], workloads: [io], loads: [%d req/s]}
                """.formatted(rate));
        DuelScale scale =
                given("baseline", "jdk21").given("candidate", "jdk25").plan().scale();

        assertThat(scale.unit().window()).hasMillis(millis);
        assertThat(scale.unit().windows()).isEqualTo(4);
        assertThat(scale.unit().ceiling().time()).isEqualTo(Duration.ofMillis(1500));
        assertThat(scale.unit()
                        .warmUp()
                        .requests(DuelPlans.cell("virtual", "io").workload()))
                .isEqualTo(5000);
        assertThat(scale.atMost()).hasMinutes(10);
    }

    private void write(String text) {
        properties.put("loomgate.thresholds", Sample.write(folder, text).toString());
    }

    private DuelsInTheFileTest given(String name, String value) {
        properties.put("loomgate." + name, value);
        return this;
    }

    private DuelPlan plan() {
        return PlanReader.readDuel(properties, BOTH, 1);
    }

    private AbstractThrowableAssert<?, ? extends Throwable> refused() {
        return assertThatThrownBy(this::plan).isInstanceOf(InvalidThresholds.class);
    }
}
