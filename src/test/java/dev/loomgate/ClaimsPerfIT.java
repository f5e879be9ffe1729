package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.study.ClaimsRun;
import dev.loomgate.study.ClaimsRun.ClaimVerdicts;
import dev.loomgate.verdict.ClaimVerdict;
import dev.loomgate.verdict.Sentences;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The studies' claims, one invocation each. One that fails here is a finding; red only with {@code -Dloomgate.claims=strict}. */
@Tag("performance")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClaimsPerfIT {
    private ClaimVerdicts verdicts;

    @BeforeAll
    void measure() {
        verdicts = ClaimsRun.fromSystemProperties(System.out);
    }

    @Test
    void everyClaimHasAVerdict() {
        assertThat(verdicts.byRuntime())
                .isNotEmpty()
                .allSatisfy((runtime, all) ->
                        assertThat(all).hasSameSizeAs(verdicts.plan().claims()));
    }

    /** Undecided is a finding; a run in which nothing could be measured is none. */
    @Test
    void somethingCouldBeMeasured() {
        assertThat(verdicts.byRuntime())
                .allSatisfy((runtime, all) -> assertThat(all)
                        .flatExtracting(ClaimVerdict::relations)
                        .extracting(ClaimVerdict.RelationVerdict::rounds)
                        .as("rounds behind the relations on %s", runtime)
                        .anyMatch(rounds -> rounds > 0));
    }

    @DisplayName("holds, fails or is undecided:")
    @ParameterizedTest(name = "{0}")
    @MethodSource("claims")
    void isNoMoreThanAFinding(ClaimVerdict verdict) {
        System.out.println("[loomgate] " + verdict.claim().id() + " " + verdict.outcome() + ": "
                + verdict.claim().says());
        List<String> relations = verdict.relations().stream()
                .map(relation -> relation.outcome() + " " + Sentences.of(relation))
                .toList();
        relations.forEach(relation -> System.out.println("[loomgate]   " + relation));
        if (verdicts.plan().strict()) {
            assertThat(verdict.outcome())
                    .as("%s: %s", verdict.claim().says(), String.join("; ", relations))
                    .isNotEqualTo(ClaimVerdict.Outcome.FAILS);
        }
    }

    Stream<Named<ClaimVerdict>> claims() {
        return verdicts.byRuntime().entrySet().stream()
                .flatMap(runtime -> runtime.getValue().stream()
                        .map(claim -> Named.of(claim.claim().id() + " on " + runtime.getKey(), claim)));
    }
}
