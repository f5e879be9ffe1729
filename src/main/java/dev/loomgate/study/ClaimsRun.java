package dev.loomgate.study;

import dev.loomgate.Request;
import dev.loomgate.Session;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.FoundRates;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Ramp;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Search.Bracket;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.Stepped;
import dev.loomgate.report.Progress;
import dev.loomgate.server.Digest;
import dev.loomgate.store.KeptCells;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Summaries;
import dev.loomgate.verdict.ClaimJudge;
import dev.loomgate.verdict.ClaimVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Holds the studies' claims against this machine. Measures what they need, round by round: every cell once per round,
 * on a boot that it shares only with cells whose other sides share one, too, forwards and backwards in turn, so that
 * what drifts meets all sides alike. A capacity is looked for in the first two rounds, because one boot decides none;
 * in later ones when all else is done, as long as there is time. Ramps run once.
 */
public final class ClaimsRun {
    private final ClaimPlan claims;
    private final Trials trials;
    private final KeptCells kept;
    private final Progress progress;
    private final long begun = System.nanoTime();
    private final List<List<CellSummary>> rounds;
    private final Map<String, Bracket> found = new HashMap<>();
    private Duration timeBefore = Duration.ZERO;

    /** Measures cells that share a boot, in order. */
    @FunctionalInterface
    interface Trials {
        void measure(List<Cell> boot, Consumer<CellRun> finished);
    }

    ClaimsRun(ClaimPlan claims, Trials trials, KeptCells kept, Progress progress) {
        this.claims = claims;
        this.trials = trials;
        this.kept = kept;
        this.progress = progress;
        this.rounds = Stream.generate(() -> (List<CellSummary>) new ArrayList<CellSummary>())
                .limit(claims.rounds())
                .toList();
    }

    /** Reads which ones were asked for, measures, and writes what became of them. */
    public static ClaimVerdicts of(Request request) {
        ClaimPlan asked =
                PlanReader.readClaims(request.properties(), request.jdks().versions());
        // Which cells share a boot, and in which order, is decided in that file.
        String file = Digest.of(PlanReader.claimsFile(request.properties()))
                .map(hash -> "sha256 " + hash)
                .orElse("unknown");
        long start = System.nanoTime();
        try (Session session = Session.open(request, asked.plan(), Map.of("claims file", file))) {
            ClaimPlan claims = asked.with(session.plan());
            Fingerprint fingerprint = session.fingerprint();
            session.progress().say("fingerprint " + fingerprint.id());
            session.progress()
                    .announce(
                            claims,
                            session.launching().inWords(),
                            session.placement().how());
            session.warmGenerator();
            FoundRates rates = new FoundRates();
            ClaimsRun run = new ClaimsRun(
                    claims,
                    (boot, then) -> session.engine()
                            .cells(claims.plan(), session.launch(Side.CANDIDATE), boot, rates, cell -> false, then),
                    KeptCells.of(
                            claims.plan(),
                            Set.of(),
                            request.properties(),
                            fingerprint,
                            session.folder(),
                            session.progress()::say),
                    session.progress());
            ClaimsWriter writer = new ClaimsWriter(claims.plan().output());
            Supplier<Duration> took =
                    () -> Duration.ofNanos(System.nanoTime() - start).plus(run.timeBefore());
            Map<String, List<ClaimVerdict>> verdicts = Session.orWhatThereIs(
                    () -> run.run(soFar -> writer.write(claims, soFar, fingerprint, took.get())),
                    () -> String.join("\n", ClaimsWriter.lines(claims, run.verdicts(), fingerprint, took.get())),
                    request.console());
            ClaimVerdicts all = new ClaimVerdicts(claims, verdicts, fingerprint, took.get());
            writer.write(claims, verdicts, fingerprint, all.wallTime()).forEach(request.console()::println);
            return all;
        }
    }

    /** @param afterRound told what is known so far, by runtime: who has to stop early has something all the same */
    Map<String, List<ClaimVerdict>> run(Consumer<Map<String, List<ClaimVerdict>>> afterRound) {
        pass(1, cell -> true, afterRound);
        pass(2, cell -> !isRamp(cell), afterRound);
        for (int round = 3; round <= claims.rounds(); round++) {
            pass(round, cell -> !(cell.load() instanceof Stepped), afterRound);
        }
        for (int round = 3; round <= claims.rounds(); round++) {
            pass(round, cell -> cell.load() instanceof Search, afterRound);
        }
        return verdicts();
    }

    /**
     * What the cells took that an earlier part of this run has measured; without their boots, of which nobody kept the
     * time.
     */
    Duration timeBefore() {
        return timeBefore;
    }

    private void pass(int round, Predicate<Cell> which, Consumer<Map<String, List<ClaimVerdict>>> afterwards) {
        long left = 0;
        for (List<Cell> boot : boots(round, which)) {
            List<CellRun> before = boot.stream()
                    .flatMap(cell -> kept.earlier(cell, round).stream())
                    .toList();
            boolean timeIsUp = System.nanoTime() - begun >= claims.atMost().toNanos();
            if (timeIsUp || before.size() == boot.size()) {
                before.forEach(run -> restore(run, round));
                left += boot.size() - before.size();
            } else {
                measure(boot, before, round);
            }
        }
        if (left > 0) {
            progress.say(
                    "time is up after " + claims.atMost().toMinutes() + " min: round " + round + " is short of " + left
                            + " cells; -Dloomgate.continue measures them, or give it more with -Dloomgate.at-most=90 min");
        }
        afterwards.accept(verdicts());
    }

    /** A whole boot, or nothing of it: what ran on a server before is part of what is measured. */
    private void measure(List<Cell> boot, List<CellRun> before, int round) {
        if (!before.isEmpty()) {
            progress.say("round " + round + ": of the " + boot.size() + " cells on one boot of "
                    + boot.getFirst().variant().name() + " " + before.size()
                    + " were kept; all are measured again, because the place on a boot matters");
        }
        trials.measure(boot.stream().map(this::nearer).toList(), run -> finished(run, round));
    }

    private Cell nearer(Cell cell) {
        Bracket answer = found.get(cell.id());
        return cell.load() instanceof Search search && answer != null
                ? new Cell(cell.variant(), cell.runtime(), cell.workload(), search.again(answer))
                : cell;
    }

    private void restore(CellRun run, int round) {
        timeBefore = timeBefore.plus(run.wallTime());
        take(run, round);
    }

    private void take(CellRun run, int round) {
        rounds.get(round - 1).add(Summaries.of(run));
        run.sustained().stream()
                .filter(end -> end.held() > 0)
                .forEach(end -> found.put(run.cell().id(), new Bracket(end.held(), end.failed())));
    }

    private void finished(CellRun run, int round) {
        kept.keep(run, round);
        take(run, round);
        long done = rounds.stream().mapToLong(List::size).sum();
        progress.say("round " + round + " of " + claims.rounds() + ", " + done + " of " + planned() + ": "
                + run.cell().displayName() + ", " + run.wallTime().toSeconds() + " s");
    }

    private long planned() {
        long once = claims.plan().cells().stream().filter(ClaimsRun::isRamp).count();
        return once + claims.rounds() * (claims.plan().cells().size() - once);
    }

    private List<List<Cell>> boots(int round, Predicate<Cell> which) {
        List<List<Cell>> boots = claims.boots(which);
        return round % 2 == 0 ? boots.reversed() : boots;
    }

    private static boolean isRamp(Cell cell) {
        return cell.load() instanceof Ramp;
    }

    /** By runtime: a claim may hold on one JDK and not on another. */
    Map<String, List<ClaimVerdict>> verdicts() {
        Map<String, List<ClaimVerdict>> verdicts = new LinkedHashMap<>();
        claims.plan().cells().stream()
                .map(cell -> cell.runtime().name())
                .distinct()
                .forEach(runtime -> verdicts.put(runtime, verdicts(runtime)));
        return verdicts;
    }

    private List<ClaimVerdict> verdicts(String runtime) {
        List<List<CellSummary>> ofRuntime = rounds.stream()
                .map(round -> round.stream()
                        .filter(summary -> summary.run().cell().runtime().name().equals(runtime))
                        .toList())
                .toList();
        return ClaimJudge.judge(
                claims.claims(), ofRuntime, claims.plan().scale().iterations());
    }

    /** What a run of the claims has found. */
    public record ClaimVerdicts(
            ClaimPlan plan, Map<String, List<ClaimVerdict>> byRuntime, Fingerprint fingerprint, Duration wallTime) {}
}
