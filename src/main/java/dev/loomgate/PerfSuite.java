package dev.loomgate;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.GeneratorSetup;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.plan.Boots;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.report.ReportWriter;
import dev.loomgate.server.Launching;
import dev.loomgate.server.Placement;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Summaries;
import dev.loomgate.trial.CellRun;
import dev.loomgate.trial.TrialRunner;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.Fingerprint;
import dev.loomgate.verdict.Judge;
import dev.loomgate.verdict.SuiteVerdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Runs a plan: measure every cell, summarise, judge, report. Everything else is a detail of one step. */
final class PerfSuite {
    private final Plan plan;
    private final Launching launching;
    private final BackingServices backing;
    private final Placement placement;
    private final Progress progress;
    private final Instant started = Instant.now();
    private final long startNanos = System.nanoTime();
    private final Fingerprint fingerprint;
    private final List<String> notes;
    private final KeptCells kept;
    private final ReportWriter report = new ReportWriter();
    private final List<CellSummary> summaries = new ArrayList<>();
    private Duration timeBefore = Duration.ZERO;

    PerfSuite(
            Plan plan,
            Launching launching,
            BackingServices backing,
            Placement placement,
            Fingerprint fingerprint,
            List<String> notes,
            KeptCells kept,
            Progress progress) {
        this.plan = plan;
        this.launching = launching;
        this.backing = backing;
        this.placement = placement;
        this.fingerprint = fingerprint;
        this.notes = List.copyOf(notes);
        this.kept = kept;
        this.progress = progress;
    }

    /** Measures and judges every cell of the plan. The report is rewritten after each cell, so that nothing is lost when a run is cut off. */
    SuiteVerdict run() {
        progress.announce(plan, launching.launcher().name() + " (" + launching.reason() + ")", placement.how());
        try (LoadGenerator generator = new LoadGenerator(generatorSetup())) {
            TrialRunner trials = new TrialRunner(
                    plan, launching.launcher(), backing, generator, placement, this::undecided, progress::say);
            progress.say("warming the load generator, about half a minute");
            generator.prepare();
            List<Cell> left = left(trials);
            Set<Cell> outOfPlace = Boots.outOfPlace(plan.cells(), left);
            Boots.of(left).forEach(cells -> trials.run(cells, run -> measured(run, outOfPlace)));
            List<Cell> again = invalidCells();
            if (!again.isEmpty()) {
                progress.say("measuring " + again.size() + " of the INVALID cells once more, each on a fresh boot");
                again.forEach(cell -> trials.run(List.of(cell), this::finishedAgain));
            }
        }
        return verdict();
    }

    /** What an earlier run has not finished; what it has is taken in. */
    private List<Cell> left(TrialRunner trials) {
        List<Cell> left = new ArrayList<>();
        for (Cell cell : plan.cells()) {
            kept.earlier(cell, 1).ifPresentOrElse(run -> takenIn(run, trials), () -> left.add(cell));
        }
        return left;
    }

    /** Its time is part of the run's, as its load is. */
    private void takenIn(CellRun run, TrialRunner trials) {
        trials.takeIn(run);
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

    /** Whoever had the CPUs of these is often gone by now; what is not, stays INVALID. */
    private List<Cell> invalidCells() {
        return verdict().cells().stream()
                .filter(cell -> cell.outcome() == CellVerdict.Outcome.INVALID)
                .map(cell -> cell.summary().run().cell())
                .limit(plan.scale().secondTrials())
                .toList();
    }

    /** Takes the place of the first trial, with a note: nobody shall think that it went well at once. */
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

    private GeneratorSetup generatorSetup() {
        return new GeneratorSetup(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                placement,
                plan.output().resolve("logs").resolve("generator.log"));
    }
}
