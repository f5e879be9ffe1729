package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.metric.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlanReaderTest {
    private static final Set<Integer> BOTH = Set.of(17, 21, 25);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    private final Map<String, String> properties = new HashMap<>();

    @BeforeEach
    void writeFile() {
        write(Sample.SOUND);
    }

    private void write(String text) {
        properties.put("loomgate.thresholds", Sample.write(folder, text).toString());
    }

    private PlanReaderTest given(String name, String value) {
        properties.put("loomgate." + name, value);
        return this;
    }

    private Plan plan(Set<Integer> installed) {
        return PlanReader.read(properties, installed);
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(Set<Integer> installed) {
        return assertThatThrownBy(() -> plan(installed)).isInstanceOf(InvalidThresholds.class);
    }

    @Test
    void moreUsersThanConnectionsAreRefused() {
        write(Sample.SOUND.replace("[80 req/s]", "[200 users]").replace(">= 95 % of offered", ">= 50 req/s"));
        given("max-connections", "100");

        assertRefused(BOTH)
                .hasMessageContaining("-Dloomgate.max-connections=100")
                .hasMessageContaining("fewer than the 200 users of virtual · compute");
    }

    /** What one arm has is enough: the other is the usual runtime, as it stands there. */
    @Test
    void whatAnArmHasAsksForAComparison() {
        for (Switch each : Switch.values()) {
            boolean ofArms = each.text().matches("(baseline|candidate)([.].*)?") || each == Switch.CALIBRATE;

            assertThat(PlanReader.asksForDuel(Map.of("loomgate." + each.text(), "x")))
                    .as(each.text())
                    .isEqualTo(ofArms);
            assertThat(each.group() == Switch.Group.COMPARISONS && !ofArms)
                    .as(each.text())
                    .isEqualTo(
                            List.of(Switch.UNITS, Switch.AT_MOST, Switch.SEED).contains(each));
        }
    }

    /** Else it would be ignored, and cells be measured that were not asked for. */
    @Test
    void whatBelongsToAComparisonIsRefusedWithoutOne() {
        given("candidate.with", "-XX:+UseCompactObjectHeaders").given("units", "12");

        assertRefused(BOTH)
                .hasMessageContaining("-Dloomgate.candidate.with=-XX:+UseCompactObjectHeaders")
                .hasMessageContaining("-Dloomgate.units=12")
                .hasMessageContaining("name one of them, too, with -Dloomgate.baseline");
    }

    @Test
    void plansUsersOfTheClosedModel() {
        write(Sample.SOUND.replace("[80 req/s]", "[64 users]").replace(">= 95 % of offered", ">= 50 req/s"));

        assertThat(plan(BOTH).cells())
                .filteredOn(cell -> cell.workload().name().equals("compute"))
                .singleElement()
                .satisfies(cell -> {
                    assertThat(cell.load()).isEqualTo(new LoadProfile.Closed(64));
                    assertThat(cell.id()).isEqualTo("virtual.jdk25.compute.64users");
                    assertThat(cell.displayName()).isEqualTo("virtual · compute · 64 users · jdk25");
                });
    }

    @Test
    void plansEveryCellOfTheScaleWithOverloadLastInItsTrial() {
        assertThat(plan(BOTH).cells())
                .extracting(Cell::id)
                .containsExactly(
                        "platform-100.jdk25.io.500rps",
                        "platform-100.jdk25.io.1200rps",
                        "virtual.jdk25.io.1200rps",
                        "virtual.jdk25.io.500rps",
                        "virtual.jdk25.compute.80rps");
    }

    @Test
    void keepsCellsOfOneVariantAndRuntimeTogether() {
        given("runtimes", "jdk21,jdk25");
        assertThat(plan(BOTH).cells().stream()
                        .map(cell ->
                                cell.variant().name() + " " + cell.runtime().name())
                        .distinct())
                .hasSize(4);
        var trials = plan(BOTH).cells().stream()
                .map(cell -> cell.variant().name() + " " + cell.runtime().name())
                .toList();
        for (String trial : trials) {
            assertThat(trials.lastIndexOf(trial) - trials.indexOf(trial) + 1L)
                    .isEqualTo(trials.stream().filter(trial::equals).count());
        }
    }

    @ParameterizedTest(name = "{0} with {1}: {2}")
    @CsvSource({"21, auto, jdk21", "25, process, jdk25", "17, auto, jdk25", "21, container, jdk25"})
    void usesTheNewestRuntimeThatCanRun(int installed, String launcher, String expected) {
        given("launcher", launcher);
        assertThat(plan(Set.of(installed)).cells())
                .allSatisfy(cell -> assertThat(cell.runtime().name()).isEqualTo(expected));
    }

    @Test
    void refusesToForkWithoutAFittingJdk() {
        given("launcher", "process");
        assertRefused(Set.of(17))
                .hasMessageContainingAll(
                        "runtime jdk25 needs Java 25, found Java 17; name its home with -Dloomgate.jdk.25=path");
    }

    @Test
    void refusesARuntimeThatWasAskedForAndCanNotRun() {
        given("launcher", "process").given("runtimes", "jdk21");
        assertRefused(Set.of(25))
                .hasMessageContainingAll(
                        "-Dloomgate.runtimes=jdk21: runtime jdk21 needs Java 21, found Java 25", "allowed: jdk25");
    }

    @Test
    void refusesAServerOfThisProjectOnAnOlderJavaAndTakesAServiceThere() {
        write(Sample.SOUND
                .replace("jdk21: {java: 21,", "jdk17: {java: 17,")
                .replace("webflux: {server: spring-webflux}", "shop: {jar: shop.jar, port: {env: PORT}, ready: /up}")
                .replace("variants: [virtual], workloads: [compute]", "variants: [shop], workloads: [compute]"));
        given("runtimes", "jdk17");

        assertRefused(BOTH)
                .hasMessageContaining("-Dloomgate.runtimes=jdk17: runtime jdk17 is Java 17, and virtual, a server of"
                        + " this project, needs 21 or newer: name another runtime, or your own service with"
                        + " -Dloomgate.variants");
        assertThat(given("variants", "shop").plan(BOTH).cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.runtime().java()).isEqualTo(17));
    }

    @Test
    void filtersByVariantAndWorkloadAndKeepsLimitsAgainstAFilteredReference() {
        given("variants", "virtual").given("workloads", "io");
        Plan plan = plan(BOTH);
        assertThat(plan.cells())
                .extracting(Cell::id)
                .containsExactly("virtual.jdk25.io.1200rps", "virtual.jdk25.io.500rps");
        assertThat(plan.limits())
                .filteredOn(limit -> !limit.implied())
                .extracting(Limit::expression)
                .containsExactly("<= 115 ms", "<= 1.5 x platform-100");
    }

    @Test
    void limitsOnErrorsAndWrongAnswersHoldWithoutBeingWritten() {
        Plan plan = plan(BOTH);

        List<Limit> implied = plan.limits().stream().filter(Limit::implied).toList();
        assertThat(implied).extracting(Limit::metric).containsExactly(Metric.ERRORS, Metric.WRONG_ANSWERS);
        assertThat(implied)
                .allSatisfy(limit -> assertThat(plan.cells()).allMatch(limit::selects))
                .allSatisfy(limit -> assertThat(limit.origin())
                        .isEqualTo(", which holds unless " + properties.get("loomgate.thresholds") + " gives another"));
        assertThat(plan.limits())
                .filteredOn(limit -> !limit.implied())
                .allSatisfy(limit -> assertThat(limit.origin())
                        .isEqualTo(" (" + properties.get("loomgate.thresholds") + ":" + limit.line() + ")"));
    }

    @Test
    void refusesFiltersThatLeaveNoCell() {
        given("variants", "platform-100").given("workloads", "compute");
        assertRefused(BOTH)
                .hasMessageContaining("-Dloomgate.variants=platform-100: 'platform-100' leaves no cell of scale quick"
                        + " with workloads=compute; allowed: platform-100, virtual");
    }

    @Test
    void refusesANameThatHasNoCellBesideOneThatHas() {
        given("variants", "virtual,webflux");
        assertRefused(BOTH).hasMessageContaining("'webflux' leaves no cell of scale quick");
    }

    @ParameterizedTest(name = "-Dloomgate.{0}={1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "scale      | quik    | unknown scale 'quik'; did you mean 'quick'?; allowed: quick",
                "workloads  | io,oi   | unknown workload 'oi'",
                "runtimes   | jdk22   | unknown runtime 'jdk22'",
                "launcher   | docker  | unknown word 'docker'; allowed: auto, container, process",
                "strict     | yes     | unknown word 'yes'; allowed: true, false",
                "iterations | 0       | a whole number of at least 1",
                "iteration  | 5       | '5' has no unit; allowed: ns, us, ms, s, min",
                "iteration  | 500 ms  | an iteration lasts whole seconds",
                "warmup.floor | 9     | floor 9 and cap 6",
                "max-iterations | 2   | is less than the 3 iterations",
                "jdk.21     | nowhere | is not the home of a JDK",
                "image.24   | a       | no runtime of the thresholds file uses Java 24; allowed: loomgate.image.21",
                "variants   | \"\"     | has no value",
                "image.postgres | \"\" | has no value",
            })
    void refusesValuesThatMeanNothing(String name, String value, String words) {
        given(name, value);
        String property = value.isEmpty() ? "-Dloomgate." + name : "-Dloomgate." + name + "=" + value;
        assertRefused(BOTH).hasMessageContainingAll(property + ": ", words);
    }

    @Test
    void refusesAFileWithoutTheDefaultScale() {
        write(Sample.with("  quick:", "  slow:"));
        assertRefused(BOTH).hasMessageContaining("the thresholds file has no scale 'quick'; allowed: slow");
    }

    @Test
    void ignoresPropertiesOfTheBuildAndOfOthers() {
        properties.put("java.version", "25");
        given("skip.unit.tests", "true");
        assertThat(plan(BOTH).cells()).isNotEmpty();
    }

    @Test
    void changesAScaleForAQuickTry() {
        given("iterations", "7")
                .given("iteration", "2s")
                .given("warmup.floor", "1")
                .given("warmup.cap", "1");
        Scale scale = plan(BOTH).scale();
        assertThat(scale.iterations()).isEqualTo(7);
        assertThat(scale.maxIterations()).isEqualTo(7);
        assertThat(scale.iteration()).isEqualTo(Duration.ofSeconds(2));
        assertThat(scale.warmUp().rules().floorCycles()).isEqualTo(1);
        assertThat(scale.warmUp().rules().capCycles()).isEqualTo(1);
    }

    @Test
    void fillsInTheDocumentedDefaults() {
        Plan plan = plan(BOTH);
        assertThat(plan.launcher()).isEqualTo(LauncherChoice.AUTO);
        assertThat(plan.strict()).isFalse();
        assertThat(plan.output()).isEqualTo(Path.of("target", "loomgate"));
        assertThat(plan.servers()).isEqualTo(Path.of("target", "servers"));
        assertThat(plan.images()).isEqualTo(Map.of(21, "eclipse-temurin:21-jre", 25, "eclipse-temurin:25-jre"));
    }

    @Test
    void takesImagesForTheServicesBehindTheServers() {
        BackingImages usual = plan(BOTH).backingImages();
        assertThat(usual).isEqualTo(new BackingImages("postgres:18-alpine", "ghcr.io/shopify/toxiproxy:2.12.0"));
        given("image.postgres", "mine:1").given("image.toxiproxy", "mine:2");
        assertThat(plan(BOTH).backingImages()).isEqualTo(new BackingImages("mine:1", "mine:2"));
    }

    @Test
    void refusesAnImageOfAnythingElse() {
        given("image.postgre", "mine:1");
        assertRefused(BOTH)
                .hasMessageContainingAll(
                        "-Dloomgate.image.postgre: unknown property", "did you mean 'loomgate.image.postgres'?");
    }

    @Test
    void takesStrictWithoutAValueAsTrue() {
        assertThat(given("strict", "").plan(BOTH).strict()).isTrue();
    }
}
