package dev.loomgate;

import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.report.UnitsFile;
import dev.loomgate.server.OpenServers;
import dev.loomgate.trial.PairRunner;
import dev.loomgate.trial.UnitRun;
import dev.loomgate.verdict.DuelJudge;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.Fingerprint;
import dev.loomgate.verdict.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs a duel: unit after unit, pair after pair, until every comparison is decided or the time is used up. */
final class DuelSuite {
    private final DuelPlan duel;
    private final PairRunner runner;
    private final UnitsFile file;
    private final Fingerprint fingerprint;
    private final List<String> notes;
    private final Progress progress;
    private final Instant started = Instant.now();
    private final long startNanos = System.nanoTime();
    private final Ledger ledger = new Ledger();
    private final Map<String, Integer> unitsOfPair = new LinkedHashMap<>();
    private Duration loadTime = Duration.ZERO;
    private boolean confirming;
    private Duration timeBefore = Duration.ZERO;

    DuelSuite(
            DuelPlan duel,
            PairRunner runner,
            UnitsFile file,
            Fingerprint fingerprint,
            List<String> notes,
            Progress progress) {
        this.duel = duel;
        this.runner = runner;
        this.file = file;
        this.fingerprint = fingerprint;
        this.notes = List.copyOf(notes);
        this.progress = progress;
        duel.cells().forEach(cell -> unitsOfPair.put(cell.pair(), 0));
    }

    /** Takes in what an earlier run of the same duel has measured. */
    void goOnAfter(List<UnitRun> before) {
        for (UnitRun run : before) {
            ledger.add(run);
            loadTime = loadTime.plus(run.loadTime());
            timeBefore = timeBefore.plus(run.wallTime());
            unitsOfPair.merge(run.cell().pair(), run.number(), Math::max);
        }
    }

    DuelVerdict run() {
        Map<String, List<DuelCell>> open = open();
        while (!open.isEmpty()) {
            // The pair that has been measured least: whatever the machine does meanwhile meets all of them.
            String pair = open.keySet().stream()
                    .min(Comparator.comparingInt(unitsOfPair::get))
                    .orElseThrow();
            // Numbered per pair: what has the same number was measured in the same round.
            int unit = unitsOfPair.merge(pair, 1, Integer::sum);
            runner.run(open.getOrDefault(pair, List.of()), unit, this::finished);
            open = open();
        }
        return verdict();
    }

    private void finished(UnitRun run) {
        if (OpenServers.areClosing()) {
            return;
        }
        file.add(run);
        loadTime = loadTime.plus(run.loadTime());
        List<String> known = ledger.tally(run.cell()).notes();
        run.notes().stream().filter(note -> !known.contains(note)).forEach(note -> progress.say("  " + note));
        String unitOfCell = "unit " + run.number() + ", " + run.cell();
        switch (ledger.add(run)) {
            case Ledger.Entry.Counted counted ->
                progress.say(unitOfCell + ": " + run.wallTime().toSeconds() + " s; " + UnitLine.of(counted.effect()));
            case Ledger.Entry.NotCounted unfit -> progress.say(unitOfCell + " must not count: " + unfit.reason());
            case Ledger.Entry.Failed failed -> progress.say(unitOfCell + " FAILED: " + failed.story());
        }
    }

    private Map<String, List<DuelCell>> open() {
        boolean timeIsUp = elapsed().compareTo(duel.scale().atMost()) >= 0;
        Map<String, List<DuelCell>> open = NextUnits.of(duel, ledger, timeIsUp);
        if (timeIsUp && !open.isEmpty() && !confirming) {
            confirming = true;
            progress.say("the time is used up; what looks worse is still to be confirmed: "
                    + open.values().stream()
                            .flatMap(List::stream)
                            .map(DuelCell::name)
                            .collect(Collectors.joining(", ")));
        }
        return open;
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    /** What is known so far. */
    DuelVerdict verdict() {
        return new DuelVerdict(
                duel,
                DuelJudge.judge(duel, ledger.effects(), true),
                ledger.tallies(),
                fingerprint,
                notes,
                started,
                timeBefore.plus(elapsed()),
                loadTime);
    }
}
