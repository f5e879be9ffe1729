package dev.loomgate.verdict;

import dev.loomgate.plan.Stepped;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.trial.CellRun;
import dev.loomgate.trial.Iteration;
import dev.loomgate.trial.Sustained;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a cell may be judged at all.
 *
 * @param iterations valid iterations that the scale asks for; fewer are no measurement
 */
public record Fitness(int iterations) {
    boolean isFit(CellSummary summary) {
        return summary.run().died().isEmpty() && complaints(summary).isEmpty();
    }

    /** Why the cell is invalid; an iteration that was measured again with success is forgotten. */
    public List<String> complaints(CellSummary summary) {
        CellRun run = summary.run();
        List<String> complaints = new ArrayList<>(run.invalid());
        if (run.cell().load() instanceof Stepped) {
            complaints.addAll(ofSteps(run));
            return complaints;
        }
        int valid = run.validIterations().size();
        if (valid < iterations) {
            complaints.add(valid + " of " + iterations + " iterations are valid");
            run.iterations().stream()
                    .filter(iteration -> !iteration.valid())
                    .forEach(iteration -> complaints.add(sentence(iteration)));
        }
        return complaints;
    }

    /** A step that was disturbed is tried again within its ramp; what counts is whether the ramp came to an end that was the server's. */
    private static List<String> ofSteps(CellRun run) {
        if (run.sustained().isEmpty() && run.invalid().isEmpty()) {
            return List.of("no ramp came to its end");
        }
        return run.sustained().stream()
                .filter(way -> way.end() == Sustained.End.UNKNOWN)
                .map(Sustained::ending)
                .toList();
    }

    private static String sentence(Iteration iteration) {
        return "iteration " + iteration.number() + ": " + String.join("; ", iteration.invalid());
    }
}
