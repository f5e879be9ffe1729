package dev.loomgate.plan;

import java.util.List;
import java.util.stream.Collectors;

/** What the user wrote can't be measured as it stands. The message lists every problem and is complete without a stack trace. */
final class InvalidThresholds extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    InvalidThresholds(List<Problem> problems) {
        // No stack trace: the place that matters is in the user's file, not in ours.
        super(message(problems), null, false, false);
        this.problems = List.copyOf(problems);
    }

    List<Problem> problems() {
        return problems;
    }

    private static String message(List<Problem> problems) {
        String count = problems.size() == 1 ? "1 problem" : problems.size() + " problems";
        return problems.stream()
                .map(Problem::text)
                .collect(Collectors.joining("\n\n", count + ", nothing was started.\n\n", "\n"));
    }
}
