package dev.loomgate.verdict;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Invalidity.Kind;
import dev.loomgate.plan.Stepped;
import dev.loomgate.summary.CellSummary;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a cell may be judged at all.
 *
 * @param iterations valid iterations that the scale asks for; fewer are no measurement
 */
public record Fitness(int iterations) {
    boolean isFit(CellSummary summary) {
        return summary.run().failure().isEmpty() && complaints(summary).isEmpty();
    }

    /** Why the cell is invalid; an iteration that was measured again with success is forgotten. */
    public List<Invalidity> complaints(CellSummary summary) {
        CellRun run = summary.run();
        List<Invalidity> complaints = new ArrayList<>(run.invalid());
        if (run.cell().load() instanceof Stepped) {
            complaints.addAll(ofSteps(run));
            return complaints;
        }
        int valid = run.validIterations().size();
        if (valid < iterations) {
            List<Invalidity> unfit = run.iterations().stream()
                    .filter(iteration -> !iteration.valid())
                    .map(Fitness::complaint)
                    .toList();
            // Too few, and none of them invalid: then what makes the cell invalid as a whole has ended it.
            List<Invalidity> why = unfit.isEmpty() ? run.invalid() : unfit;
            Kind kind = why.isEmpty() ? Kind.INSTRUMENT : Invalidity.kindOf(why);
            complaints.add(new Invalidity(kind, valid + " of " + iterations + " iterations are valid"));
            complaints.addAll(unfit);
        }
        return complaints;
    }

    /**
     * A step that was disturbed is tried again within its ramp; what counts is whether the ramp came to an end that was
     * the server's.
     */
    private static List<Invalidity> ofSteps(CellRun run) {
        if (run.sustained().isEmpty() && run.invalid().isEmpty()) {
            return List.of(Invalidity.instrument("no ramp came to its end"));
        }
        return run.sustained().stream()
                .filter(way -> !way.end().isKnown())
                .map(way -> way.end() == CapacityResult.End.DISTURBED
                        ? Invalidity.machine(way.ending())
                        : Invalidity.instrument(way.ending()))
                .toList();
    }

    private static Invalidity complaint(Iteration iteration) {
        return new Invalidity(
                Invalidity.kindOf(iteration.invalid()),
                "iteration " + iteration.number() + ": "
                        + String.join("; ", Invalidity.sentences(iteration.invalid())));
    }
}
