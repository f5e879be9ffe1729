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

class DuelReaderTest {
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
    void comparesEveryVariantOnTwoJdks() {
        DuelPlan duel = given("baseline", "jdk21").given("candidate", "jdk25").plan();

        assertThat(duel.cells())
                .extracting(PairedCell::displayName)
                .containsExactly(
                        "virtual · io · 500 req/s · jdk21 → jdk25", "webflux · io · 500 req/s · jdk21 → jdk25");
        assertThat(duel.cells().getFirst().baseline().runtime().java()).isEqualTo(21);
        assertThat(duel.tolerances()).containsEntry(Metric.APPLICATION_CPU, new Tolerance(0.005, 0.03));
        assertThat(duel.scale().looks().units()).containsExactly(3, 5, 8, 12);
        assertThat(duel.scale().alpha()).isEqualTo(0.01);
    }

    @Test
    void comparesTwoVariantsOnTheNewestJdk() {
        DuelPlan duel =
                given("baseline", "virtual").given("candidate", "webflux").plan();

        assertThat(duel.cells())
                .extracting(PairedCell::displayName)
                .containsExactly("virtual vs webflux · io · 500 req/s · virtual → webflux");
        assertThat(duel.cells().getFirst().candidate().runtime().name()).isEqualTo("jdk25");
    }

    @Test
    void comparesTwoVariantsOnTheRuntimeThatIsNamed() {
        DuelPlan duel = given("baseline", "virtual")
                .given("candidate", "webflux")
                .given("runtimes", "jdk21")
                .plan();

        assertThat(duel.cells().getFirst().baseline().runtime().name()).isEqualTo("jdk21");
        assertThat(duel.cells().getFirst().candidate().runtime().name()).isEqualTo("jdk21");
    }

    @Test
    void severalRuntimesOfVariantsAreRefused() {
        given("baseline", "virtual").given("candidate", "webflux").given("runtimes", "jdk21,jdk25");
        refused()
                .hasMessageContaining("-Dloomgate.runtimes=jdk21,jdk25: names 2 runtimes")
                .hasMessageContaining("compare two runtimes with -Dloomgate.baseline and -Dloomgate.candidate");
    }

    @Test
    void runtimesBesideArmsThatAreRuntimesAreRefused() {
        given("baseline", "jdk21").given("candidate", "jdk25").given("runtimes", "jdk25");
        refused()
                .hasMessageContaining("-Dloomgate.runtimes=jdk25: says on what variants")
                .hasMessageContaining("name them with -Dloomgate.baseline and -Dloomgate.candidate alone");
    }

    @Test
    void comparesTwoBuildsOfTheServers() {
        DuelPlan duel = given("baseline.servers", "older").plan();

        assertThat(duel.cells().getFirst().baseline().servers()).isEqualTo(Path.of("older"));
        assertThat(duel.cells().getFirst().candidate().servers()).isEqualTo(Path.of("target", "servers"));
        assertThat(duel.cells().getFirst().baseline().label())
                .isNotEqualTo(duel.cells().getFirst().candidate().label());
    }

    @Test
    void comparesARuntimeWithItselfAndMoreOptions() {
        DuelPlan duel = given("baseline", "jdk25")
                .given("candidate", "jdk25")
                .given("candidate.with", "-XX:+UseCompactObjectHeaders -Dloomgate.fault.spin=50us")
                .plan();

        PairedCell cell = duel.cells().getFirst();
        assertThat(cell.baseline().label()).isEqualTo("jdk25");
        assertThat(cell.candidate().label())
                .isEqualTo("jdk25 with -XX:+UseCompactObjectHeaders -Dloomgate.fault.spin=50us");
        assertThat(cell.candidate().variant().jvmArgs()).endsWith("-XX:+UseCompactObjectHeaders");
        assertThat(cell.candidate().variant().settings()).containsEntry("loomgate.fault.spin", "50us");
        assertThat(cell.baseline().variant().settings()).doesNotContainKey("loomgate.fault.spin");
        assertThat(cell.id()).matches("[A-Za-z0-9.-]+");
    }

    @Test
    void anOptionThatIsNoneOfAJvmIsRefused() {
        given("baseline", "jdk25").given("candidate", "jdk25").given("candidate.with", "-jar other.jar");
        refused()
                .hasMessageContaining("'-jar' is no option of a JVM in one word")
                .hasMessageContaining("'other.jar'");
    }

    /** Whether there is a Java is asked where it is started. */
    @Test
    void twoBuildsOfOneJavaVersionAreTwoArms() {
        Path home = Path.of("jdk-25.0.4").toAbsolutePath();

        PairedCell cell = given("baseline", "jdk25")
                .given("candidate", "jdk25")
                .given("candidate.jdk", "jdk-25.0.4")
                .plan()
                .cells()
                .getFirst();

        assertThat(cell.candidate().runtime().home()).contains(home);
        assertThat(cell.candidate().label()).isEqualTo("jdk25 in " + home);
        assertThat(cell.candidate().runtime().name()).isEqualTo("jdk25-candidate");
        assertThat(cell.baseline().runtime().name()).isEqualTo("jdk25");
        assertThat(cell.baseline().runtime().home()).isEmpty();
    }

    @Test
    void aLongNameOfAnArmIsCutInTheNamesOfFiles() {
        String agent = "-javaagent:/opt/" + "a".repeat(200) + ".jar";
        PairedCell cell = given("baseline", "jdk25")
                .given("candidate", "jdk25")
                .given("candidate.with", agent)
                .plan()
                .cells()
                .getFirst();

        assertThat(cell.id()).hasSizeLessThan(200).contains(".virtual.");
        assertThat(cell.id())
                .isNotEqualTo(given("candidate.with", agent + "=x")
                        .plan()
                        .cells()
                        .getFirst()
                        .id());
    }

    @Test
    void anArmHasVariablesOfItsOwn() {
        PairedCell cell = given("baseline", "jdk25")
                .given("candidate", "jdk25")
                .given("candidate.env", "MALLOC_ARENA_MAX=2 EMPTY=")
                .plan()
                .cells()
                .getFirst();

        assertThat(cell.candidate().runtime().environment()).isEqualTo(Map.of("MALLOC_ARENA_MAX", "2", "EMPTY", ""));
        assertThat(cell.candidate().label()).isEqualTo("jdk25 with MALLOC_ARENA_MAX=2 EMPTY=");
        assertThat(cell.baseline().runtime().environment()).isEmpty();
        assertThat(cell.candidate().runtime().name()).isEqualTo("jdk25-candidate");

        given("candidate.env", "MALLOC_ARENA_MAX");
        refused().hasMessageContaining("'MALLOC_ARENA_MAX' is not NAME=value");
    }

    @Test
    void theCollectorOfAnArmReplacesThatOfItsRuntime() {
        PairedCell cell = given("baseline", "jdk25")
                .given("candidate", "jdk25")
                .given("candidate.with", "-XX:+UseZGC --add-opens=java.base/java.lang=ALL-UNNAMED")
                .plan()
                .cells()
                .getFirst();

        assertThat(cell.baseline().runtime().jvmArgs()).contains("-XX:+UseG1GC");
        assertThat(cell.candidate().runtime().jvmArgs()).doesNotContain("-XX:+UseG1GC");
        assertThat(cell.candidate().runtime().name()).isEqualTo("jdk25-candidate");
        assertThat(cell.candidate().variant().jvmArgs())
                .endsWith("-XX:+UseZGC", "--add-opens=java.base/java.lang=ALL-UNNAMED");
    }

    @Test
    void leavesOutWhatWasNotAskedFor() {
        DuelPlan duel = given("baseline", "jdk21")
                .given("candidate", "jdk25")
                .given("variants", "webflux")
                .given("units", "5")
                .given("at-most", "7 min")
                .given("seed", "99")
                .plan();

        assertThat(duel.cells()).hasSize(1);
        assertThat(duel.scale().looks().most()).isEqualTo(5);
        assertThat(duel.scale().atMost()).isEqualTo(Duration.ofMinutes(7));
        assertThat(duel.seed()).isEqualTo(99);
    }

    @Test
    void equalArmsAreRefusedUnlessTheGateItselfIsTried() {
        given("baseline", "jdk25").given("candidate", "jdk25");
        refused().hasMessageContaining("-Dloomgate.candidate=jdk25").hasMessageContaining("-Dloomgate.calibrate=aa");

        DuelPlan duel = given("calibrate", "aa").plan();
        assertThat(duel.cells().getFirst().baseline().label()).isEqualTo("jdk25-A");
        assertThat(duel.cells().getFirst().candidate().label()).isEqualTo("jdk25-B");
    }

    /** It would always be green, and look like any other. */
    @Test
    void armsThatDifferInTheirNamesAloneAreRefused() {
        write((Sample.SOUND + Sample.DUEL)
                .replace(
                        "variants:\n  platform-100:", "variants:\n  again: {server: spring-webflux}\n  platform-100:"));
        given("baseline", "webflux").given("candidate", "again");
        refused()
                .hasMessageContaining("-Dloomgate.candidate=again: starts again as the baseline does")
                .hasMessageContaining("-Dloomgate.calibrate=aa");

        write((Sample.SOUND + Sample.DUEL)
                .replace("  jdk25: {", "  newer: {java: 21, heap: 256 MiB, memory: 768 MiB}\n  jdk25: {"));
        given("baseline", "jdk21").given("candidate", "newer");
        refused().hasMessageContaining("-Dloomgate.candidate=newer: starts virtual as the baseline does");
    }

    @Test
    void everyCalibrationNeedsArmsThatMakeSenseForIt() {
        given("baseline", "jdk25").given("candidate", "jdk25").given("calibrate", "power");
        refused().hasMessageContaining("-Dloomgate.calibrate=power").hasMessageContaining("a known fault");

        DuelPlan duel = given("candidate.with", "-Dloomgate.fault.spin=50us").plan();
        assertThat(duel.calibration()).contains(Calibration.POWER);

        given("calibrate", "aa");
        refused().hasMessageContaining("compares an arm with itself, and these two differ");
    }

    @Test
    void anUnknownArmIsRefusedWithTheKnownOnes() {
        given("baseline", "jdk12").given("candidate", "jdk25");
        refused().hasMessageContaining("unknown word 'jdk12'").hasMessageContaining("jdk21");
    }

    @Test
    void aRuntimeIsNotComparedWithAVariant() {
        given("baseline", "jdk21").given("candidate", "virtual");
        refused().hasMessageContaining("a runtime can't be compared with a variant");
    }

    @Test
    void fewerThanThreeUnitsAreRefused() {
        given("baseline", "jdk21").given("candidate", "jdk25").given("units", "2");
        refused().hasMessageContaining("-Dloomgate.units=2").hasMessageContaining("fewer than 3 pairs");
    }

    @Test
    void aComparisonIsNotAskedForTogetherWithClaims() {
        given("baseline", "jdk21").given("candidate", "jdk25").given("claims", "strict");
        refused().hasMessageContaining("-Dloomgate.claims=strict").hasMessageContaining("comparison of two arms");
    }

    @Test
    void oneJdkIsNotEnoughAndBothWaysOutAreNamed() {
        given("baseline", "jdk21").given("candidate", "jdk25").given("launcher", "process");

        assertThatThrownBy(() -> PlanReader.readDuel(properties, Set.of(25), 1))
                .isInstanceOf(InvalidThresholds.class)
                .hasMessageContaining("-Dloomgate.jdk.21=path")
                .hasMessageContaining("-Dloomgate.launcher=container");
    }

    @Test
    void anOlderJavaIsRefusedForAServerOfThisProject() {
        write((Sample.SOUND + Sample.DUEL).replace("jdk21: {java: 21,", "jdk17: {java: 17,"));
        given("baseline", "jdk17").given("candidate", "jdk25");

        refused()
                .hasMessageContaining("-Dloomgate.baseline=jdk17: runtime jdk17 is Java 17, and webflux, a server of"
                        + " this project, needs 21 or newer");
    }

    private void write(String text) {
        properties.put("loomgate.thresholds", Sample.write(folder, text).toString());
    }

    private DuelReaderTest given(String name, String value) {
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
