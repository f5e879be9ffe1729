package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class RuntimeLimitsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource("quotas")
    void refuses(String what, String sound, String spoiled, String words) {
        Sample.assertOneProblem(folder, Sample.with(sound, spoiled), words.split("\\|"));
    }

    static Stream<Arguments> quotas() {
        return Stream.of(
                arguments(
                        "a quota without unit",
                        "{java: 21,",
                        "{java: 21, cpus: ¦0.5,",
                        "'0.5' has no unit|allowed: CPU"),
                arguments(
                        "a quota in a unit of another kind",
                        "{java: 21,",
                        "{java: 21, cpus: ¦50 %,",
                        "not a number of CPUs"),
                arguments("a negative quota", "{java: 21,", "{java: 21, cpus: ¦-1 CPU,", "'-1 CPU' is negative"),
                arguments(
                        "no CPU at all",
                        "{java: 21,",
                        "{java: 21, cpus: ¦0 CPU,",
                        "between 0.01 and 64 CPU|was '0 CPU'"),
                arguments("more CPUs than a quota goes to", "{java: 21,", "{java: 21, cpus: ¦65 CPU,", "was '65 CPU'"),
                arguments(
                        "a quota too fine for a kernel",
                        "{java: 21,",
                        "{java: 21, cpus: ¦0.125 CPU,",
                        "in steps of 0.01"));
    }

    @ParameterizedTest
    @CsvSource({
        "0.5 CPU, 0.5",
        "0.50 CPU, 0.5",
        "2CPU, 2",
        "1.25 CPU, 1.25",
        "0.01 CPU, 0.01",
        "64 CPU, 64",
        "0.29 CPU, 0.29"
    })
    void writesAQuotaAsServersDo(String written, String reported) {
        Path file = Sample.write(folder, Sample.with("jdk21: {", "jdk21: {cpus: " + written + ", "));

        JvmRuntime limited = plan(file, Map.of("loomgate.runtimes", "jdk21"), Set.of(21))
                .cells()
                .getFirst()
                .runtime();

        assertThat(limited.limits()).isEqualTo(Map.of("cpu-limit", reported, "memory-limit", "768"));
    }

    @Test
    void measuresALimitedRuntimeOnlyWhenItIsNamed() {
        Path file = Sample.write(folder, Sample.with("jdk25: {", "jdk25: {cpus: 0.5 CPU, "));

        assertThat(plan(file, Map.of(), Set.of(21, 25)).cells())
                .allSatisfy(cell -> assertThat(cell.runtime().name()).isEqualTo("jdk21"));
    }

    @Test
    void saysWhyNothingIsLeftWhenEveryRuntimeIsLimited() {
        String limited = Sample.SOUND.replace("{java: 2", "{cpus: 1 CPU, java: 2");
        Path file = Sample.write(folder, limited);

        assertThatExceptionOfType(InvalidThresholds.class)
                .isThrownBy(() -> plan(file, Map.of(), Set.of(21, 25)))
                .withMessageContaining(
                        "every runtime that could run here has cpus, and is measured only when it is named")
                .withMessageContaining("allowed: jdk21, jdk25");
    }

    @Test
    void hasNoLimitsToReportWithoutAQuota() {
        JvmRuntime usual = TestRuntimes.of("jdk25", 25, 256, 768, List.of());

        assertThat(usual.limited()).isFalse();
        assertThat(usual.limits()).isEmpty();
        assertThat(usual.processors(2)).isEqualTo(2);
        assertThat(usual.cpus()).isEqualTo(OptionalDouble.empty());
    }

    private static Plan plan(Path file, Map<String, String> switches, Set<Integer> installed) {
        Map<String, String> properties = new HashMap<>(switches);
        properties.put("loomgate.thresholds", file.toString());
        return PlanReader.read(properties, installed);
    }
}
