package dev.loomgate.verdict;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.Plan;
import dev.loomgate.verdict.CellVerdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What verdicts mean for the build. FAILED and INVALID are red, in different words; INCONCLUSIVE and UNGATED are
 * warnings unless the plan is strict; and a run in which no limit of the file was held against anything is red.
 *
 * @param failures sentences that fail the build
 * @param warnings sentences that don't
 */
public record GateRules(List<String> failures, List<String> warnings) {
    public GateRules {
        failures = List.copyOf(failures);
        warnings = List.copyOf(warnings);
    }

    public static GateRules of(Plan plan, CellVerdict cell) {
        boolean forgiven = plan.invalidWarns() && cell.disturbed();
        return cell.outcome().failsBuild(plan.strict()) && !forgiven
                ? new GateRules(messages(plan, cell), List.of())
                : new GateRules(List.of(), messages(plan, cell));
    }

    /** For the run as a whole; has its say when no cell is missing any more. */
    public static GateRules of(SuiteVerdict suite) {
        boolean done = suite.cells().size() >= suite.planned();
        return done && suite.cells().stream().noneMatch(GateRules::wasJudged)
                ? new GateRules(List.of("nothing was judged: " + whyNothing(suite)), List.of())
                : new GateRules(List.of(), List.of());
    }

    /** Whether anything fails the build. */
    public static boolean red(SuiteVerdict suite) {
        return !of(suite).failures.isEmpty()
                || suite.cells().stream()
                        .anyMatch(cell -> !of(suite.plan(), cell).failures.isEmpty());
    }

    /**
     * Each with the name of the cell and the place of its report, around the sentence that page, console and summary
     * print, too.
     */
    private static List<String> messages(Plan plan, CellVerdict cell) {
        CellRun run = cell.summary().run();
        String name = run.cell().displayName() + ": ";
        if (cell.outcome() == Outcome.UNGATED) {
            return List.of("UNGATED " + name + whyUngated(plan, cell));
        }
        String report =
                run.gatlingReport().isEmpty() ? "" : "; report " + plan.output().resolve(run.gatlingReport());
        return Sentences.of(cell).stream()
                .map(said -> inWords(said.outcome()) + name + said.sentence() + report)
                .toList();
    }

    private static String inWords(Outcome outcome) {
        return switch (outcome) {
            case FAILED -> "FAILED ";
            case INVALID -> "NOT MEASURED (invalid), this is not a regression: ";
            case INCONCLUSIVE -> "UNDECIDED, neither passed nor failed: ";
            case PASSED, UNGATED -> "";
        };
    }

    private static String whyUngated(Plan plan, CellVerdict cell) {
        return cell.verdicts().stream()
                .filter(Verdict.NotApplicable.class::isInstance)
                .map(Sentences::of)
                .reduce((one, other) -> one + "; " + other)
                .orElseGet(() -> "no limit of " + file(plan) + " selects it");
    }

    /**
     * Whether a limit that the file itself gives was decided, or the server died, which is a result without any limit.
     */
    private static boolean wasJudged(CellVerdict cell) {
        return cell.summary().run().failure().isPresent()
                || cell.verdicts().stream().anyMatch(verdict -> !verdict.limit().implied() && isDecided(verdict));
    }

    private static boolean isDecided(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Passed passed -> true;
            case Verdict.Failed failed -> true;
            case Verdict.Inconclusive open -> false;
            case Verdict.NotApplicable foreign -> false;
            case Verdict.Invalid invalid -> false;
        };
    }

    private static boolean isTooNoisy(Verdict verdict) {
        return verdict instanceof Verdict.Inconclusive open && open.range().isPresent();
    }

    private static String whyNothing(SuiteVerdict suite) {
        List<String> why = new ArrayList<>();
        int cells = suite.cells().size();
        if (cells == 0) {
            return "no cell was measured";
        }
        int invalid = count(suite, Outcome.INVALID);
        if (invalid > 0) {
            why.add(invalid + " of " + counted(cells) + " INVALID: "
                    + (suite.cells().stream().allMatch(CellVerdict::disturbed)
                            ? "the machine disturbed every one; measure again while nothing else runs, or on a machine of its own"
                            : "mend what their reasons name and measure again"));
        }
        Set<String> elsewhere = new TreeSet<>();
        suite.cells().stream().flatMap(cell -> cell.verdicts().stream()).forEach(verdict -> {
            if (verdict instanceof Verdict.NotApplicable foreign) {
                elsewhere.add(foreign.calibratedOn());
            }
        });
        if (!elsewhere.isEmpty()) {
            why.add("every limit that could have been applied is calibrated on fingerprint "
                    + String.join(", ", elsewhere)
                    + ", and this run is fingerprint " + suite.fingerprint().id()
                    + ": measure there, give limits without 'calibrated-on', or calibrate here: take the values of this run"
                    + " and write calibrated-on: " + suite.fingerprint().id());
        } else if (count(suite, Outcome.UNGATED) > 0) {
            why.add("no limit of " + file(suite.plan()) + " selects " + (cells == 1 ? "this cell" : "these cells")
                    + ": give one that does, or measure cells that one selects");
        }
        if (suite.cells().stream().flatMap(cell -> cell.verdicts().stream()).anyMatch(GateRules::isTooNoisy)) {
            why.add("limits lie inside the intervals that were measured: measure longer (more iterations, or another"
                    + " -Dloomgate.scale), or on a quieter machine");
        }
        if (why.isEmpty()) {
            why.add("no metric that a limit looks at was measured; the reasons stand with each limit");
        }
        return String.join("; ", why);
    }

    private static String counted(int cells) {
        return cells == 1 ? "1 cell is" : cells + " cells are";
    }

    private static int count(SuiteVerdict suite, Outcome outcome) {
        return (int)
                suite.cells().stream().filter(cell -> cell.outcome() == outcome).count();
    }

    /** The file that was read, as it was named. */
    private static String file(Plan plan) {
        return plan.limits().stream().map(Limit::file).findFirst().orElse("the thresholds file");
    }
}
