package dev.loomgate.study;

import dev.loomgate.Request;
import dev.loomgate.Session;
import dev.loomgate.experiment.CellKeeper;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Engine;
import dev.loomgate.experiment.FoundRates;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Claim;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Ramp;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds the studies' claims against this machine. Measures all that they need once, and then for one claim after the
 * other, as {@link Choice} has it. Two variants under one load are measured as a pair, or as two of three: all servers
 * are up, and have their load in the same seconds or in short turns. What else is asked is measured cell by cell, each on
 * a fresh server. Ramps run once. What is decided gets no further round, and neither does what asks a server that failed.
 */
public final class ClaimsRun {
    private final ClaimPlan claims;
    private final Trials trials;
    private final KeptCells kept;
    private final UnitsFile file;
    private final Progress progress;
    private final Supplier<Duration> spent;
    private final List<Measured> rounds;
    private final List<Boot> boots;
    private final Map<Question, Set<Boot>> asking = new LinkedHashMap<>();

    /** For which nothing more is measured. */
    private final Set<Question> closed = new HashSet<>();

    /** What takes in a cell or pair that an earlier part of this run has measured, by {@link #key}. */
    private final Map<String, Runnable> earlier = new LinkedHashMap<>();

    /** What a cell or pair took in its last round, by id. */
    private final Map<String, Duration> took = new HashMap<>();

    private final Map<String, Bracket> found = new HashMap<>();
    private Duration timeBefore = Duration.ZERO;

    /** A claim may hold on one runtime and not on another. */
    private record Question(String runtime, Claim claim) {}

    /** Measures on fresh servers; what is given to it reaches its consumer, in order. */
    interface Trials {
        /** Measures groups as they were in these units, which an earlier part of the run has measured. */
        void goOn(List<UnitRun> before);

        void alone(Cell cell, CellKeeper keeper);

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

    /** @param spent time of this run so far */
    ClaimsRun(ClaimPlan claims, Trials trials, KeptCells kept, Progress progress, Supplier<Duration> spent) {
        this.claims = claims;
        this.trials = trials;
        this.kept = kept;
        this.file = UnitsFile.ofPairs(claims.plan().output());
        this.progress = progress;
        this.spent = spent;
        this.rounds = Stream.generate(() -> new Measured(new ArrayList<>(), new ArrayList<>()))
                .limit(claims.rounds())
                .toList();
        for (String runtime : runtimes()) {
            claims.claims().forEach(claim -> asking.put(new Question(runtime, claim), new LinkedHashSet<>()));
        }
        this.boots = Stream.concat(
                        claims.pairBoots(claims.claims()).stream().map(this::ofPairs),
                        claims.alone().stream().map(this::ofCell))
                .toList();
        if (kept.goesOn()) {
            findEarlier();
        }
    }

    private Boot ofPairs(List<ArmGroup> groups) {
        String runtime = groups.getFirst().arms().getFirst().runtime().name();
        Boot boot = boot(
                claims.rounds(),
                () -> {
                    Set<PairedCell> notAsked = claims.notAsked(open(runtime));
                    return groups.stream()
                            .flatMap(group -> group.pairs().stream())
                            .filter(pair -> !notAsked.contains(pair))
                            .map(PairedCell::id)
                            .toList();
                },
                round -> trials.groups(groups, open(runtime), round, unit -> finished(unit, round)));
        claims.claims().stream()
                .filter(claim -> claims.pairBoots(List.of(claim)).contains(groups))
                .forEach(claim -> ask(runtime, claim, boot));
        return boot;
    }

    private Boot ofCell(Cell cell) {
        String runtime = cell.runtime().name();
        Boot boot = boot(
                cell.load() instanceof Ramp ? 1 : claims.rounds(),
                () -> claims.alone(open(runtime)).contains(cell) ? List.of(cell.id()) : List.of(),
                round -> trials.alone(nearer(cell), kept.keeper(round, soFar -> false, run -> finished(run, round))));
        claims.claims().stream()
                .filter(claim -> claims.alone(List.of(claim)).contains(cell))
                .forEach(claim -> ask(runtime, claim, boot));
        return boot;
    }

    private Boot boot(int most, Supplier<List<String>> asked, IntConsumer measure) {
        return new Boot(
                most,
                asked,
                () -> asked.get().stream()
                        .map(id -> took.getOrDefault(id, Duration.ZERO))
                        .reduce(Duration.ZERO, Duration::plus),
                measure);
    }

    private void ask(String runtime, Claim claim, Boot boot) {
        Objects.requireNonNull(asking.get(new Question(runtime, claim))).add(boot);
    }

    private void findEarlier() {
        List<UnitRun> before = file.goOn(claims.pairs(), progress::say);
        trials.goOn(before);
        before.stream()
                .filter(unit -> !unit.failed().isEmpty() || Effects.unfit(unit).isEmpty())
                .forEach(unit -> earlier.put(key(unit.cell().id(), unit.number()), () -> {
                    timeBefore = timeBefore.plus(unit.wallTime());
                    take(unit, unit.number());
                }));
        for (int each = 1; each <= claims.rounds(); each++) {
            int round = each;
            claims.alone()
                    .forEach(cell -> kept.earlier(cell, round)
                            .ifPresent(run -> earlier.put(key(cell.id(), round), () -> {
                                timeBefore = timeBefore.plus(run.wallTime());
                                take(run, round);
                            })));
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
                    () -> Duration.ofNanos(System.nanoTime() - start));
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
            public void alone(Cell cell, CellKeeper keeper) {
                session.engine().cells(claims.plan(), launch, List.of(cell), rates, keeper);
            }

            @Override
            public void groups(List<ArmGroup> groups, List<Claim> open, int round, Consumer<UnitRun> finished) {
                session.engine().unit(claims.units(open), arm -> launch, groups, round, finished);
            }
        };
    }

    /** @param soFar told what is known, by runtime, again and again: who has to stop early has something all the same */
    Map<String, List<ClaimVerdict>> run(Consumer<Map<String, List<ClaimVerdict>>> soFar) {
        for (int round = 1; round <= claims.rounds(); round++) {
            takeEarlier(round);
            look();
        }
        List<Boot> never = boots.stream().filter(boot -> boot.done() == 0).toList();
        never.stream().filter(this::hasTimeFor).forEach(boot -> {
            measure(boot);
            soFar.accept(verdicts());
        });
        while (measureNext()) {
            soFar.accept(verdicts());
        }
        List.copyOf(earlier.keySet()).forEach(this::takeEarlier);
        sayWhatIsLeft();
        return verdicts();
    }

    /** Whether there was time for anything. */
    private boolean measureNext() {
        List<Goal> goals = look();
        Optional<Goal> next = Choice.next(goals, left());
        next.ifPresent(goal -> {
            progress.say("next: round " + goal.round() + " for " + names(goal.decides(goals)) + "; round "
                    + goal.rounds() + " may decide that");
            measure(goal.round(), goal.next());
        });
        return next.isPresent();
    }

    private Duration left() {
        return claims.atMost().minus(spent.get());
    }

    private boolean hasTimeFor(Boot boot) {
        return boot.expected().compareTo(left()) < 0;
    }

    /** In the order of the plan and back in turn, so that what is compared cell by cell comes first as often as last. */
    private void measure(int round, Set<Boot> next) {
        List<Boot> inOrder = boots.stream().filter(next::contains).toList();
        (round % 2 == 0 ? inOrder.reversed() : inOrder)
                .stream().filter(this::hasTimeFor).forEach(this::measure);
    }

    private void measure(Boot boot) {
        keys(boot, boot.next()).forEach(earlier::remove);
        boot.measure(spent);
    }

    /** Takes in what was measured whole, of all servers that share a boot. */
    private void takeEarlier(int round) {
        for (Boot boot : boots) {
            List<String> keys = keys(boot, round);
            if (boot.next() == round
                    && boot.isLeft()
                    && !keys.isEmpty()
                    && earlier.keySet().containsAll(keys)) {
                keys.forEach(this::takeEarlier);
                boot.advance();
            }
        }
    }

    private void takeEarlier(String key) {
        Objects.requireNonNull(earlier.remove(key)).run();
    }

    private static List<String> keys(Boot boot, int round) {
        return boot.asked().stream().map(id -> key(id, round)).toList();
    }

    private static String key(String id, int round) {
        return id + " " + round;
    }

    private void sayWhatIsLeft() {
        List<Goal> left = look();
        if (!left.isEmpty()) {
            progress.say("time is up after " + claims.atMost().toMinutes() + " min, and more rounds may decide "
                    + names(left)
                    + "; -Dloomgate.continue makes them, or give it more with -Dloomgate.at-most=90 min");
        }
    }

    private static String names(List<Goal> goals) {
        return goals.stream().map(Goal::claim).collect(Collectors.joining(", "));
    }

    /** Closes what more rounds would not change, by what is known now, and tells what can still be measured for. */
    private List<Goal> look() {
        List<Goal> goals = new ArrayList<>();
        verdicts()
                .forEach((runtime, verdicts) -> verdicts.forEach(verdict -> {
                    Question question = new Question(runtime, verdict.claim());
                    if (!verdict.isOpen()) {
                        closed.add(question);
                        return;
                    }
                    closed.remove(question);
                    Set<Boot> left = Objects.requireNonNull(asking.get(question)).stream()
                            .filter(Boot::isLeft)
                            .collect(Collectors.toSet());
                    if (!left.isEmpty()) {
                        goals.add(new Goal(name(question), left, roundsToDecide(verdict, left)));
                    }
                }));
        return goals;
    }

    /** With its runtime where there are several. */
    private String name(Question question) {
        String id = question.claim().id();
        return runtimes().size() > 1 ? id + " on " + question.runtime() : id;
    }

    /**
     * At least one more, and two in all. Where nothing can be told yet two may do, and behind them as many as there are.
     */
    private int roundsToDecide(ClaimVerdict verdict, Set<Boot> left) {
        int next = left.stream().mapToInt(Boot::next).min().orElseThrow();
        int fewest = Math.max(next, ClaimPlan.FEWEST_ROUNDS);
        return Math.max(
                fewest, verdict.roundsToDecide().orElse(next <= ClaimPlan.FEWEST_ROUNDS ? fewest : claims.rounds()));
    }

    private List<Claim> open(String runtime) {
        return claims.claims().stream()
                .filter(claim -> !closed.contains(new Question(runtime, claim)))
                .toList();
    }

    /**
     * What the cells took that an earlier part of this run has measured; without their boots, whose time was not kept.
     */
    Duration timeBefore() {
        return timeBefore;
    }

    private Cell nearer(Cell cell) {
        Bracket answer = found.get(cell.id());
        return cell.load() instanceof Search search && answer != null
                ? new Cell(cell.variant(), cell.runtime(), cell.workload(), search.again(answer))
                : cell;
    }

    private void take(CellRun run, int round) {
        took.put(run.cell().id(), run.wallTime());
        rounds.get(round - 1).cells().add(Summaries.of(run));
        run.sustained().stream()
                .filter(end -> end.held() > 0)
                .forEach(end -> found.put(run.cell().id(), new Bracket(end.held(), end.failed())));
    }

    private void take(UnitRun unit, int round) {
        took.put(unit.cell().id(), unit.wallTime());
        rounds.get(round - 1).pairs().add(unit);
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
        take(unit, round);
        String outcome = unit.failures().stream()
                .findFirst()
                .or(() -> Effects.unfit(unit).map(why -> "must not count: " + why.sentence()))
                .orElseGet(() -> Progress.unit(Effects.of(unit)));
        progress.say(soFar(round) + unit.cell() + ", " + unit.wallTime().toSeconds() + " s; " + outcome);
    }

    private String soFar(int round) {
        return spent.get().toMinutes() + " of " + claims.atMost().toMinutes() + " min, round " + round + ": ";
    }

    /** By runtime. */
    Map<String, List<ClaimVerdict>> verdicts() {
        Map<String, List<ClaimVerdict>> verdicts = new LinkedHashMap<>();
        runtimes().forEach(runtime -> verdicts.put(runtime, verdicts(runtime)));
        return verdicts;
    }

    private List<String> runtimes() {
        return claims.plan().cells().stream()
                .map(cell -> cell.runtime().name())
                .distinct()
                .toList();
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
