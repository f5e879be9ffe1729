package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.DuelCell;
import dev.loomgate.study.Calibrate;
import dev.loomgate.study.ClaimsRun;
import dev.loomgate.study.ClaimsRun.ClaimVerdicts;
import dev.loomgate.verdict.ClaimVerdict;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.Sentences;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.function.Executable;

/** A measured run and the assertions it is made of, by kind. */
sealed interface PerfRun {
    /** Any of these asks for a comparison of two arms. */
    Set<String> OF_DUELS = Set.of("loomgate.baseline", "loomgate.candidate", "loomgate.calibrate");

    /**
     * Measures the kind of run that the switches of this JVM ask for. Two kinds at once are refused by their readers.
     */
    static PerfRun asAsked(PrintStream console) {
        Set<String> switches = Request.ofThisJvm(console).properties().keySet();
        if (switches.contains("loomgate.claims")) {
            return new Claims(ClaimsRun.fromSystemProperties(console));
        }
        Loomgate loomgate = Loomgate.fromSystemProperties(console);
        return switches.stream().anyMatch(OF_DUELS::contains)
                ? Duel.measured(loomgate.duel(), console)
                : new Cells(loomgate.run());
    }

    /** Everything that was planned has a verdict. */
    void requireAllVerdicts();

    /** What is asked of all parts together. */
    void requireWhole();

    /** Cells, compared cells or claims by name; each fails where it makes the build red. */
    Stream<Named<Executable>> parts();

    private static void requireNone(List<String> failures) {
        SoftAssertions softly = new SoftAssertions();
        failures.forEach(softly::fail);
        softly.assertAll();
    }

    /** Limits on cells of any kind of load. */
    record Cells(SuiteVerdict verdict) implements PerfRun {
        @Override
        public void requireAllVerdicts() {
            assertThat(verdict.cells()).hasSize(verdict.planned());
        }

        /** Something was judged. */
        @Override
        public void requireWhole() {
            hold(GateRules.of(verdict));
        }

        @Override
        public Stream<Named<Executable>> parts() {
            return verdict.cells().stream()
                    .map(cell -> Named.of(
                            cell.summary().run().cell().displayName(), () -> hold(GateRules.of(verdict.plan(), cell))));
        }

        private static void hold(GateRules rules) {
            rules.warnings().forEach(warning -> System.out.println("[loomgate] WARNING " + warning));
            requireNone(rules.failures());
        }
    }

    /** Two arms against each other. */
    record Duel(DuelVerdict verdict) implements PerfRun {
        static Duel measured(DuelVerdict verdict, PrintStream console) {
            if (verdict.plan().calibration().isPresent()) {
                Calibrate.again(verdict.plan().plan().output(), "").forEach(console::println);
            }
            verdict.warnings().forEach(warning -> console.println("[loomgate] WARNING " + warning));
            return new Duel(verdict);
        }

        @Override
        public void requireAllVerdicts() {
            assertThat(verdict.plan().cells())
                    .allSatisfy(cell -> assertThat(verdict.comparisons(cell))
                            .hasSizeGreaterThanOrEqualTo(
                                    verdict.plan().tolerances().size()));
        }

        @Override
        public void requireWhole() {
            requireNone(verdict.pooledFailures());
        }

        @Override
        public Stream<Named<Executable>> parts() {
            return verdict.plan().cells().stream().map(cell -> Named.of(cell.displayName(), () -> hold(cell)));
        }

        private void hold(DuelCell cell) {
            requireNone(verdict.failures(cell));
        }
    }

    /** The studies' claims. One that fails here is a finding; red only with {@code -Dloomgate.claims=strict}. */
    record Claims(ClaimVerdicts verdicts) implements PerfRun {
        @Override
        public void requireAllVerdicts() {
            assertThat(verdicts.byRuntime())
                    .isNotEmpty()
                    .allSatisfy((runtime, all) ->
                            assertThat(all).hasSameSizeAs(verdicts.plan().claims()));
        }

        /** Undecided is a finding; a run in which nothing could be measured is none. */
        @Override
        public void requireWhole() {
            assertThat(verdicts.byRuntime())
                    .allSatisfy((runtime, all) -> assertThat(all)
                            .flatExtracting(ClaimVerdict::relations)
                            .extracting(ClaimVerdict.RelationVerdict::rounds)
                            .as("rounds behind the relations on %s", runtime)
                            .anyMatch(rounds -> rounds > 0));
        }

        @Override
        public Stream<Named<Executable>> parts() {
            return verdicts.byRuntime().entrySet().stream()
                    .flatMap(runtime -> runtime.getValue().stream()
                            .map(claim -> Named.of(claim.claim().id() + " on " + runtime.getKey(), () -> hold(claim))));
        }

        private void hold(ClaimVerdict verdict) {
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
    }
}
