package dev.loomgate.junit;

import dev.loomgate.Loomgate;
import dev.loomgate.Request;
import dev.loomgate.metric.Counted;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.study.Calibrate;
import dev.loomgate.study.ClaimsRun;
import dev.loomgate.study.ClaimsRun.ClaimVerdicts;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.ClaimVerdict;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.Sentences;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A measured run: its parts, and what makes each of them and all together red. */
public interface GatedRun {
    /**
     * A cell, a compared cell or a claim.
     *
     * @param name as it was planned
     * @param value what a test method may ask for
     * @param failures why it makes the gate red
     * @param remarks what else is to be said of it
     * @param forgiven whether nothing can be said of it, and {@code -Dloomgate.ci} lets that pass
     */
    record Part(String name, Object value, List<String> failures, List<String> remarks, boolean forgiven) {}

    /** All that were measured. */
    List<Part> parts();

    /** Why the run as a whole is red: something has no verdict, or nothing was judged. */
    List<String> failures();

    /** What kind of run the switches ask for. */
    enum Kind {
        CELLS,
        DUEL,
        CLAIMS;

        static Kind of(Request request) {
            if (request.properties().containsKey("loomgate.claims")) {
                return CLAIMS;
            }
            return PlanReader.asksForDuel(request.properties()) ? DUEL : CELLS;
        }
    }

    /** Names of the parts that a run will have. Two kinds of runs at once are refused by their readers. */
    static List<String> planned(Request request) {
        Map<String, String> properties = request.properties();
        Set<Integer> jdks = request.jdks().versions();
        return switch (Kind.of(request)) {
            case CELLS ->
                PlanReader.read(properties, jdks).cells().stream()
                        .map(cell -> cell.displayName())
                        .toList();
            case DUEL ->
                PlanReader.readDuel(properties, jdks, 0).cells().stream()
                        .map(PairedCell::displayName)
                        .toList();
            case CLAIMS -> {
                ClaimPlan claims = PlanReader.readClaims(properties, jdks);
                yield claims.plan().cells().stream()
                        .map(cell -> cell.runtime().name())
                        .distinct()
                        .flatMap(runtime -> claims.claims().stream().map(claim -> claim.id() + " on " + runtime))
                        .toList();
            }
        };
    }

    /** Measures what was asked for. */
    static GatedRun measured(Request request) {
        return switch (Kind.of(request)) {
            case CELLS -> new Cells(Loomgate.of(request).run());
            case DUEL -> Duel.measured(Loomgate.of(request).duel(), request);
            case CLAIMS -> new Claims(ClaimsRun.of(request));
        };
    }

    private static String warning(String sentence) {
        return "WARNING " + sentence;
    }

    /** Limits on cells of any kind of load. */
    record Cells(SuiteVerdict verdict) implements GatedRun {
        @Override
        public List<Part> parts() {
            return verdict.cells().stream()
                    .map(cell -> {
                        GateRules rules = GateRules.of(verdict.plan(), cell);
                        return new Part(
                                cell.summary().run().cell().displayName(),
                                cell,
                                rules.failures(),
                                rules.warnings().stream().map(GatedRun::warning).toList(),
                                cell.outcome() == CellVerdict.Outcome.INVALID
                                        && rules.failures().isEmpty());
                    })
                    .toList();
        }

        @Override
        public List<String> failures() {
            int measured = verdict.cells().size();
            return measured == verdict.planned()
                    ? GateRules.of(verdict).failures()
                    : List.of("only " + measured + " of " + verdict.planned() + " cells have a verdict");
        }
    }

    /** Two arms against each other. */
    record Duel(DuelVerdict verdict) implements GatedRun {
        static Duel measured(DuelVerdict verdict, Request request) {
            if (verdict.plan().calibration().isPresent()) {
                Calibrate.again(verdict.plan().plan().output(), "").forEach(request.console()::println);
            }
            verdict.warnings().forEach(sentence -> request.progress().say(warning(sentence)));
            return new Duel(verdict);
        }

        @Override
        public List<Part> parts() {
            return verdict.plan().cells().stream()
                    .map(cell -> new Part(
                            cell.displayName(),
                            new CellComparison(cell, verdict),
                            verdict.failures(cell),
                            List.of(),
                            false))
                    .toList();
        }

        @Override
        public List<String> failures() {
            List<String> failures = new ArrayList<>(verdict.failuresOfAll());
            verdict.plan().cells().stream()
                    .filter(cell -> verdict.comparisons(cell).size()
                            < verdict.plan().tolerances().size())
                    .map(cell -> cell.displayName() + " has no verdict on some of its metrics")
                    .forEach(failures::add);
            return failures;
        }
    }

    /** The studies' claims. What becomes of one is a finding; red only with {@code -Dloomgate.claims=strict}. */
    record Claims(ClaimVerdicts verdicts) implements GatedRun {
        @Override
        public List<Part> parts() {
            return verdicts.byRuntime().entrySet().stream()
                    .flatMap(runtime -> runtime.getValue().stream().map(claim -> part(claim, runtime.getKey())))
                    .toList();
        }

        private Part part(ClaimVerdict verdict, String runtime) {
            List<String> relations = verdict.relations().stream()
                    .map(relation -> relation.outcome().word() + " " + Sentences.of(relation))
                    .toList();
            List<String> remarks = new ArrayList<>();
            remarks.add(verdict.claim().id() + " " + verdict.outcome().word() + ": "
                    + verdict.claim().says());
            relations.forEach(relation -> remarks.add("  " + relation));
            if (!verdict.claim().notAsked().isEmpty()) {
                remarks.add("  not asked: " + verdict.claim().notAsked());
            }
            boolean red = verdicts.plan().strict() && fails(verdict);
            return new Part(
                    verdict.claim().id() + " on " + runtime,
                    verdict,
                    red ? List.of(verdict.claim().says() + ": " + String.join("; ", relations)) : List.of(),
                    remarks,
                    false);
        }

        private static boolean isDecided(ClaimVerdict verdict) {
            return switch (verdict.outcome()) {
                case HOLDS, ALIKE, FAILS -> true;
                case UNDECIDED, NOT_ASKED -> false;
            };
        }

        /** A server that failed has not shown what is claimed of it. Anything else that is undecided needs more rounds. */
        private boolean fails(ClaimVerdict verdict) {
            return switch (verdict.outcome()) {
                case FAILS -> true;
                case UNDECIDED ->
                    verdict.serverFailed() || verdicts.plan().plan().strict();
                case HOLDS, ALIKE, NOT_ASKED -> false;
            };
        }

        /** Undecided is a finding; a run that could measure nothing is none, nor is a gate that decides nothing. */
        @Override
        public List<String> failures() {
            List<String> failures = new ArrayList<>();
            int planned = verdicts.plan().claims().size();
            verdicts.byRuntime().forEach((runtime, all) -> {
                if (all.size() != planned) {
                    failures.add("only " + all.size() + " of " + planned + " claims have a verdict on " + runtime);
                }
                if (all.stream()
                        .flatMap(claim -> claim.relations().stream())
                        .noneMatch(relation -> relation.rounds() > 0)) {
                    failures.add("nothing can be said of any claim on " + runtime + "; the reason stands with each");
                } else if (verdicts.plan().strict() && all.stream().noneMatch(Claims::isDecided)) {
                    failures.add("nothing was decided on " + runtime + ": " + Counted.of(all.size(), "claim")
                            + ", none of which holds, fails or is alike; measure more rounds (-Dloomgate.rounds), or"
                            + " longer ('windows' in the claims file)");
                }
            });
            return verdicts.byRuntime().isEmpty() ? List.of("no claim has a verdict") : failures;
        }
    }
}
