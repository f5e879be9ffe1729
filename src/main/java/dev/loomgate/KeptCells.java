package dev.loomgate;

import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.report.CellsFolder;
import dev.loomgate.report.RunRecord;
import dev.loomgate.trial.CellRun;
import dev.loomgate.verdict.Fingerprint;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Finished cells, kept one by one, so that a run that was cut off can go on ({@code -Dloomgate.continue}): on the same machine, for the same plan, and else anew, with the reason. */
final class KeptCells {
    private final CellsFolder folder;
    private final boolean goesOn;

    private KeptCells(CellsFolder folder, boolean goesOn) {
        this.folder = folder;
        this.goesOn = goesOn;
    }

    static KeptCells of(Plan plan, Map<String, String> properties, Fingerprint fingerprint, Progress progress) {
        Path output = plan.output();
        Path thresholds = PlanReader.thresholdsFile(properties);
        RunRecord now = RunRecord.of(RunRecord.Kind.CELLS, properties, fingerprint.id());
        CellsFolder folder = new CellsFolder(output);
        boolean goesOn = false;
        if (PlanReader.continues(properties)) {
            Optional<Earlier> earlier = Earlier.cellsIn(output);
            Optional<String> why = earlier.isEmpty()
                    ? Optional.of("no run has kept its cells in " + output)
                    : earlier.get().difference(now, output, thresholds);
            why.ifPresent(reason -> progress.say("starting anew: " + reason));
            goesOn = why.isEmpty();
        }
        if (!goesOn) {
            folder.clear();
        }
        now.write(output, thresholds);
        return new KeptCells(folder, goesOn);
    }

    /** As an earlier run has left it; empty when it has not, or when this run does not go on from there. */
    Optional<CellRun> earlier(Cell cell, int round) {
        return goesOn ? folder.kept(cell, round) : Optional.empty();
    }

    /** @param round from 1, where cells are measured several times */
    void keep(CellRun run, int round) {
        folder.keep(run, round);
    }
}
