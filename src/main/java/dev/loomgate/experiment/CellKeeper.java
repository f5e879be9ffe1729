package dev.loomgate.experiment;

import dev.loomgate.plan.Cell;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Is told what becomes of cells while they are measured, and knows what an earlier run has left of them. */
public interface CellKeeper {
    /** Whether what was measured so far leaves a limit open, so that one more iteration would help. */
    boolean undecided(CellRun soFar);

    /** The ramps of a cell that an earlier run has ended, when it did not come to the last one. */
    default Optional<CellRun> begun(Cell cell) {
        return Optional.empty();
    }

    /** Another ramp of a cell has ended, and others follow. */
    default void grown(CellRun soFar) {}

    /** What was measured of a cell, or why nothing was; once for each. */
    void finished(CellRun run);

    /** Nothing is known of an earlier run. */
    static CellKeeper of(Predicate<CellRun> undecided, Consumer<CellRun> finished) {
        return new CellKeeper() {
            @Override
            public boolean undecided(CellRun soFar) {
                return undecided.test(soFar);
            }

            @Override
            public void finished(CellRun run) {
                finished.accept(run);
            }
        };
    }
}
