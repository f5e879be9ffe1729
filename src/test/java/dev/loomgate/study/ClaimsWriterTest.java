package dev.loomgate.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Claim;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Relation;
import dev.loomgate.report.TestCell;
import dev.loomgate.report.TestSuite;
import dev.loomgate.verdict.ClaimVerdict;
import dev.loomgate.verdict.ClaimVerdict.Outcome;
import dev.loomgate.verdict.ClaimVerdict.RelationVerdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClaimsWriterTest {
    private static final Relation SOONER = new Relation(
            Metric.P99,
            "io",
            new LoadProfile.Constant(500),
            "virtual",
            Optional.of("webflux"),
            0,
            1,
            0.03,
            OptionalDouble.of(0.95));
    private static final Relation BOUNDED = new Relation(
            Metric.CAPACITY,
            "io",
            new LoadProfile.Constant(500),
            "platform-100",
            Optional.empty(),
            0,
            1100,
            0,
            OptionalDouble.empty());

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    void tellsEachClaimWithItsRelations() {
        List<String> lines = lines(
                new RelationVerdict(SOONER, Outcome.FAILS, 1.2, 1.1, 1.3, 3, "", false, OptionalInt.empty(), List.of()),
                new RelationVerdict(
                        BOUNDED, Outcome.HOLDS, 990, 980, 1000, 2, "", false, OptionalInt.empty(), List.of()));

        assertThat(lines)
                .contains(
                        "Of 1 claim: 1 fails (LUND-1).",
                        "| LUND-1 | virtual \\| answers sooner. | 101 / 102 ms | **fails** | 1 holds, 1 fails |",
                        "| p99 of virtual / webflux on io, 500 req/s: at most 1 | 0.95, excluded | 1.2 | 1.1 to 1.3 | 3 | fails |",
                        "| capacity of platform-100 on io, 500 req/s: at most 1100 req/s | – | 990 req/s | 980 to 1000 | 2 | holds |",
                        "Why it differs, as written down in claims.yml when it was first seen: here is one CPU.")
                .anyMatch(line -> line.contains("3 of 3 rounds of fresh boots"))
                // 2.5 % of three looks
                .anyMatch(line -> line.startsWith("2 of 2 relations are decided.")
                        && line.contains("so that at most 0.1 of these decisions are"));
        assertThat(folder.resolve("claims.md")).content().isEqualTo(String.join("\n", lines) + "\n");
    }

    /** Nor is there one for what is undecided: it was written of another run. */
    @ParameterizedTest
    @EnumSource(names = {"HOLDS", "ALIKE", "UNDECIDED"})
    void aClaimThatDoesNotFailHasNoReasonWhyItDiffers(Outcome outcome) {
        assertThat(lines(new RelationVerdict(
                        SOONER, outcome, 0.9, 0.8, 0.99, 3, "", false, OptionalInt.empty(), List.of())))
                .noneMatch(line -> line.startsWith("Why it differs"));
    }

    @Test
    void whatHasNoValueSaysWhy() {
        assertThat(lines(new RelationVerdict(
                        SOONER,
                        Outcome.UNDECIDED,
                        Double.NaN,
                        0,
                        Double.POSITIVE_INFINITY,
                        0,
                        "it was not measured",
                        false,
                        OptionalInt.empty(),
                        List.of())))
                .contains("| p99 of virtual / webflux on io, 500 req/s: at most 1 | 0.95 | n/a | it was not measured"
                        + " | 0 | undecided |");
    }

    /** Two rounds reach 10 % to each side, and the bound is 6 % from the middle: four reach 5.8 %. */
    @Test
    void whatIsUndecidedSaysHowManyRoundsItWouldTake() {
        assertThat(lines(new RelationVerdict(
                        SOONER, Outcome.UNDECIDED, 0.94, 0.85, 1.04, 2, "", false, OptionalInt.of(4), List.of())))
                .contains("| p99 of virtual / webflux on io, 500 req/s: at most 1 | 0.95 | 0.94 | 0.85 to 1.04"
                        + " | 2 | undecided, some 4 rounds |");
        assertThat(lines(new RelationVerdict(
                        SOONER, Outcome.UNDECIDED, 0.97, 0.6, 1.57, 2, "", false, OptionalInt.of(31), List.of())))
                .anyMatch(line -> line.endsWith("| undecided, more than 30 rounds |"));
    }

    /** Both relations of an order of three have it. */
    @Test
    void tellsOnceWhatMayHaveKeptAServerFromAnsweringMore() {
        List<String> doubts = List.of("virtual: in 2 of 3 rounds its JIT used up to 34 % of its CPUs");

        assertThat(lines(
                        new RelationVerdict(
                                SOONER, Outcome.HOLDS, 0.9, 0.8, 0.99, 3, "", false, OptionalInt.empty(), doubts),
                        new RelationVerdict(
                                BOUNDED, Outcome.HOLDS, 990, 980, 1000, 2, "", false, OptionalInt.empty(), doubts)))
                .containsOnlyOnce("What may have moved it:")
                .containsOnlyOnce("- virtual: in 2 of 3 rounds its JIT used up to 34 % of its CPUs.");
        assertThat(lines(new RelationVerdict(
                        SOONER, Outcome.HOLDS, 0.9, 0.8, 0.99, 3, "", false, OptionalInt.empty(), List.of())))
                .doesNotContain("What may have moved it:");
    }

    @Test
    void namesTheStudiesThatWereAsked() {
        assertThat(lines(new RelationVerdict(
                        SOONER, Outcome.HOLDS, 0.9, 0.8, 0.99, 3, "", false, OptionalInt.empty(), List.of())))
                .containsSequence("| | study |", "|---|---|", "| LUND | two of Lund |")
                .noneMatch(line -> line.contains("Stockholm"));
    }

    @Test
    void saysWhatThisMachineCanNotPut() {
        assertThat(lines(new RelationVerdict(
                        SOONER, Outcome.HOLDS, 0.9, 0.8, 0.99, 3, "", false, OptionalInt.empty(), List.of())))
                .contains("Not asked here: with 8 CPUs \\| or more");
    }

    @Test
    void namesTheMachineAndNoPlaceOnIt() {
        assertThat(lines(new RelationVerdict(
                        SOONER, Outcome.HOLDS, 0.9, 0.8, 0.99, 3, "", false, OptionalInt.empty(), List.of())))
                .contains("| CPU model | fast |")
                .noneMatch(line -> line.contains("/opt/jdk"));
    }

    /** LUND-1 becomes the same on both, and LUND-2 does not. */
    @Test
    void ofTwoRuntimesItTellsWhatDiffers() {
        RelationVerdict holds = new RelationVerdict(
                SOONER, Outcome.HOLDS, 0.9, 0.8, 0.99, 3, "", false, OptionalInt.empty(), List.of());
        RelationVerdict fails =
                new RelationVerdict(SOONER, Outcome.FAILS, 1.2, 1.1, 1.3, 3, "", false, OptionalInt.empty(), List.of());
        Map<String, List<ClaimVerdict>> byRuntime = new LinkedHashMap<>();
        byRuntime.put("jdk21", List.of(verdict("LUND-1", holds), verdict("LUND-2", fails)));
        byRuntime.put("jdk25", List.of(verdict("LUND-1", holds), verdict("LUND-2", holds)));

        assertThat(written(byRuntime))
                .containsSequence(
                        "## What differs between them",
                        "",
                        "| claim | jdk21 | jdk25 |",
                        "|---|---|---|",
                        "| LUND-2 | fails | holds |",
                        "",
                        "## On jdk21");
    }

    private List<String> lines(RelationVerdict... relations) {
        return written(Map.of("jdk25", List.of(verdict("LUND-1", relations))));
    }

    private static ClaimVerdict verdict(String id, RelationVerdict... relations) {
        Claim claim = new Claim(
                id,
                "virtual | answers sooner.",
                "101 / 102 ms",
                "",
                "here is one CPU.",
                "with 8 CPUs | or more",
                List.of(SOONER, BOUNDED));
        return new ClaimVerdict(claim, List.of(relations));
    }

    private List<String> written(Map<String, List<ClaimVerdict>> byRuntime) {
        ClaimPlan plan = new ClaimPlan(
                TestSuite.of(new TestCell("virtual", "io", 500)).plan(),
                Map.of("LUND", "two of Lund", "KTH", "two of Stockholm"),
                List.of(verdict("LUND-1").claim()),
                List.of(),
                Optional.empty(),
                3,
                Duration.ofHours(1),
                false);
        return new ClaimsWriter(folder)
                .write(
                        plan,
                        byRuntime,
                        new Fingerprint(
                                Map.of("CPU model", "fast", "java home of jdk25", "/opt/jdk"), List.of(), List.of()),
                        Duration.ofMinutes(59));
    }
}
