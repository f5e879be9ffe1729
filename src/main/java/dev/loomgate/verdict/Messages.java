package dev.loomgate.verdict;

import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Limit;
import dev.loomgate.summary.Estimate;
import dev.loomgate.trial.CellRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The plain sentences of a verdict: one per limit that did not pass, in different words for a regression and for a bad measurement. */
final class Messages {
    private Messages() {}

    /**
     * Everything there is to say about a cell that did not pass, one sentence each; empty when it passed or is ungated.
     *
     * @param output the run's output folder, as it shall be printed: {@code target/loomgate}
     */
    static List<String> of(CellVerdict cell, Path output) {
        CellRun run = cell.summary().run();
        String where = report(run, output);
        Stream<String> cellWide = Stream.of(cell.outcome())
                .filter(outcome -> !cell.reasons().isEmpty())
                .map(outcome -> whole(cell) + where);
        Stream<String> single = cell.reasons().isEmpty()
                ? cell.verdicts().stream()
                        .flatMap(verdict -> sentence(run, verdict).stream())
                        .map(text -> text + where)
                : Stream.empty();
        return Stream.concat(cellWide, single).toList();
    }

    /** The sentence about one limit, without the report's path; empty when it passed or is not applicable. */
    static Optional<String> of(CellVerdict cell, Verdict verdict) {
        return sentence(cell.summary().run(), verdict);
    }

    private static String whole(CellVerdict cell) {
        String name = cell.summary().run().cell().displayName();
        String reasons = String.join("; ", cell.reasons());
        return switch (cell.outcome()) {
            case INVALID -> notMeasured(name, reasons);
            case FAILED -> name + " failed: " + reasons;
            case PASSED, INCONCLUSIVE, UNGATED -> name + ": " + reasons;
        };
    }

    private static Optional<String> sentence(CellRun run, Verdict verdict) {
        String name = run.cell().displayName();
        String what = verdict.limit().metric() + " of " + name;
        return switch (verdict) {
            case Verdict.Passed passed -> Optional.empty();
            case Verdict.NotApplicable foreign -> Optional.empty();
            case Verdict.Failed failed -> {
                Numbers numbers = Numbers.telling(failed.estimate(), failed.bound());
                yield Optional.of(what + " is " + numbers.write(failed.estimate()) + ", "
                        + limit(failed.limit(), numbers.write(failed.bound())));
            }
            case Verdict.Inconclusive open ->
                Optional.of("UNDECIDED, neither passed nor failed: " + what + measured(open) + ", "
                        + limit(open.limit()) + ": " + open.reason());
            case Verdict.Invalid invalid -> Optional.of(notMeasured(name, invalid.reason()));
        };
    }

    private static String notMeasured(String name, String reasons) {
        return "NOT MEASURED (invalid), this is not a regression: " + name + ": " + reasons;
    }

    private static String measured(Verdict.Inconclusive open) {
        return switch (open.estimate()) {
            case Estimate.Estimated estimated ->
                " is " + Numbers.telling(estimated).write(estimated);
            case Estimate.Missing missing -> " is unknown";
        };
    }

    static String whyUndecided(Limit limit, Estimate.Estimated estimated, Range range) {
        if (Double.isInfinite(estimated.high())) {
            return "one value says nothing about its spread, so it decides no limit";
        }
        Numbers numbers = Numbers.telling(estimated, range.low(), range.high());
        String bound = range.low() == range.high()
                ? numbers.write(range.low())
                : numbers.write(range.low()) + " to " + numbers.write(range.high());
        return "too noisy to tell, the interval " + numbers.write(estimated.low()) + " to "
                + numbers.write(estimated.high()) + " meets the bound " + bound + " "
                + limit.metric().unit();
    }

    /** A bound that the file does not spell out as a number is shown with the number it came to. */
    private static String limit(Limit limit, String bound) {
        boolean spelled = limit.bound() instanceof Bound.Absolute;
        String number = spelled ? "" : " = " + bound + " " + limit.metric().unit();
        return "limit " + limit.expression() + number + limit.origin();
    }

    private static String limit(Limit limit) {
        return "limit " + limit.expression() + limit.origin();
    }

    private static String report(CellRun run, Path output) {
        return run.gatlingReport().isEmpty() ? "" : "; report " + output.resolve(run.gatlingReport());
    }
}
