package dev.loomgate.study;

import dev.loomgate.Request;
import dev.loomgate.Session;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Engine;
import dev.loomgate.experiment.FoundRates;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Counted;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Claim;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Search.Bracket;
import dev.loomgate.plan.Side;
import dev.loomgate.report.Progress;
import dev.loomgate.server.Digest;
import dev.loomgate.server.OpenServers;
import dev.loomgate.store.KeptCells;
import dev.loomgate.store.UnitsFile;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Effects;
import dev.loomgate.summary.Summaries;
import dev.loomgate.verdict.ClaimJudge;
import dev.loomgate.verdict.ClaimVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds the studies' claims against this machine. Measures what they need, round by round, forwards and backwards in
 * turn. Two variants under one load are measured as a pair, or as two of three: all servers are up, and have their load
 * in the same seconds or in short turns. What else is asked is measured cell by cell, each on a fresh server. Ramps run
 * once. Later rounds are for claims that the first ones have left undecided.
 */
public final class ClaimsRun {
    private final ClaimPlan claims;
    private final Trials trials;
    private final KeptCells kept;
    private final UnitsFile file;
    private final Map<String, UnitRun> keptPairs = new HashMap<>();
    private final Progress progress;
    private final long begun;
    private final List<Measured> rounds;
    private final Map<String, Bracket> found = new HashMap<>();
    private final Map<Integer, Integer> leftOut = new TreeMap<>();
    private Duration timeBefore = Duration.ZERO;

    /** Cells and pairs of the round that is measured. */
    private int inRound;

    /** Measures on fresh servers; what is given to it reaches its consumer, in order. */
    interface Trials {
        /** Measures groups as they were in these units, which an earlier part of the run has measured. */
        void goOn(List<UnitRun> before);

        void alone(Cell cell, Consumer<CellRun> finished);

        /**
         * Groups that share servers.
         *
         * @param open claims that ask something of them
         */
        void groups(List<ArmGroup> groups, List<Claim> open, int round, Consumer<UnitRun> finished);
    }

    /** Of one round, so far. */
    private record Measured(List<CellSummary> cells, List<UnitRun> pairs) {
        ClaimJudge.Round on(String runtime) {
            return new ClaimJudge.Round(
                    cells.stream()
                            .filter(summary ->
                                    summary.run().cell().runtime().name().equals(runtime))
                            .toList(),
                    pairs.stream()
                            .filter(unit ->
                                    unit.cell().baseline().runtime().name().equals(runtime))
                            .toList());
        }
    }

    /** @param begun time of {@link System#nanoTime}, from which the time that it may take counts */
    ClaimsRun(ClaimPlan claims, Trials trials, KeptCells kept, Progress progress, long begun) {
        this.begun = begun;
        this.claims = claims;
        this.trials = trials;
        this.kept = kept;
        this.file = UnitsFile.ofPairs(claims.plan().output());
        this.progress = progress;
        this.rounds = Stream.generate(() -> new Measured(new ArrayList<>(), new ArrayList<>()))
                .limit(claims.rounds())
                .toList();
        if (kept.goesOn()) {
            List<UnitRun> before = file.goOn(claims.pairs(), progress::say);
            trials.goOn(before);
            before.stream()
                    .filter(unit ->
                            !unit.failed().isEmpty() || Effects.unfit(unit).isEmpty())
                    .forEach(unit -> keptPairs.put(key(unit.cell(), unit.number()), unit));
        }
    }

    /** Reads which ones were asked for, measures, and writes what became of them. */
    public static ClaimVerdicts of(Request request) {
        ClaimPlan asked =
                PlanReader.readClaims(request.properties(), request.jdks().versions());
        // What is measured, and in which order, is decided in that file.
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
            ClaimsRun run = new ClaimsRun(
                    claims,
                    trials(session, claims),
                    KeptCells.of(
                            claims.plan(),
                            request.properties(),
                            fingerprint,
                            session.folder(),
                            session.progress()::say),
                    session.progress(),
                    start);
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

    private static Trials trials(Session session, ClaimPlan claims) {
        Engine.Launch launch = session.launch(Side.CANDIDATE);
        FoundRates rates = new FoundRates();
        return new Trials() {
            @Override
            public void goOn(List<UnitRun> before) {
                session.engine().goOn(before);
            }

            @Override
            public void alone(Cell cell, Consumer<CellRun> finished) {
                session.engine().cells(claims.plan(), launch, List.of(cell), rates, kept -> false, finished);
            }

            @Override
            public void groups(List<ArmGroup> groups, List<Claim> open, int round, Consumer<UnitRun> finished) {
                session.engine().unit(claims.units(open), arm -> launch, groups, round, finished);
            }
        };
    }

    /** @param afterRound told what is known so far, by runtime: who has to stop early has something all the same */
    Map<String, List<ClaimVerdict>> run(Consumer<Map<String, List<ClaimVerdict>>> afterRound) {
        List<Claim> open = claims.claims();
        for (int round = 1; round <= claims.rounds(); round++) {
            if (round == ClaimPlan.ROUNDS_OF_ALL + 1) {
                open = open();
            }
            pass(round, open);
            afterRound.accept(verdicts());
        }
        if (!leftOut.isEmpty()) {
            progress.say("time is up after " + claims.atMost().toMinutes() + " min: "
                    + leftOut.entrySet().stream()
                            .map(round -> "round " + round.getKey() + " is short of "
                                    + Counted.of(round.getValue(), "measurement"))
                            .collect(Collectors.joining(", "))
                    + "; -Dloomgate.continue makes them, or give it more with -Dloomgate.at-most=90 min");
        }
        return verdicts();
    }

    /** On whichever runtime. */
    private List<Claim> open() {
        Set<Claim> open = verdicts().values().stream()
                .flatMap(List::stream)
                .filter(ClaimVerdict::isOpen)
                .map(ClaimVerdict::claim)
                .collect(Collectors.toSet());
        return claims.claims().stream().filter(open::contains).toList();
    }

    /**
     * What the cells took that an earlier part of this run has measured; without their boots, whose time was not kept.
     */
    Duration timeBefore() {
        return timeBefore;
    }

    /**
     * After the rounds of all, what takes the fewest rounds to decide comes first, and of equals the shortest: so most is
     * known when the time is up.
     */
    private void pass(int round, List<Claim> open) {
        boolean ofAll = round <= ClaimPlan.ROUNDS_OF_ALL;
        Map<Claim, Integer> toDecide = ofAll ? Map.of() : roundsToDecide(round);
        List<Step> steps = new ArrayList<>(turned(round, boots(round, open, toDecide)));
        steps.addAll(turned(round, cells(round, open, toDecide)));
        if (!ofAll) {
            steps.sort(Comparator.comparingInt(Step::rounds).thenComparing(Step::expected));
        }
        inRound = steps.stream().mapToInt(Step::count).sum();
        int left = 0;
        for (Step step : steps) {
            left += step.measure().getAsInt();
        }
        if (left > 0) {
            leftOut.merge(round, left, Integer::sum);
        }
    }

    /**
     * What is measured on the same servers.
     *
     * @param count of cells or pairs
     * @param rounds in all that would decide a claim that needs it
     * @param expected what it takes, by earlier rounds; nothing where none had it
     * @param measure tells how much is left out
     */
    private record Step(int count, int rounds, Duration expected, IntSupplier measure) {}

    private List<Step> boots(int round, List<Claim> open, Map<Claim, Integer> toDecide) {
        Set<PairedCell> notAsked = claims.notAsked(open);
        return claims.pairBoots(open).stream()
                .map(boot -> step(
                        rounds(
                                toDecide,
                                claim -> claims.pairBoots(List.of(claim)).contains(boot)),
                        boot.stream()
                                .flatMap(group -> group.pairs().stream())
                                .filter(pair -> !notAsked.contains(pair))
                                .toList(),
                        pair -> before(
                                round, Measured::pairs, unit -> unit.cell().equals(pair), UnitRun::wallTime),
                        pair -> Optional.ofNullable(keptPairs.get(key(pair, round))),
                        () -> trials.groups(boot, open, round, unit -> finished(unit, round)),
                        unit -> restore(unit, round)))
                .toList();
    }

    private List<Step> cells(int round, List<Claim> open, Map<Claim, Integer> toDecide) {
        return claims.alone(open, round == 1).stream()
                .map(cell -> step(
                        rounds(
                                toDecide,
                                claim -> claims.alone(List.of(claim), true).contains(cell)),
                        List.of(cell),
                        one -> before(
                                round,
                                Measured::cells,
                                summary -> summary.run().cell().id().equals(one.id()),
                                summary -> summary.run().wallTime()),
                        one -> kept.earlier(one, round),
                        () -> trials.alone(nearer(cell), run -> finished(run, round)),
                        run -> restore(run, round)))
                .toList();
    }

    /** How many rounds would decide each claim that is open, by what is known before this round: at least this one. */
    private Map<Claim, Integer> roundsToDecide(int round) {
        Map<Claim, Integer> rounds = new HashMap<>();
        verdicts().values().stream()
                .flatMap(List::stream)
                .filter(ClaimVerdict::isOpen)
                .forEach(verdict -> rounds.merge(
                        verdict.claim(),
                        Math.max(round, verdict.roundsToDecide().orElse(Integer.MAX_VALUE)),
                        Math::min));
        return rounds;
    }

    /** The fewest that would decide one of these claims. */
    private static int rounds(Map<Claim, Integer> toDecide, Predicate<Claim> some) {
        return toDecide.entrySet().stream()
                .filter(claim -> some.test(claim.getKey()))
                .mapToInt(Map.Entry::getValue)
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    /** What one took in the last round that had it; nothing where none had. */
    private <R> Duration before(
            int round, Function<Measured, List<R>> of, Predicate<R> isIt, Function<R, Duration> wallTime) {
        return rounds.subList(0, round - 1).reversed().stream()
                .flatMap(earlier -> of.apply(earlier).stream())
                .filter(isIt)
                .findFirst()
                .map(wallTime)
                .orElse(Duration.ZERO);
    }

    /**
     * Measures all of them where one was not kept and there is time; else takes those that were kept.
     *
     * @param rounds in all that would decide a claim that needs them
     * @param asked what shares servers
     * @param took what one took before
     * @param earlier what was kept of one
     */
    private <C, R> Step step(
            int rounds,
            List<C> asked,
            Function<C, Duration> took,
            Function<C, Optional<R>> earlier,
            Runnable measure,
            Consumer<R> restore) {
        Duration expected = asked.stream().map(took).reduce(Duration.ZERO, Duration::plus);
        return new Step(asked.size(), rounds, expected, () -> {
            List<R> before =
                    asked.stream().flatMap(one -> earlier.apply(one).stream()).toList();
            if (before.size() < asked.size() && hasTimeFor(expected)) {
                measure.run();
                return 0;
            }
            before.forEach(restore);
            return asked.size() - before.size();
        });
    }

    private boolean hasTimeFor(Duration expected) {
        return System.nanoTime() - begun + expected.toNanos() < claims.atMost().toNanos();
    }

    private void restore(UnitRun unit, int round) {
        timeBefore = timeBefore.plus(unit.wallTime());
        rounds.get(round - 1).pairs().add(unit);
    }

    private static String key(PairedCell cell, int round) {
        return cell.id() + " " + round;
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
        rounds.get(round - 1).cells().add(Summaries.of(run));
        run.sustained().stream()
                .filter(end -> end.held() > 0)
                .forEach(end -> found.put(run.cell().id(), new Bracket(end.held(), end.failed())));
    }

    private void finished(CellRun run, int round) {
        kept.keep(run, round);
        take(run, round);
        progress.say(
                soFar(round) + run.cell().displayName() + ", " + run.wallTime().toSeconds() + " s");
    }

    private void finished(UnitRun unit, int round) {
        if (OpenServers.areClosing()) {
            return;
        }
        file.add(unit);
        rounds.get(round - 1).pairs().add(unit);
        String outcome = unit.failures().stream()
                .findFirst()
                .or(() -> Effects.unfit(unit).map(why -> "must not count: " + why.sentence()))
                .orElseGet(() -> Progress.unit(Effects.of(unit)));
        progress.say(soFar(round) + unit.cell() + ", " + unit.wallTime().toSeconds() + " s; " + outcome);
    }

    private String soFar(int round) {
        Measured soFar = rounds.get(round - 1);
        return "round " + round + " of " + claims.rounds() + ", "
                + (soFar.cells().size() + soFar.pairs().size()) + " of " + inRound + ": ";
    }

    private static <T> List<T> turned(int round, List<T> inOrder) {
        return round % 2 == 0 ? inOrder.reversed() : inOrder;
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
        return ClaimJudge.judge(
                claims.claims(),
                rounds.stream().map(round -> round.on(runtime)).toList(),
                claims.plan().scale().iterations(),
                claims.plan().guards().jitShare());
    }

    /** What a run of the claims has found. */
    public record ClaimVerdicts(
            ClaimPlan plan, Map<String, List<ClaimVerdict>> byRuntime, Fingerprint fingerprint, Duration wallTime) {}
}
