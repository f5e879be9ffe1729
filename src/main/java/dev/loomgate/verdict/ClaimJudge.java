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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Holds claims against rounds: in each round every cell and every pair was measured once, on fresh boots ({@link
 * OverRounds}). What one round alone says is undecided, however clear it looks: on another boot the same search has put
 * servers in another order.
 */
public final class ClaimJudge {
    private static final int FEWEST_ROUNDS = 2;

    /** Rounds of other pairs, less one for each. */
    private static final int FEWEST_OF_OTHERS = 5;

    private final List<Round> rounds;
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

    private ClaimJudge(List<Round> rounds, int iterations, double jitShare) {
        this.rounds = rounds;
        this.fitness = new Fitness(iterations);
        this.jitShare = jitShare;
    }

    /**
     * One verdict per claim, in their order.
     *
     * @param rounds what was measured, by round
     * @param iterations valid ones that a cell needs
     * @param jitShare what a JIT may use of the time of a server's CPUs at its ceiling, without a word
     */
    public static List<ClaimVerdict> judge(List<Claim> claims, List<Round> rounds, int iterations, double jitShare) {
        ClaimJudge judge = new ClaimJudge(rounds, iterations, jitShare);
        return claims.stream()
                .map(claim -> new ClaimVerdict(
                        claim, claim.relations().stream().map(judge::relation).toList()))
                .toList();
    }

    private RelationVerdict relation(Relation relation) {
        List<Ratio> ratios = relation.isOfPairs()
                ? rounds.stream()
                        .flatMap(round -> round.pairs().stream())
                        .flatMap(unit -> ratio(unit, relation).stream())
                        .toList()
                : List.of();
        RelationVerdict verdict = ratios.isEmpty() ? ofCells(relation) : ofPairs(relation, ratios);
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
     * What a pair says.
     *
     * @param log of the ratio; empty where it says nothing
     * @param scatter of the logarithm, by the windows of the pair; empty of what is read once
     * @param reason why it does not, or why the ratio may be lower; empty without
     * @param failed whether a server is why: that is a result, and other rounds don't make up for it
     */
    private record Ratio(OptionalDouble log, OptionalDouble scatter, String reason, boolean failed) {
        static Ratio unknown(String reason) {
            return new Ratio(OptionalDouble.empty(), OptionalDouble.empty(), reason, false);
        }

        static Ratio failed(String reason) {
            return new Ratio(OptionalDouble.empty(), OptionalDouble.empty(), reason, true);
        }
    }

    /** Where a ratio may be lower, all that can be said is that the relation holds because it is low enough. */
    private RelationVerdict ofPairs(Relation relation, List<Ratio> ratios) {
        List<Ratio> known =
                ratios.stream().filter(ratio -> ratio.log().isPresent()).toList();
        Optional<Ratio> failed = ratios.stream().filter(Ratio::failed).findFirst();
        if (failed.isPresent()) {
            return undecided(relation, failed.get().reason(), true);
        }
        if (known.isEmpty()) {
            return undecided(relation, ratios.getFirst().reason());
        }
        RelationVerdict verdict = verdict(relation, interval(relation, known), known.size());
        boolean lowEnough = relation.low() == 0 && verdict.outcome() == Outcome.HOLDS;
        return known.stream()
                .map(Ratio::reason)
                .filter(reason -> !reason.isEmpty() && !lowEnough)
                .findFirst()
                .map(reason -> undecided(relation, reason))
                .orElse(verdict);
    }

    private OverRounds interval(Relation relation, List<Ratio> known) {
        List<Double> logs =
                known.stream().map(ratio -> ratio.log().getAsDouble()).toList();
        boolean hasWindows = known.stream().anyMatch(ratio -> ratio.scatter().isPresent());
        return OverRounds.ofLogs(
                logs,
                hasWindows
                        ? typical(known.stream().map(Ratio::scatter).toList())
                        : byOthers(unit -> ratioOfOther(unit, relation)));
    }

    /** By how much a round differs from others, by what was seen within each; empty where one of them does not tell. */
    private static OptionalDouble typical(List<OptionalDouble> scatters) {
        return scatters.stream().allMatch(OptionalDouble::isPresent)
                ? OptionalDouble.of(Math.sqrt(scatters.stream()
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .map(scatter -> scatter * scatter)
                        .average()
                        .orElseThrow()))
                : OptionalDouble.empty();
    }

    /**
     * The same of what is read once, by how the rounds of others differ; empty where there are too few. Two rounds may
     * show the same by chance, and then would seem to know it exactly.
     *
     * @param read logarithms that a pair tells of others, by what each is of
     */
    private OptionalDouble byOthers(Function<UnitRun, Map<Object, Double>> read) {
        Map<Object, List<Double>> others = new HashMap<>();
        for (Round round : rounds) {
            // Of three servers each is in two pairs, and was read once.
            Map<Object, Double> once = new HashMap<>();
            round.pairs().stream()
                    .filter(unit -> unsound(unit).isEmpty())
                    .map(read)
                    .forEach(once::putAll);
            once.forEach((what, log) ->
                    others.computeIfAbsent(what, none -> new ArrayList<>()).add(log));
        }
        others.values().removeIf(of -> of.size() < FEWEST_ROUNDS);
        int freedom = others.values().stream().mapToInt(of -> of.size() - 1).sum();
        double squares = others.values().stream()
                .mapToDouble(of -> (of.size() - 1) * Math.pow(OneSided.of(of).deviation(), 2))
                .sum();
        return freedom < FEWEST_OF_OTHERS ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / freedom));
    }

    /** Of a pair that the relation is not about. */
    private static Map<Object, Double> ratioOfOther(UnitRun unit, Relation relation) {
        return !relation.isAbout(unit.cell()) && Effects.of(unit, relation.metric()) instanceof LogRatio.Known known
                ? Map.of(unit.cell(), known.log())
                : Map.of();
    }

    /** Of servers of a pair that the relation is not about. */
    private static Map<Object, Double> valuesOfOthers(UnitRun unit, Relation relation) {
        Map<Object, Double> values = new HashMap<>();
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
        return values;
    }

    /** Empty where the pair is another one, or has another workload or rate. */
    private static Optional<Ratio> ratio(UnitRun unit, Relation relation) {
        if (!relation.isAbout(unit.cell())) {
            return Optional.empty();
        }
        boolean isBaseline = unit.cell().baseline().variant().name().equals(relation.of());
        return relation.load().equals(unit.loadOfAnArm())
                ? Optional.of(ratio(unit, relation, isBaseline ? Side.BASELINE : Side.CANDIDATE))
                : crowded(unit, relation);
    }

    /** Each got the rate of both, because they could not be under load at the same time. */
    private static Optional<Ratio> crowded(UnitRun unit, Relation relation) {
        return !unit.interleaved() && relation.load().equals(unit.cell().loadOfEach())
                ? Optional.of(Ratio.unknown(unit.cell().displayName() + " left its servers no room: name "
                        + relation.workload() + " below 'in-turn'"))
                : Optional.empty();
    }

    private static Ratio ratio(UnitRun unit, Relation relation, Side of) {
        Metric metric = relation.metric();
        String pair = unit.cell().displayName();
        Optional<Ratio> unsound =
                failure(unit).map(Ratio::failed).or(() -> unfit(unit).map(Ratio::unknown));
        if (unsound.isPresent()) {
            return unsound.get();
        }
        Map<Side, String> unreached = metric == Metric.CEILING ? unit.unreached() : Map.of();
        if (unreached.containsKey(of)) {
            return Ratio.unknown(pair + ": " + unreached.get(of));
        }
        return switch (Effects.of(unit, metric)) {
            case LogRatio.Known known -> {
                boolean moreIsWorse = metric.direction() != Direction.HIGHER_IS_BETTER;
                boolean toTheOther = moreIsWorse == (of == Side.CANDIDATE);
                String lower = Optional.ofNullable(unreached.get(of.other()))
                        .map(why -> pair + ": " + why)
                        .orElse("");
                yield new Ratio(
                        OptionalDouble.of(toTheOther ? known.log() : -known.log()), known.scatter(), lower, false);
            }
            case LogRatio.Disturbed disturbed -> Ratio.unknown(pair + ": " + disturbed.reason());
            case LogRatio.Missing missing -> Ratio.unknown(pair + ": " + missing.reason());
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

    private RelationVerdict ofCells(Relation relation) {
        List<Found> all = new ArrayList<>();
        List<Estimated> of = new ArrayList<>();
        List<Estimated> over = new ArrayList<>();
        List<OptionalDouble> scatters = new ArrayList<>();
        for (Round round : rounds) {
            Found first = find(round, relation, relation.of());
            Found second = relation.over()
                    .map(variant -> find(round, relation, variant))
                    .orElse(first);
            if (first.estimate().isPresent() && second.estimate().isPresent()) {
                of.add(first.estimate().get());
                over.add(second.estimate().get());
                scatters.add(ofRatio(first.scatter(), second.scatter()));
            }
            all.add(first);
            all.add(second);
        }
        Optional<Found> failed = all.stream().filter(Found::failed).findFirst();
        if (failed.isPresent()) {
            return undecided(relation, failed.get().reason(), true);
        }
        if (of.isEmpty()) {
            // The first round tells more than a later one that was never reached.
            return undecided(
                    relation,
                    all.stream()
                            .filter(found -> found.estimate().isEmpty())
                            .findFirst()
                            .map(Found::reason)
                            .orElse("it was not measured"));
        }
        return verdict(relation, interval(relation, of, over, typical(scatters)), of.size());
    }

    private static OptionalDouble ofRatio(OptionalDouble of, OptionalDouble over) {
        return of.isPresent() && over.isPresent()
                ? OptionalDouble.of(Math.hypot(of.getAsDouble(), over.getAsDouble()))
                : OptionalDouble.empty();
    }

    /** @param expected scatter of a ratio over rounds */
    private OverRounds interval(Relation relation, List<Estimated> of, List<Estimated> over, OptionalDouble expected) {
        boolean alone = relation.over().isEmpty();
        if (relation.metric() == Metric.CAPACITY) {
            return alone ? OverRounds.searched(of) : OverRounds.searchedRatio(of, over);
        }
        return alone ? alone(relation, of) : OverRounds.ratio(of, over, expected);
    }

    private OverRounds alone(Relation relation, List<Estimated> of) {
        OptionalDouble expected =
                relation.isOfOneOfAPair() ? byOthers(unit -> valuesOfOthers(unit, relation)) : OptionalDouble.empty();
        List<Double> logs = of.stream().map(value -> Math.log(value.value())).toList();
        return expected.isPresent() && logs.stream().allMatch(Double::isFinite)
                ? OverRounds.expecting(expected.getAsDouble(), logs)
                : OverRounds.of(of);
    }

    private static RelationVerdict verdict(Relation relation, OverRounds interval, int rounds) {
        if (Double.isNaN(interval.value())) {
            return undecided(relation, "it was 0 in all rounds of the other side, so that there is no ratio");
        }
        Outcome outcome = rounds < FEWEST_ROUNDS ? Outcome.UNDECIDED : outcome(relation, interval);
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

    private static RelationVerdict undecided(Relation relation, String reason) {
        return undecided(relation, reason, false);
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

    /**
     * What one server says.
     *
     * @param scatter of its logarithm over rounds, where it tells that itself
     * @param reason why there is no estimate; empty with one
     * @param failed whether the server is why: that is a result, and other rounds don't make up for it
     */
    private record Found(Optional<Estimated> estimate, OptionalDouble scatter, String reason, boolean failed) {
        static Found known(Estimated estimate, OptionalDouble scatter) {
            return new Found(Optional.of(estimate), scatter, "", false);
        }

        static Found unknown(String reason) {
            return new Found(Optional.empty(), OptionalDouble.empty(), reason, false);
        }

        static Found failed(String reason) {
            return new Found(Optional.empty(), OptionalDouble.empty(), reason, true);
        }
    }

    private Found find(Round round, Relation relation, String variant) {
        List<Found> sides = round.pairs().stream()
                .filter(unit -> relation.isOfOneOfAPair())
                .flatMap(unit -> Stream.of(Side.values()).flatMap(side -> found(unit, side, relation).stream()))
                .toList();
        // Of three servers each may be in two pairs.
        return sides.stream()
                .filter(Found::failed)
                .findFirst()
                .or(() -> sides.stream()
                        .filter(side -> side.estimate().isPresent())
                        .findFirst())
                .or(() -> sides.stream().findFirst())
                .orElseGet(() -> find(round.cells(), relation, variant));
    }

    private Found find(List<CellSummary> round, Relation relation, String variant) {
        for (CellSummary summary : round) {
            Cell cell = summary.run().cell();
            if (cell.variant().name().equals(variant)
                    && cell.workload().name().equals(relation.workload())
                    && cell.load().id().equals(relation.load().id())) {
                return found(summary, relation);
            }
        }
        return Found.unknown(variant + " was not measured on " + relation.workload());
    }

    /** Empty where the side is another variant, or the pair has another workload or rate. */
    private static Optional<Found> found(UnitRun unit, Side side, Relation relation) {
        PairedCell cell = unit.cell();
        if (!cell.arm(side).variant().name().equals(relation.of())
                || !cell.workload().name().equals(relation.workload())) {
            return Optional.empty();
        }
        if (!relation.load().equals(unit.loadOfAnArm())) {
            return crowded(unit, relation).map(why -> Found.unknown(why.reason()));
        }
        return Optional.of(failure(unit, side)
                .map(Found::failed)
                .or(() -> unsound(unit).map(Found::unknown))
                .orElseGet(() -> found(Effects.reading(relation.metric(), unit, side), cell)));
    }

    private static Found found(Reading reading, PairedCell cell) {
        return switch (reading) {
            case Reading.Measured known ->
                Found.known(
                        new Estimated(
                                known.metric(), known.value(), known.value(), known.value(), List.of(known.value())),
                        OptionalDouble.empty());
            case Reading.Unavailable none -> Found.unknown(cell.displayName() + ": " + none.reason());
        };
    }

    /** A recording is a phase of its own, and tells no times: iterations that were disturbed do not spoil it. */
    private Found found(CellSummary summary, Relation relation) {
        CellRun run = summary.run();
        String cell = run.cell().displayName();
        if (run.failure().isPresent()) {
            return Found.failed(cell + ": " + firstLine(run.failure().get()));
        }
        if (summary.estimate(Metric.WRONG_ANSWERS) instanceof Estimated wrong && wrong.value() > 0) {
            return Found.failed(cell + " did other work than was claimed of" + wrong.evidence());
        }
        List<Invalidity> unfit = relation.isOfRecordings() ? run.invalid() : fitness.complaints(summary);
        if (!unfit.isEmpty()) {
            return Found.unknown(cell + " was not fit to be judged: "
                    + firstLine(unfit.getFirst().sentence()));
        }
        return switch (summary.estimate(relation.metric())) {
            case Estimated estimated ->
                Found.known(
                        estimated,
                        run.explanation()
                                .map(explanation -> explanation.scatter(relation.metric()))
                                .orElse(OptionalDouble.empty()));
            case Estimate.Missing missing -> Found.unknown(cell + ": " + missing.reason());
        };
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
