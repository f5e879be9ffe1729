package dev.loomgate;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Engine;
import dev.loomgate.experiment.FoundRates;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.Boots;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Side;
import dev.loomgate.report.Progress;
import dev.loomgate.report.ReportWriter;
import dev.loomgate.store.KeptCells;
import dev.loomgate.store.ResultsFile;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Summaries;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.Judge;
import dev.loomgate.verdict.SuiteVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A run of cells: measures each, summarises, judges, reports. Everything else is a detail of one step. */
final class CellsRun {
    private final Plan plan;
    private final Engine engine;
    private final Engine.Launch launch;
    private final Progress progress;
    private final Instant started = Instant.now();
    private final long startNanos = System.nanoTime();
    private final Fingerprint fingerprint;
    private final List<String> notes;
    private final KeptCells kept;
    private final FoundRates found = new FoundRates();
    private final ReportWriter report = new ReportWriter();
    private final List<CellSummary> summaries = new ArrayList<>();
    private Duration timeBefore = Duration.ZERO;

    CellsRun(
            Plan plan,
            Engine engine,
            Engine.Launch launch,
            Fingerprint fingerprint,
            List<String> notes,
            KeptCells kept,
            Progress progress) {
        this.plan = plan;
        this.engine = engine;
        this.launch = launch;
        this.fingerprint = fingerprint;
        this.notes = List.copyOf(notes);
        this.kept = kept;
        this.progress = progress;
    }

    /** Says what is going to be done, and makes the generator ready for it. */
    static CellsRun in(Session session) {
        Progress progress = session.progress();
        Fingerprint fingerprint = session.fingerprint();
        progress.say("fingerprint " + fingerprint.id());
        List<String> notes = ResultsFile.note(session.folder().previous(), fingerprint).stream()
                .toList();
        notes.forEach(progress::say);
        Plan plan = session.plan();
        KeptCells kept =
                KeptCells.of(plan, session.request().properties(), fingerprint, session.folder(), progress::say);
        progress.announce(
                plan, session.launching().inWords(), session.placement().how());
        session.warmGenerator();
        return new CellsRun(plan, session.engine(), session.launch(Side.CANDIDATE), fingerprint, notes, kept, progress);
    }

    /**
     * Measures and judges every cell of the plan. The report is rewritten after each cell, so that nothing is lost
     * when a run is cut off.
     */
    SuiteVerdict run() {
        List<Cell> left = left();
        Set<Cell> outOfPlace = Boots.outOfPlace(plan.cells(), left);
        Boots.of(left).forEach(cells -> measure(cells, run -> measured(run, outOfPlace)));
        List<Cell> again = invalidCells();
        if (!again.isEmpty()) {
            progress.say("measuring " + again.size() + " of the INVALID cells once more, each on a fresh boot");
            again.forEach(cell -> measure(List.of(cell), this::finishedAgain));
        }
        return verdict();
    }

    private void measure(List<Cell> boot, Consumer<CellRun> then) {
        engine.cells(plan, launch, boot, found, kept.keeper(1, this::undecided, then));
    }

    /** What an earlier run has not finished; what it has is taken in. */
    private List<Cell> left() {
        List<Cell> left = new ArrayList<>();
        for (Cell cell : plan.cells()) {
            kept.earlier(cell, 1).ifPresentOrElse(this::restored, () -> {
                left.add(cell);
                kept.begun(cell, 1).ifPresent(run -> timeBefore = timeBefore.plus(run.wallTime()));
            });
        }
        return left;
    }

    /** Its time is part of the run's, as its load is. */
    private void restored(CellRun run) {
        found.take(run);
        timeBefore = timeBefore.plus(run.wallTime());
        finished(run);
    }

    private void measured(CellRun run, Set<Cell> outOfPlace) {
        CellRun noted = outOfPlace.contains(run.cell())
                ? run.with("fewer cells ran before it on its server than planned: an earlier run had done them")
                : run;
        kept.keep(noted, 1);
        finished(noted);
    }

    private boolean undecided(CellRun soFar) {
        return Judge.undecided(plan, fingerprint.id(), Summaries.of(soFar));
    }

    private void finished(CellRun run) {
        summaries.add(Summaries.of(run));
        SuiteVerdict verdict = verdict();
        report.write(verdict);
        progress.finished(verdict);
    }

    /** What disturbed these has often ended by now. A cell that is disturbed again stays INVALID. */
    private List<Cell> invalidCells() {
        return verdict().cells().stream()
                .filter(cell -> cell.outcome() == CellVerdict.Outcome.INVALID)
                .map(cell -> cell.summary().run().cell())
                .limit(plan.scale().secondTrials())
                .toList();
    }

    /** Takes the place of the first trial. A note says that there was one. */
    private void finishedAgain(CellRun run) {
        int place = IntStream.range(0, summaries.size())
                .filter(i -> summaries.get(i).run().cell().equals(run.cell()))
                .findFirst()
                .orElseThrow();
        summaries.set(
                place, Summaries.of(run.with("measured a second time, on a fresh boot: the first trial was INVALID")));
        kept.keep(summaries.get(place).run(), 1);
        SuiteVerdict verdict = verdict();
        report.write(verdict);
        progress.again(verdict.cells().get(place));
    }

    /** What is known so far. */
    SuiteVerdict verdict() {
        Duration loadTime =
                summaries.stream().map(summary -> summary.run().loadTime()).reduce(Duration.ZERO, Duration::plus);
        return new SuiteVerdict(
                plan,
                Judge.judge(plan, fingerprint.id(), summaries),
                fingerprint,
                notes,
                started,
                Duration.ofNanos(System.nanoTime() - startNanos).plus(timeBefore),
                loadTime,
                plan.cells().size());
    }
}
