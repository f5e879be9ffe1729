package dev.loomgate;

import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.report.UnitsFile;
import dev.loomgate.summary.Effects;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.trial.PairRunner;
import dev.loomgate.trial.UnitRun;
import dev.loomgate.verdict.DuelJudge;
import dev.loomgate.verdict.DuelState;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.Fingerprint;
import dev.loomgate.verdict.UnitTally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a duel: unit after unit, pair after pair, until every comparison is decided or the time is used up. */
final class DuelSuite {
    /** Who is unfit more often than fit has a reason that further tries do not cure. */
    private static final int MOST_UNFIT = 5;

    private final DuelPlan duel;
    private final PairRunner runner;
    private final UnitsFile file;
    private final Fingerprint fingerprint;
    private final List<String> notes;
    private final Progress progress;
    private final Instant started = Instant.now();
    private final long startNanos = System.nanoTime();
    private final List<UnitEffect> effects = new ArrayList<>();
    private final Map<String, UnitTally> tallies = new HashMap<>();
    private final Map<String, Integer> unitsOfPair = new LinkedHashMap<>();
    private Duration loadTime = Duration.ZERO;
    private int unit;

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

    DuelVerdict run() {
        Map<String, List<DuelCell>> open = open();
        while (!open.isEmpty() && elapsed().compareTo(duel.scale().atMost()) < 0) {
            // The pair that has been measured least: whatever the machine does meanwhile meets all of them.
            String pair = open.keySet().stream()
                    .min(Comparator.comparingInt(unitsOfPair::get))
                    .orElseThrow();
            unit++;
            unitsOfPair.merge(pair, 1, Integer::sum);
            runner.run(open.getOrDefault(pair, List.of()), unit, this::finished);
            open = open();
        }
        return verdict(true);
    }

    private void finished(UnitRun run) {
        file.add(run);
        loadTime = loadTime.plus(run.loadTime());
        UnitTally before = tallies.getOrDefault(run.cell().id(), new UnitTally(0, 0, List.of(), Optional.empty()));
        if (!run.died().isEmpty()) {
            String story = run.died().entrySet().stream()
                    .map(arm -> run.cell().arm(arm.getKey()).label() + ": " + arm.getValue())
                    .collect(Collectors.joining("\n"));
            tallies.put(run.cell().id(), new UnitTally(before.fit(), before.unfit(), before.reasons(), Optional.of(story)));
            progress.say("unit " + run.number() + ", " + run.cell() + ": a server died: " + story);
            return;
        }
        Optional<String> unfit = Effects.unfit(run);
        if (unfit.isPresent()) {
            List<String> reasons = Stream.concat(before.reasons().stream(), unfit.stream()).distinct().toList();
            tallies.put(run.cell().id(), new UnitTally(before.fit(), before.unfit() + 1, reasons, Optional.empty()));
            progress.say("unit " + run.number() + ", " + run.cell() + " is unfit: " + unfit.get());
            return;
        }
        tallies.put(
                run.cell().id(), new UnitTally(before.fit() + 1, before.unfit(), before.reasons(), Optional.empty()));
        effects.add(Effects.of(run));
        progress.say(String.format(
                Locale.ROOT,
                "unit %d, %s: %d s; %s",
                run.number(),
                run.cell(),
                run.wallTime().toSeconds(),
                UnitLine.of(effects.getLast())));
    }

    /** Cells that need another unit, by pair; those whose units are unfit again and again need something else. */
    private Map<String, List<DuelCell>> open() {
        DuelState state = DuelJudge.judge(duel, effects, false);
        return duel.cells().stream()
                .filter(cell -> {
                    UnitTally tally = tallies.getOrDefault(cell.id(), new UnitTally(0, 0, List.of(), Optional.empty()));
                    return state.wanted().getOrDefault(cell.id(), 0) > tally.fit()
                            && tally.unfit() < MOST_UNFIT + tally.fit()
                            && tally.died().isEmpty();
                })
                .collect(Collectors.groupingBy(DuelCell::pair, LinkedHashMap::new, Collectors.toList()));
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    private DuelVerdict verdict(boolean over) {
        return new DuelVerdict(
                duel,
                DuelJudge.judge(duel, effects, over),
                tallies,
                fingerprint,
                notes,
                started,
                elapsed(),
                loadTime);
    }
}
