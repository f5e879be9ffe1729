package dev.loomgate.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.Claim;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Relation;
import dev.loomgate.study.ClaimsRun.ClaimVerdicts;
import dev.loomgate.verdict.ClaimVerdict;
import dev.loomgate.verdict.ClaimVerdict.Outcome;
import dev.loomgate.verdict.ClaimVerdict.RelationVerdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which claims are red. */
class GatedClaimsTest {
    @ParameterizedTest
    @CsvSource({
        "FAILS,     false, true,   false, false",
        "FAILS,     false, strict, false, true",
        "HOLDS,     false, strict, true,  false",
        "ALIKE,     false, strict, true,  false",
        "UNDECIDED, false, strict, false, false",
        "UNDECIDED, false, strict, true,  true",
        "UNDECIDED, true,  strict, false, true",
        "UNDECIDED, true,  true,   true,  false"
    })
    void isRed(Outcome outcome, boolean serverFailed, String claims, boolean strict, boolean red) {
        assertThat(run(outcome, serverFailed, claims, strict).parts())
                .singleElement()
                .satisfies(part -> assertThat(part.failures().isEmpty()).isEqualTo(!red));
    }

    /** As of limits and comparisons. */
    @ParameterizedTest
    @CsvSource({"UNDECIDED, true, false", "UNDECIDED, strict, true", "ALIKE, strict, false", "FAILS, strict, false"})
    void aGateThatDecidesNothingIsRed(Outcome outcome, String claims, boolean red) {
        GatedRun.Claims run = run(outcome, false, claims, false);

        assertThat(run.failures()).hasSize(red ? 1 : 0);
        assertThat(String.join("", run.failures())).startsWith(red ? "nothing was decided on jdk25: 1 claim, " : "");
    }

    private static GatedRun.Claims run(Outcome outcome, boolean serverFailed, String claims, boolean strict) {
        ClaimPlan plan = PlanReader.readClaims(
                Map.of(
                        "loomgate.claims",
                        claims,
                        "loomgate.claim",
                        "LUND-1",
                        "loomgate.strict",
                        Boolean.toString(strict)),
                Set.of(25));
        Claim claim = plan.claims().getFirst();
        Relation relation = claim.relations().getFirst();
        ClaimVerdict verdict = new ClaimVerdict(
                claim,
                List.of(new RelationVerdict(
                        relation, outcome, 1, 0.9, 1.1, 2, "", serverFailed, OptionalInt.empty(), List.of())));
        return new GatedRun.Claims(new ClaimVerdicts(
                plan,
                Map.of("jdk25", List.of(verdict)),
                new Fingerprint(Map.of(), List.of(), List.of()),
                Duration.ofMinutes(1)));
    }
}
