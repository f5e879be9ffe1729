package dev.loomgate.experiment;

import dev.loomgate.load.Targets;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.UnitPlan;
import dev.loomgate.plan.UnitScale;
import dev.loomgate.plan.Workload;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Phases that show how much each arm can answer at most, in rounds of two, with as many users as keep an arm busy. In the
 * first phase all arms are asked at the same time, which shows what an answer costs each; in the second one after the
 * other in short turns, which shows what each answers, and how much of its CPUs it gets used, when it has them for itself.
 * The speed of a shared machine changes from second to second by up to a half: of arms that share a CPU within
 * milliseconds it hits all alike. On {@code mixed} answers per second in turns had ratios that scattered by 9 to 23 % from
 * phase to phase, and CPU time per answer of arms at the same time by 1.4 to 2.0 %.
 */
final class Saturation {
    /** Where the scale names no users, those that keep an arm busy are so many times those that warm it. */
    private static final int USERS = 2;

    /**
     * Many users let the arms compile anew, in the first phase or later: on {@code mixed} the JIT of one of two servers
     * used 34 % of its CPU in the second, in which it answered half of what it did in the third. So rounds follow until
     * those that count are quiet, at most so many before them.
     */
    private static final int MOST_SETTLING = 4;

    /**
     * Of an arm that is at its end requests wait: with twice the users that it takes, twice as long as alone. Below this
     * much longer it may have had too few.
     */
    private static final double LONGER = 1.3;

    /** Of the workload, in a turn at least: each user is answered some times. */
    private static final int WAITS = 4;

    private static final int ANSWERS = 25;

    /** In a block, which goes there and back. */
    private static final int TURNS_OF_AN_ARM = 2;

    private static final int TURNS_OF_A_PAIR = Side.values().length * TURNS_OF_AN_ARM;

    private static final int FEWEST_COUNTING = 2;

    /**
     * An arm that uses this share of its CPUs in its turns is limited by them. On {@code mixed}, {@code matmul} and {@code
     * aggregate-100} such arms used 0.83 to 1.0 (what is missing are beginnings and ends of turns), and one that 200
     * threads limit used 0.54 to 0.71.
     */
    private static final double LIMITED = 0.8;

    private static final double MICROSECONDS = 1e6;

    private Saturation() {}

    static int users(ArmGroup group, UnitScale scale) {
        Workload workload = group.workload();
        return scale.ceiling().usersOf().getOrDefault(workload.name(), USERS * workload.warmUpUsers(group.load()));
    }

    /**
     * As many phases as there may be. Of two arms a phase lasts as long as a window, or longer where a request waits for
     * long. They take as long as the windows of a small unit, so that there are phases only where something is made of
     * them.
     */
    static List<Targets.ByUsers> of(ArmGroup group, UnitPlan units, RandomGenerator random) {
        UnitScale scale = units.scale();
        int arms = group.arms().size();
        int rounds = units.asksForCeiling(group) ? MOST_SETTLING + counting(group, scale) : 0;
        return IntStream.range(0, rounds)
                .boxed()
                .flatMap(round -> Stream.of(
                        Targets.ByUsers.together(
                                users(group, scale), ofAnArm(group, scale).multipliedBy(arms), arms),
                        Targets.ByUsers.inTurns(
                                users(group, scale),
                                turn(group, scale),
                                TurnOrder.thereAndBack(arms, blocks(group, scale), random))))
                .toList();
    }

    /** What an arm has of a phase in which it is asked in turns. */
    private static Duration ofAnArm(ArmGroup group, UnitScale scale) {
        return turn(group, scale).multipliedBy((long) TURNS_OF_AN_ARM * blocks(group, scale));
    }

    /** How many rounds count: as many as give each arm the time in turns that the scale asks for, two at least. */
    static int counting(ArmGroup group, UnitScale scale) {
        return Math.max(
                FEWEST_COUNTING,
                Math.toIntExact(Math.ceilDiv(
                        scale.ceiling().time(group.workload()).toMillis(),
                        ofAnArm(group, scale).toMillis())));
    }

    private static int blocks(ArmGroup group, UnitScale scale) {
        return turns(group, scale) / TURNS_OF_A_PAIR;
    }

    /** How long one arm has load before the next: short, but long enough to answer some rounds of requests. */
    static Duration turn(ArmGroup group, UnitScale scale) {
        Duration rounds = group.workload().waits().multipliedBy(WAITS);
        Duration turn = window(group, scale).dividedBy(turns(group, scale));
        return turn.compareTo(rounds) < 0 ? rounds : turn;
    }

    /** Of two arms in a phase that lasts as long as a window. */
    private static int turns(ArmGroup group, UnitScale scale) {
        return IntStream.of(16, 8)
                .filter(count -> isLong(window(group, scale).dividedBy(count), group))
                .findFirst()
                .orElse(TURNS_OF_A_PAIR);
    }

    private static Duration window(ArmGroup group, UnitScale scale) {
        return scale.window(group.workload().name());
    }

    /**
     * What an arm had of a round: what it shows in its turns, its ceiling, and the JIT of that phase in which it was busier.
     *
     * @param cpus of its server
     */
    static Slice slice(Slice together, Slice inTurns, double cpus) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.putAll(inTurns.readings());
        readings.put(Metric.CEILING, ceiling(together, inTurns, cpus));
        if (StillCompiling.share(together) > StillCompiling.share(inTurns)) {
            readings.put(
                    Metric.JIT_LOAD, Objects.requireNonNull(together.readings().get(Metric.JIT_LOAD)));
        }
        return new Slice(
                inTurns.number(),
                inTurns.side(),
                together.answers().plus(inTurns.answers()),
                readings,
                inTurns.requests(),
                Stream.concat(together.invalid().stream(), inTurns.invalid().stream())
                        .distinct()
                        .toList());
    }

    /**
     * Where its CPUs limit an arm: what it gets used of them in its turns, by what an answer costs when all are asked. The
     * JIT ends some day, so that its time is free for answers; but not what it works in the turns of others, which would
     * make more than all. Else what it answers in its turns.
     */
    private static Reading ceiling(Slice together, Slice inTurns, double cpus) {
        if (!(inTurns.readings().get(Metric.THROUGHPUT) instanceof Reading.Measured perSecond)) {
            return new Reading.Unavailable(Metric.CEILING, "no request was sent");
        }
        double all = cpus * MICROSECONDS;
        double used =
                Math.min(all, perSecond.value() * cpu(inTurns, Metric.APPLICATION_CPU, Metric.GC_CPU, Metric.JIT_CPU));
        double cost = cpu(together, Metric.APPLICATION_CPU, Metric.GC_CPU);
        boolean limited = used >= LIMITED * all && cost > 0;
        return new Reading.Measured(Metric.CEILING, limited ? used / cost : perSecond.value());
    }

    /** Of an answer, in microseconds; of what is not known nothing. */
    private static double cpu(Slice slice, Metric... groups) {
        return Stream.of(groups)
                .flatMapToDouble(group -> slice.readings().get(group) instanceof Reading.Measured known
                        ? DoubleStream.of(known.value())
                        : DoubleStream.empty())
                .sum();
    }

    /**
     * Whether those that count have been: the first never does, and those that do are quiet.
     *
     * @param measured so far, one of each arm in every round
     * @param counting slices that count
     * @param limit a share of the time of the server's CPUs
     */
    static boolean isOver(List<Slice> measured, int counting, double limit) {
        return measured.size() > counting
                && measured.subList(measured.size() - counting, measured.size()).stream()
                        .noneMatch(slice -> StillCompiling.share(slice) > limit);
    }

    /** The same with those before them as round 0, in which the arms settle. */
    static List<Slice> numbered(List<Slice> measured, int arms, int counting) {
        int settling = Math.max(arms, measured.size() - counting);
        return IntStream.range(0, measured.size())
                .mapToObj(place -> measured.get(place).numbered(place < settling ? 0 : 1 + (place - settling) / arms))
                .toList();
    }

    /** What may have kept an arm from answering more, in words. */
    static List<String> doubts(PairedCell cell, List<Slice> saturated, double jitShare) {
        return Stream.of(Side.values())
                .flatMap(side -> CeilingDoubt.of(side, saturated, jitShare).entrySet().stream()
                        .map(doubt -> cell.arm(side).label() + ": saturated: "
                                + doubt.getKey().sentence(doubt.getValue())))
                .toList();
    }

    /**
     * Why an arm was not brought to its end, in words.
     *
     * @param generatorEnded arms that the generator could not ask for more
     */
    static Map<Side, String> unreached(
            PairedCell cell, int users, List<Slice> slices, List<Slice> saturated, Set<Arm> generatorEnded) {
        Map<Side, String> unreached = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            Arm arm = cell.arm(side);
            String why = "";
            if (generatorEnded.contains(arm)) {
                why = "the generator was at its end before the server";
            } else if (p50(side, saturated) < LONGER * p50(side, slices)) {
                why = users + " users wait hardly longer than one does; name more at 'ceiling-users-of'";
            }
            if (!why.isEmpty()) {
                unreached.put(side, arm.label() + ": saturated: its ceiling is what is shown, or higher: " + why);
            }
        }
        return unreached;
    }

    /** Of the middle slice; not a number without one. */
    private static double p50(Side side, List<Slice> slices) {
        return Median.withDefaults()
                .evaluate(slices.stream()
                        .filter(slice -> slice.side() == side && slice.settled())
                        .flatMapToDouble(slice -> slice.readings().get(Metric.P50) instanceof Reading.Measured known
                                ? DoubleStream.of(known.value())
                                : DoubleStream.empty())
                        .toArray());
    }

    private static boolean isLong(Duration turn, ArmGroup group) {
        return turn.compareTo(group.workload().waits().multipliedBy(WAITS)) >= 0
                && group.load() instanceof LoadProfile.Constant rate
                && turn.toMillis() * rate.requestsPerSecond() >= 1000L * ANSWERS;
    }
}
