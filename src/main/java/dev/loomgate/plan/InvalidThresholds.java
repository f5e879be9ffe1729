package dev.loomgate.plan;

import dev.loomgate.metric.Counted;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the user wrote can't be measured. The message lists every problem; no stack trace is needed. */
final class InvalidThresholds extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private InvalidThresholds(List<Problem> problems) {
        // No stack trace: the place that matters is in the user's file, not in ours.
        super(message(problems), null, false, false);
    }

    /** Refuses to go on when the files or the switches have a problem. */
    static void check(List<Problem> ofFiles, Switches switches) {
        List<Problem> all =
                Stream.concat(ofFiles.stream(), switches.problems().stream()).toList();
        if (!all.isEmpty()) {
            throw new InvalidThresholds(all);
        }
    }

    private static String message(List<Problem> problems) {
        String count = Counted.of(problems.size(), "problem");
        return problems.stream()
                .map(Problem::text)
                .collect(Collectors.joining("\n\n", count + ", nothing was started.\n\n", "\n"));
    }
}
