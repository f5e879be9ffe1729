package dev.loomgate;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.report.CellsFolder;
import dev.loomgate.report.RunFolder;
import dev.loomgate.report.RunRecord;
import dev.loomgate.server.OpenServers;
import dev.loomgate.summary.Summaries;
import dev.loomgate.trial.CellRun;
import dev.loomgate.verdict.Fingerprint;
import dev.loomgate.verdict.Fitness;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finished cells, kept one by one, so that a run that was cut off can go on ({@code -Dloomgate.continue}): on the same machine, for the same plan, and else anew, with the reason. */
final class KeptCells {
    private final Plan plan;
    private final CellsFolder folder;
    private final boolean goesOn;
    private final Set<Cell> shown;
    private final Progress progress;

    private KeptCells(Plan plan, CellsFolder folder, boolean goesOn, Set<Cell> shown, Progress progress) {
        this.plan = plan;
        this.shown = shown;
        this.folder = folder;
        this.goesOn = goesOn;
        this.progress = progress;
    }

    /** @param shown cells whose recordings the report shows: their numbers are kept, the tables of a recording are not */
    static KeptCells of(
            Plan plan,
            Set<Cell> shown,
            Map<String, String> properties,
            Fingerprint fingerprint,
            RunFolder folder,
            Progress progress) {
        boolean goesOn = Earlier.goesOn(
                RunRecord.of(RunRecord.Kind.CELLS, properties, fingerprint),
                folder,
                PlanReader.thresholdsFile(properties),
                PlanReader.continues(properties),
                progress);
        return new KeptCells(plan, new CellsFolder(folder.output()), goesOn, shown, progress);
    }

    /** As an earlier run has left it; empty when it has not, when that can't be judged, or when this run does not go on from there. */
    Optional<CellRun> earlier(Cell cell, int round) {
        return goesOn
                ? folder.kept(cell, round, damage -> progress.say("not taken in: " + damage))
                        .filter(this::isOfUse)
                : Optional.empty();
    }

    private boolean isOfUse(CellRun run) {
        Optional<String> why = shown.contains(run.cell())
                ? Optional.of("its recording was read only then")
                : run.failure().isPresent()
                        ? Optional.empty()
                        : new Fitness(plan.scale().iterations())
                                .complaints(Summaries.of(run)).stream()
                                        .map(Invalidity::sentence)
                                        .findFirst();
        why.ifPresent(reason -> progress.say("not taken in: " + run.cell() + ": " + reason));
        return why.isEmpty();
    }

    /** @param round from 1, where cells are measured several times */
    void keep(CellRun run, int round) {
        if (!OpenServers.areClosing()) {
            folder.keep(run, round);
        }
    }
}
