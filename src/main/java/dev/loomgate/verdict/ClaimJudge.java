package dev.loomgate.verdict;

import dev.loomgate.experiment.CeilingDoubt;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Overload;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Counted;
import dev.loomgate.metric.Direction;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Claim;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Relation;
import dev.loomgate.plan.Side;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Effects;
import dev.loomgate.summary.Estimate;
import dev.loomgate.summary.Estimate.Estimated;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.verdict.ClaimVerdict.Outcome;
import dev.loomgate.verdict.ClaimVerdict.RelationVerdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Holds claims against rounds: in each round every cell and every pair was measured once, on fresh boots ({@link
 * OverRounds}). What one round alone says is undecided, however clear it looks: on another boot the same search has put
 * servers in another order.
 */
public final class ClaimJudge {
    /** Rounds of other pairs, less one for each. */
    private static final int FEWEST_OF_OTHERS = 5;

    private final List<Round> rounds;
    private final List<Claim> claims;
    private final Fitness fitness;
    private final double jitShare;

    /**
     * What was measured on fresh boots, each at most once.
     *
     * @param cells one server under a load
     * @param pairs two servers under one load, in the same seconds or in turns
     */
    public record Round(List<CellSummary> cells, List<UnitRun> pairs) {
        public Round {
            cells = List.copyOf(cells);
            pairs = List.copyOf(pairs);
        }
    }

    private ClaimJudge(List<Claim> claims, List<Round> rounds, int iterations, double jitShare) {
        this.rounds = rounds;
        this.claims = claims;
        this.fitness = new Fitness(iterations);
        this.jitShare = jitShare;
    }

    /**
     * One verdict per claim, in their order.
     *
     * @param claims all that were measured together, as they say which pairs came first on their servers
     * @param rounds what was measured, by round
     * @param iterations valid ones that a cell needs
     * @param jitShare what a JIT may use of the time of a server's CPUs at its ceiling, without a word
     */
    public static List<ClaimVerdict> judge(List<Claim> claims, List<Round> rounds, int iterations, double jitShare) {
        ClaimJudge judge = new ClaimJudge(claims, rounds, iterations, jitShare);
        return claims.stream()
                .map(claim -> new ClaimVerdict(
                        claim, claim.relations().stream().map(judge::relation).toList()))
                .toList();
    }

    private RelationVerdict relation(Relation relation) {
        List<Observation<Double>> ratios = relation.isOfPairs()
                ? rounds.stream()
                        .flatMap(round -> round.pairs().stream())
                        .flatMap(unit -> ratio(unit, relation).stream())
                        .toList()
                : List.of();
        RelationVerdict verdict =
                ratios.isEmpty() ? ofServers(relation) : verdict(relation, ratios, known -> ofPairs(relation, known));
        return relation.metric() == Metric.CEILING
                ? verdict.with(atTheCeiling(sound(relation)))
                : relation.metric().isOfTime() ? verdict.with(queues(sound(relation))) : verdict;
    }

    private List<UnitRun> sound(Relation relation) {
        return rounds.stream()
                .flatMap(round -> round.pairs().stream())
                .filter(unit -> relation.isAbout(unit.cell())
                        && relation.load().equals(unit.loadOfAnArm())
                        && unsound(unit).isEmpty())
                .toList();
    }

    private static String inRounds(String variant, int count, List<UnitRun> units, String sentence) {
        return variant + ": in " + count + " of " + Counted.of(units.size(), "round") + " " + sentence;
    }

    /** {@code virtual: in 4 of 5 rounds it used more than 85 % of its CPU …}. */
    private static List<String> queues(List<UnitRun> units) {
        Map<String, List<PairedCell>> queues = new TreeMap<>();
        for (UnitRun unit : units) {
            unit.busy().forEach((side, share) -> {
                if (Overload.isNearlyAll(share)) {
                    queues.computeIfAbsent(unit.cell().arm(side).variant().name(), none -> new ArrayList<>())
                            .add(unit.cell());
                }
            });
        }
        return queues.entrySet().stream()
                .map(queue -> inRounds(
                        queue.getKey(),
                        queue.getValue().size(),
                        units,
                        Overload.queue(queue.getValue().getFirst())))
                .toList();
    }

    /** {@code virtual: in 4 of 5 rounds its JIT used …}. */
    private List<String> atTheCeiling(List<UnitRun> units) {
        Map<String, Map<CeilingDoubt, List<Double>>> shares = new TreeMap<>();
        for (UnitRun unit : units) {
            for (Side side : Side.values()) {
                String variant = unit.cell().arm(side).variant().name();
                CeilingDoubt.of(side, unit.saturated(), jitShare)
                        .forEach((doubt, share) -> shares.computeIfAbsent(
                                        variant, none -> new EnumMap<>(CeilingDoubt.class))
                                .computeIfAbsent(doubt, none -> new ArrayList<>())
                                .add(share));
            }
        }
        return shares.entrySet().stream()
                .flatMap(variant -> variant.getValue().entrySet().stream()
                        .map(doubt -> inRounds(
                                variant.getKey(),
                                doubt.getValue().size(),
                                units,
                                doubt.getKey().sentence(doubt.getValue()))))
                .toList();
    }

    /**
     * What is said of a relation in one round.
     *
     * @param <T> what is read: off a pair the logarithm of a ratio, off a server an estimate
     * @param value empty where nothing is said
     * @param scatter of its logarithm over rounds, where something within the round lets expect it
     * @param reason why nothing is said, or why the value may be too high; empty without
     * @param failed whether a server is why: that is a result, and other rounds don't make up for it
     */
    private record Observation<T>(Optional<T> value, OptionalDouble scatter, String reason, boolean failed) {
        static <T> Observation<T> certain(T value) {
            return known(value, OptionalDouble.empty());
        }

        static <T> Observation<T> known(T value, OptionalDouble scatter) {
            return new Observation<>(Optional.of(value), scatter, "", false);
        }

        static <T> Observation<T> unknown(String reason) {
            return new Observation<>(Optional.empty(), OptionalDouble.empty(), reason, false);
        }

        static <T> Observation<T> failed(String reason) {
            return new Observation<>(Optional.empty(), OptionalDouble.empty(), reason, true);
        }

        boolean isKnown() {
            return value.isPresent();
        }

        T known() {
            return value.orElseThrow();
        }

        /** The same value, which may be too high. */
        Observation<T> atMost(String why) {
            return new Observation<>(value, scatter, why, failed);
        }
    }

    /**
     * What rounds say together. A server that failed in one of them leaves it undecided. Where a value may be too high,
     * all that can be said is that the relation holds because it is low enough.
     *
     * @param interval of those that say something
     */
    private static <T> RelationVerdict verdict(
            Relation relation, List<Observation<T>> all, Function<List<Observation<T>>, OverRounds> interval) {
        Optional<Observation<T>> failed =
                all.stream().filter(Observation::failed).findFirst();
        if (failed.isPresent()) {
            return undecided(relation, failed.get().reason(), true);
        }
        List<Observation<T>> known = all.stream().filter(Observation::isKnown).toList();
        if (known.isEmpty()) {
            // The first round tells more than a later one that was never reached.
            return undecided(
                    relation, all.stream().findFirst().map(Observation::reason).orElse("it was not measured"), false);
        }
        RelationVerdict verdict = verdict(relation, interval.apply(known), known.size());
        boolean lowEnough = relation.low() == 0 && verdict.outcome() == Outcome.HOLDS;
        return known.stream()
                .map(Observation::reason)
                .filter(reason -> !reason.isEmpty() && !lowEnough)
                .findFirst()
                .map(reason -> undecided(relation, reason, false))
                .orElse(verdict);
    }

    private OverRounds ofPairs(Relation relation, List<Observation<Double>> known) {
        boolean tellsItself = known.stream().anyMatch(ratio -> ratio.scatter().isPresent());
        return OverRounds.ofLogs(
                known.stream().map(Observation::known).toList(),
                tellsItself ? typical(known) : byOthers(units -> ratiosOfOthers(units, relation)));
    }

    /** By how much a round differs from others, by what was seen within each; empty where one of them does not tell. */
    private static OptionalDouble typical(List<Observation<Double>> known) {
        return known.stream().allMatch(round -> round.scatter().isPresent())
                ? OptionalDouble.of(Math.sqrt(known.stream()
                        .mapToDouble(round -> Math.pow(round.scatter().getAsDouble(), 2))
                        .average()
                        .orElseThrow()))
                : OptionalDouble.empty();
    }

    /**
     * The same of what is read once, by how the rounds of others differ; empty where there are too few. Two rounds may
     * show the same by chance, and then would seem to know it exactly. Only what came first on its servers counts: the
     * others show what those have left, and would count it again.
     *
     * @param read logarithms that the pairs of a round tell of others, by what each is of
     */
    private OptionalDouble byOthers(Function<List<UnitRun>, Map<Object, Double>> read) {
        Map<Object, List<Double>> others = new HashMap<>();
        for (Round round : rounds) {
            List<UnitRun> fresh = round.pairs().stream()
                    .filter(unit -> claims.stream().anyMatch(claim -> claim.wantsFirst(unit.cell())))
                    .filter(unit -> unsound(unit).isEmpty())
                    .toList();
            read.apply(fresh)
                    .forEach((what, log) -> others.computeIfAbsent(what, none -> new ArrayList<>())
                            .add(log));
        }
        others.values().removeIf(of -> of.size() < ClaimPlan.FEWEST_ROUNDS);
        int freedom = others.values().stream().mapToInt(of -> of.size() - 1).sum();
        double squares = others.values().stream()
                .mapToDouble(of -> (of.size() - 1) * Math.pow(OneSided.of(of).deviation(), 2))
                .sum();
        return freedom < FEWEST_OF_OTHERS ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / freedom));
    }

    /** Of pairs that the relation is not about. Two ratios of three servers tell the third. */
    private static Map<Object, Double> ratiosOfOthers(List<UnitRun> units, Relation relation) {
        Map<Object, Double> ratios = new HashMap<>();
        Set<Cell> seen = new HashSet<>();
        for (UnitRun unit : units) {
            boolean isNew = seen.addAll(
                    List.of(unit.cell().cell(Side.BASELINE), unit.cell().cell(Side.CANDIDATE)));
            if (isNew
                    && !relation.isAbout(unit.cell())
                    && Effects.of(unit, relation.metric()) instanceof LogRatio.Known known) {
                ratios.put(unit.cell(), known.log());
            }
        }
        return ratios;
    }

    /** Of servers that the relation is not about. Of three each is in two pairs, and was read once. */
    private static Map<Object, Double> valuesOfOthers(List<UnitRun> units, Relation relation) {
        Map<Object, Double> values = new HashMap<>();
        for (UnitRun unit : units) {
            for (Side side : Side.values()) {
                Cell server = unit.cell().cell(side);
                boolean isAsked = server.variant().name().equals(relation.of())
                        && server.workload().name().equals(relation.workload());
                if (!isAsked
                        && Effects.reading(relation.metric(), unit, side) instanceof Reading.Measured read
                        && read.value() > 0) {
                    values.put(server, Math.log(read.value()));
                }
            }
        }
        return values;
    }

    /** Empty where the pair is another one, or has another workload or rate. */
    private static Optional<Observation<Double>> ratio(UnitRun unit, Relation relation) {
        if (!relation.isAbout(unit.cell())) {
            return Optional.empty();
        }
        boolean isBaseline = unit.cell().baseline().variant().name().equals(relation.of());
        return relation.load().equals(unit.loadOfAnArm())
                ? Optional.of(ratio(unit, relation, isBaseline ? Side.BASELINE : Side.CANDIDATE))
                : crowded(unit, relation);
    }

    /** Each got the rate of both, because they could not be under load at the same time. */
    private static <T> Optional<Observation<T>> crowded(UnitRun unit, Relation relation) {
        return !unit.interleaved() && relation.load().equals(unit.cell().loadOfEach())
                ? Optional.of(Observation.unknown(unit.cell().displayName() + " left its servers no room: name "
                        + relation.workload() + " below 'in-turn'"))
                : Optional.empty();
    }

    private static Observation<Double> ratio(UnitRun unit, Relation relation, Side of) {
        Metric metric = relation.metric();
        String pair = unit.cell().displayName();
        Optional<Observation<Double>> unsound = failure(unit)
                .map(Observation::<Double>failed)
                .or(() -> unfit(unit).map(Observation::unknown));
        if (unsound.isPresent()) {
            return unsound.get();
        }
        Map<Side, String> unreached = metric == Metric.CEILING ? unit.unreached() : Map.of();
        if (unreached.containsKey(of)) {
            return Observation.unknown(pair + ": " + unreached.get(of));
        }
        return switch (Effects.of(unit, metric)) {
            case LogRatio.Known known -> {
                boolean moreIsWorse = metric.direction() != Direction.HIGHER_IS_BETTER;
                boolean toTheOther = moreIsWorse == (of == Side.CANDIDATE);
                String lower = Optional.ofNullable(unreached.get(of.other()))
                        .map(why -> pair + ": " + why)
                        .orElse("");
                yield Observation.known(toTheOther ? known.log() : -known.log(), known.scatter())
                        .atMost(lower);
            }
            case LogRatio.Disturbed disturbed -> Observation.unknown(pair + ": " + disturbed.reason());
            case LogRatio.Missing missing -> Observation.unknown(pair + ": " + missing.reason());
        };
    }

    /** Why nothing may be read off it; empty where it may. */
    private static Optional<String> unsound(UnitRun unit) {
        return failure(unit).or(() -> unfit(unit));
    }

    /** What a server did. */
    private static Optional<String> failure(UnitRun unit) {
        return Stream.of(Side.values())
                .flatMap(side -> failure(unit, side).stream())
                .findFirst();
    }

    private static Optional<String> failure(UnitRun unit, Side side) {
        String arm = unit.cell().displayName() + ": " + unit.cell().arm(side).label();
        return Optional.ofNullable(unit.failed().get(side))
                .map(failure -> arm + ": " + failure)
                .or(() -> unit.answers(side).wrong() > 0
                        ? Optional.of(arm + " did other work than was claimed of")
                        : Optional.empty());
    }

    /** Why it must not count, though neither server failed. */
    private static Optional<String> unfit(UnitRun unit) {
        return Effects.unfit(unit)
                .map(why -> unit.cell().displayName() + " was not fit to be judged: " + why.sentence());
    }

    private RelationVerdict ofServers(Relation relation) {
        return relation.over()
                .map(over -> verdict(
                        relation,
                        rounds.stream()
                                .map(round -> both(find(round, relation, relation.of()), find(round, relation, over)))
                                .toList(),
                        known -> ofBoth(relation, known)))
                .orElseGet(() -> verdict(
                        relation,
                        rounds.stream()
                                .map(round -> find(round, relation, relation.of()))
                                .toList(),
                        known -> ofOne(relation, known)));
    }

    /** Two servers that were measured minutes apart. */
    private record Both(Estimated of, Estimated over) {}

    private static Observation<Both> both(Observation<Estimated> of, Observation<Estimated> over) {
        if (of.isKnown() && over.isKnown()) {
            return Observation.certain(new Both(of.known(), over.known()));
        }
        if (of.failed() || over.failed()) {
            return Observation.failed(of.failed() ? of.reason() : over.reason());
        }
        return Observation.unknown(of.isKnown() ? over.reason() : of.reason());
    }

    private static OverRounds ofBoth(Relation relation, List<Observation<Both>> known) {
        List<Estimated> of = known.stream().map(round -> round.known().of()).toList();
        List<Estimated> over = known.stream().map(round -> round.known().over()).toList();
        return relation.metric() == Metric.CAPACITY ? OverRounds.searchedRatio(of, over) : OverRounds.ratio(of, over);
    }

    private OverRounds ofOne(Relation relation, List<Observation<Estimated>> known) {
        List<Estimated> of = known.stream().map(Observation::known).toList();
        if (relation.metric() == Metric.CAPACITY) {
            return OverRounds.searched(of);
        }
        OptionalDouble expected =
                relation.isOfOneOfAPair() ? byOthers(units -> valuesOfOthers(units, relation)) : OptionalDouble.empty();
        List<Double> logs = of.stream().map(value -> Math.log(value.value())).toList();
        return expected.isPresent() && logs.stream().allMatch(Double::isFinite)
                ? OverRounds.expecting(expected.getAsDouble(), logs)
                : OverRounds.of(of);
    }

    private static RelationVerdict verdict(Relation relation, OverRounds interval, int rounds) {
        if (Double.isNaN(interval.value())) {
            return undecided(relation, "the other side was 0, so that there is no ratio", false);
        }
        Outcome outcome = rounds < ClaimPlan.FEWEST_ROUNDS ? Outcome.UNDECIDED : outcome(relation, interval);
        return new RelationVerdict(
                relation,
                outcome,
                interval.value(),
                interval.low(),
                interval.high(),
                rounds,
                "",
                false,
                outcome == Outcome.UNDECIDED ? RoundsToDecide.of(relation, interval, rounds) : OptionalInt.empty(),
                List.of());
    }

    /** A difference that is too small to matter neither speaks for an order nor against it, however sure it is. */
    static Outcome outcome(Relation relation, OverRounds interval) {
        if (relation.alike() > 0 && interval.low() >= 1 - relation.alike() && interval.high() <= 1 + relation.alike()) {
            return Outcome.ALIKE;
        }
        if (interval.low() >= relation.low() && interval.high() <= relation.high()) {
            return Outcome.HOLDS;
        }
        return interval.high() < relation.low() || interval.low() > relation.high() ? Outcome.FAILS : Outcome.UNDECIDED;
    }

    private static RelationVerdict undecided(Relation relation, String reason, boolean serverFailed) {
        return new RelationVerdict(
                relation,
                Outcome.UNDECIDED,
                Double.NaN,
                0,
                Double.POSITIVE_INFINITY,
                0,
                reason,
                serverFailed,
                OptionalInt.empty(),
                List.of());
    }

    private Observation<Estimated> find(Round round, Relation relation, String variant) {
        List<Observation<Estimated>> sides = round.pairs().stream()
                .filter(unit -> relation.isOfOneOfAPair())
                .flatMap(unit -> Stream.of(Side.values()).flatMap(side -> found(unit, side, relation).stream()))
                .toList();
        // Of three servers each may be in two pairs.
        return sides.stream()
                .filter(Observation::failed)
                .findFirst()
                .or(() -> sides.stream().filter(Observation::isKnown).findFirst())
                .or(() -> sides.stream().findFirst())
                .orElseGet(() -> find(round.cells(), relation, variant));
    }

    private Observation<Estimated> find(List<CellSummary> round, Relation relation, String variant) {
        for (CellSummary summary : round) {
            Cell cell = summary.run().cell();
            if (cell.variant().name().equals(variant)
                    && cell.workload().name().equals(relation.workload())
                    && cell.load().id().equals(relation.load().id())) {
                return found(summary, relation);
            }
        }
        return Observation.unknown(variant + " was not measured on " + relation.workload());
    }

    /** Empty where the side is another variant, or the pair has another workload or rate. */
    private static Optional<Observation<Estimated>> found(UnitRun unit, Side side, Relation relation) {
        PairedCell cell = unit.cell();
        if (!cell.arm(side).variant().name().equals(relation.of())
                || !cell.workload().name().equals(relation.workload())) {
            return Optional.empty();
        }
        if (!relation.load().equals(unit.loadOfAnArm())) {
            return crowded(unit, relation);
        }
        return Optional.of(failure(unit, side)
                .map(Observation::<Estimated>failed)
                .or(() -> unsound(unit).map(Observation::unknown))
                .orElseGet(() -> found(Effects.reading(relation.metric(), unit, side), cell)));
    }

    private static Observation<Estimated> found(Reading reading, PairedCell cell) {
        return switch (reading) {
            case Reading.Measured known ->
                Observation.certain(new Estimated(
                        known.metric(), known.value(), known.value(), known.value(), List.of(known.value())));
            case Reading.Unavailable none -> Observation.unknown(cell.displayName() + ": " + none.reason());
        };
    }

    private Observation<Estimated> found(CellSummary summary, Relation relation) {
        CellRun run = summary.run();
        String cell = run.cell().displayName();
        if (run.failure().isPresent()) {
            return Observation.failed(cell + ": " + firstLine(run.failure().get()));
        }
        if (summary.estimate(Metric.WRONG_ANSWERS) instanceof Estimated wrong && wrong.value() > 0) {
            return Observation.failed(cell + " did other work than was claimed of" + wrong.evidence());
        }
        List<Invalidity> unfit = fitness.complaints(summary);
        if (!unfit.isEmpty()) {
            return Observation.unknown(cell + " was not fit to be judged: "
                    + firstLine(unfit.getFirst().sentence()));
        }
        return switch (summary.estimate(relation.metric())) {
            case Estimated estimated -> Observation.certain(estimated);
            case Estimate.Missing missing -> Observation.unknown(cell + ": " + missing.reason());
        };
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
