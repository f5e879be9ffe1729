package dev.loomgate;

import dev.loomgate.experiment.Engine;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Counted;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Side;
import dev.loomgate.report.DuelWriter;
import dev.loomgate.report.Progress;
import dev.loomgate.server.OpenServers;
import dev.loomgate.server.Revisions;
import dev.loomgate.store.Earlier;
import dev.loomgate.store.RunRecord;
import dev.loomgate.store.UnitsFile;
import dev.loomgate.verdict.DuelJudge;
import dev.loomgate.verdict.DuelState;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.UnitTallies;
import dev.loomgate.verdict.UnitTally;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A duel: unit after unit, pair after pair, until every comparison is decided or the time is used up. */
final class DuelRun {
    private final Session session;
    private final DuelPlan duel;
    private final UnitsFile file;
    private final Progress progress;
    private final Instant started = Instant.now();
    private final long startNanos = System.nanoTime();
    private final UnitTallies tallies = new UnitTallies();
    private final Map<String, Integer> unitsOfPair = new LinkedHashMap<>();
    private Duration loadTime = Duration.ZERO;
    private boolean confirming;
    private Duration timeBefore = Duration.ZERO;

    private DuelRun(Session session, DuelPlan duel) {
        this.session = session;
        this.duel = duel;
        this.file = new UnitsFile(session.folder().output());
        this.progress = session.progress();
        duel.cells().forEach(cell -> unitsOfPair.put(cell.pair(), 0));
    }

    /** Reads what was asked for, measures it, and writes what came out. */
    static DuelVerdict of(Request request) {
        Optional<Earlier> earlier =
                PlanReader.continuedIn(request.properties()).flatMap(output -> Earlier.in(RunRecord.Kind.DUEL, output));
        Request seeded = earlier.map(before -> request.withProperties(before.withItsSeed(request.properties())))
                .orElse(request);
        // Small, so that a person can type it again; it need not be secret.
        long seed = Math.abs(System.nanoTime() % 1_000_000);
        DuelPlan duel = PlanReader.readDuel(seeded.properties(), seeded.jdks().versions(), seed);
        try (Revisions revisions = new Revisions(request.progress()::say);
                Session session = Session.open(seeded, revisions.build(duel))) {
            DuelRun run = new DuelRun(session, duel);
            run.announce();
            run.goOn();
            if (!run.open().isEmpty()) {
                session.warmGenerator();
            }
            DuelVerdict verdict = Session.orWhatThereIs(
                    run::measure, () -> String.join("\n", DuelWriter.lines(run.verdict())), request.console());
            DuelWriter.write(verdict);
            DuelWriter.lines(verdict).forEach(request.console()::println);
            session.progress()
                    .say("units: " + duel.plan().output().resolve("units.jsonl").toAbsolutePath());
            return verdict;
        }
    }

    private void announce() {
        progress.say("fingerprint " + session.fingerprint().id());
        progress.say("a duel of " + Counted.of(duel.cells().size(), "cell") + ", "
                + duel.scale().looks().units().getFirst() + " to "
                + duel.scale().looks().most() + " units each, at most "
                + duel.scale().atMost().toMinutes() + " min, and then " + DuelJudge.unitsToConfirm()
                + " units more of a cell for whatever looks worse in it, to confirm it; launcher: "
                + session.launching().inWords());
        for (PairedCell cell : duel.cells()) {
            progress.say("  " + cell);
        }
        progress.say("placement: " + session.placement().how() + "; random order: -Dloomgate.seed=" + duel.seed());
    }

    /** Takes in what an earlier run of the same duel has measured, where it was asked to. */
    private void goOn() {
        Request request = session.request();
        boolean goesOn = Earlier.goesOn(
                RunRecord.ofDuel(request.properties(), duel.seed(), session.fingerprint()),
                session.folder(),
                request.thresholds(),
                PlanReader.continuedIn(request.properties()).isPresent(),
                progress::say);
        if (goesOn) {
            goOnAfter(file.goOn(duel.cells(), progress::say));
        }
    }

    private void goOnAfter(List<UnitRun> before) {
        session.engine().goOn(before);
        for (UnitRun run : before) {
            tallies.add(run);
            loadTime = loadTime.plus(run.loadTime());
            timeBefore = timeBefore.plus(run.wallTime());
            unitsOfPair.merge(run.cell().pair(), run.number(), Math::max);
        }
    }

    private DuelVerdict measure() {
        Engine.Launch ofBaseline = session.launch(Side.BASELINE);
        Engine.Launch ofCandidate = session.launch(Side.CANDIDATE);
        Set<Arm> baselines = duel.cells().stream().map(PairedCell::baseline).collect(Collectors.toSet());
        Map<String, List<PairedCell>> open = open();
        while (!open.isEmpty()) {
            // The pair that has been measured least: whatever the machine does meanwhile meets all of them.
            String pair = open.keySet().stream()
                    .min(Comparator.comparingInt(unitsOfPair::get))
                    .orElseThrow();
            // Numbered per pair: what has the same number was measured in the same round.
            int unit = unitsOfPair.merge(pair, 1, Integer::sum);
            session.engine()
                    .unit(
                            duel.units(),
                            arm -> baselines.contains(arm) ? ofBaseline : ofCandidate,
                            ArmGroup.inOrder(open.getOrDefault(pair, List.of())),
                            unit,
                            this::finished);
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
        List<String> known = tallies.tally(run.cell()).notes();
        run.notes().stream().filter(note -> !known.contains(note)).forEach(note -> progress.say("  " + note));
        String unitOfCell = "unit " + run.number() + ", " + run.cell();
        switch (tallies.add(run)) {
            case UnitTallies.Entry.Counted counted ->
                progress.say(unitOfCell + ": " + run.wallTime().toSeconds() + " s; " + Progress.unit(counted.effect()));
            case UnitTallies.Entry.NotCounted unfit -> progress.say(unitOfCell + " must not count: " + unfit.reason());
            case UnitTallies.Entry.Failed failed -> progress.say(unitOfCell + " FAILED: " + failed.story());
        }
    }

    private Map<String, List<PairedCell>> open() {
        boolean timeIsUp = elapsed().compareTo(duel.scale().atMost()) >= 0;
        Map<String, List<PairedCell>> open = NextUnits.of(duel, tallies, timeIsUp);
        if (timeIsUp && !open.isEmpty() && !confirming) {
            confirming = true;
            progress.say("the time is used up; what looks worse is still to be confirmed: "
                    + open.values().stream()
                            .flatMap(List::stream)
                            .map(PairedCell::name)
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
                DuelJudge.judge(duel, tallies.effects(), true),
                tallies.byCell(),
                session.fingerprint(),
                started,
                timeBefore.plus(elapsed()),
                loadTime);
    }

    /** Decides which cells of a duel get another unit. */
    static final class NextUnits {
        /** Give up once unfit units outnumber fit ones by this many: the cause is persistent. */
        private static final int MOST_UNFIT = 5;

        private NextUnits() {}

        /**
         * Cells that need another unit, by the pair of JVMs that they share; none when the duel is over.
         *
         * @param timeIsUp when nothing new is begun: only what looks worse already is measured on, until that is
         *     confirmed or not
         */
        static Map<String, List<PairedCell>> of(DuelPlan duel, UnitTallies tallies, boolean timeIsUp) {
            DuelState state = DuelJudge.judge(duel, tallies.effects(), false);
            return duel.cells().stream()
                    .filter(cell -> isMeasurable(tallies.tally(cell))
                            && wanted(duel, cell, state, timeIsUp)
                                    > tallies.tally(cell).fit())
                    .collect(Collectors.groupingBy(PairedCell::pair, LinkedHashMap::new, Collectors.toList()));
        }

        private static boolean isMeasurable(UnitTally tally) {
            return tally.failed().isEmpty() && tally.unfit() < MOST_UNFIT + tally.fit();
        }

        private static int wanted(DuelPlan duel, PairedCell cell, DuelState state, boolean timeIsUp) {
            if (timeIsUp) {
                return state.confirming().getOrDefault(cell.id(), 0);
            }
            return duel.calibration().isPresent()
                    ? duel.scale().looks().most()
                    : state.wanted().getOrDefault(cell.id(), 0);
        }
    }
}
