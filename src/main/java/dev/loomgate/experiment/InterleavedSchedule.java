package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.UnitPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * All arms under load at the same time: the requests of one schedule go to them in turn, so that whatever slows the
 * machine down slows all. Each window gives one ratio of each two, but for the first: the arms have just been moved to
 * their CPUs and collected. Who gets the first request of a window is balanced.
 */
final class InterleavedSchedule extends UnitSchedule {
    /** Beyond this much of their CPUs the arms wait for each other, and a change of one is seen on both. */
    static final double ROOM = 0.5;

    /** How long one arm gets all requests before the other does. */
    private static final Duration TURN = Duration.ofMillis(1);

    /**
     * In it the median of {@code json} is 34 to 73 % higher than later, and in three of four runs its ratio was two to
     * three times as far off.
     */
    private static final int SETTLING = 1;

    private static final int WINDOWS_BEFORE_OVERLOAD = 2;

    private final boolean asksForRoom;
    private final List<Integer> firsts = new ArrayList<>();

    /**
     * Windows by whose rates an arm may be judged. Without its CPUs no arm holds its rate: that leaves their ratio as
     * it was, and says nothing about one of them.
     */
    private final Set<Integer> undisturbed = new HashSet<>();

    private Optional<String> crowded = Optional.empty();
    private boolean hasRoom;

    /**
     * @param arms in the order of the servers
     * @param unit its number, from 1
     * @param asksForRoom whether it is not known yet that the arms leave each other room: all units of a cell are
     *     measured alike
     */
    InterleavedSchedule(
            ArmGroup group, List<Arm> arms, int unit, UnitPlan units, RandomGenerator coin, boolean asksForRoom) {
        super(group, arms, unit, units, coin);
        this.asksForRoom = asksForRoom;
        firsts.add(coin.nextInt(arms.size()));
        while (firsts.size() < phases()) {
            firsts.addAll(SliceOrder.shuffled(arms.size(), coin));
        }
    }

    /** Whether the requests of a window can be shared out evenly. */
    static Optional<String> whyNot(ArmGroup group, UnitPlan units) {
        LoadProfile.Constant load = together(group);
        int arms = group.arms().size();
        long requests = load.requestsPerSecond() * units.scale().window().toMillis() / 1000;
        return load.requestsPerSecond() % arms == 0 && requests % arms == 0
                ? Optional.empty()
                : Optional.of(load.displayName() + " can't be divided by " + arms);
    }

    /** Users that ask as soon as they are answered are always in turns. */
    private static LoadProfile.Constant together(ArmGroup group) {
        return (LoadProfile.Constant) group.loadTogether();
    }

    private int rate() {
        return together(group()).requestsPerSecond();
    }

    @Override
    LoadProfile load() {
        return together(group());
    }

    @Override
    int phases() {
        return SETTLING + units().scale().windows();
    }

    @Override
    List<Integer> armsOf(int phase) {
        int count = arms().size();
        return IntStream.range(0, count)
                .map(place -> (firsts.get(phase) + place) % count)
                .boxed()
                .toList();
    }

    /** At least one, and as many turns for either arm. */
    @Override
    int turn() {
        int requests = Math.toIntExact(rate() * units().scale().window().toMillis() / 1000);
        int turn = Math.max(1, Math.toIntExact(rate() * TURN.toMillis() / 1000));
        while (requests % (arms().size() * turn) != 0) {
            turn--;
        }
        return turn;
    }

    @Override
    boolean isOver() {
        return super.isOver() || crowded.isPresent();
    }

    /** What disturbs all arms alike leaves their ratios as they were. */
    @Override
    void took(int phase, List<Measured> measured) {
        measured.forEach(arm -> add(phase, arm, List.of()));
        if (measured.stream().allMatch(arm -> arm.disturbances().isEmpty())) {
            undisturbed.add(phase);
        }
        if (asksForRoom && phase == SETTLING && measured.stream().allMatch(InterleavedSchedule::isSound)) {
            judgeRoom(measured);
        }
        if (undisturbed.size() >= SETTLING + WINDOWS_BEFORE_OVERLOAD) {
            judgeOverload((double) rate() / arms().size(), slice -> undisturbed.contains(slice.number()));
        }
    }

    /** An arm that died or answered wrongly has shown a result: its unit is kept. */
    private static boolean isSound(Measured measured) {
        Answers answers = Answers.of(measured.load());
        return measured.death().isEmpty() && answers.failed() + answers.wrong() == 0;
    }

    /** Where the CPU time of an arm could not be read, the next unit tells. */
    private void judgeRoom(List<Measured> measured) {
        List<OptionalDouble> used =
                measured.stream().map(InterleavedSchedule::cpus).toList();
        if (used.stream().allMatch(OptionalDouble::isPresent)) {
            crowded = crowd(
                    measured,
                    used.stream().mapToDouble(OptionalDouble::getAsDouble).sum());
            hasRoom = crowded.isEmpty();
        }
    }

    private Optional<String> crowd(List<Measured> measured, double used) {
        double cpus = measured.getFirst().samples().machine().serverCpus();
        return used <= ROOM * cpus
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "together they use %.0f %% of their CPUs at %s, more than %.0f %%",
                        100 * used / cpus,
                        load().displayName(),
                        100 * ROOM));
    }

    /** CPUs that its application threads keep busy. JIT compilers are left out, because they stop when all is warm. */
    private static OptionalDouble cpus(Measured measured) {
        return measured.readings().get(Metric.APPLICATION_CPU) instanceof Reading.Measured perRequest
                ? OptionalDouble.of(Unit.MICROSECONDS.convert(perRequest.value(), Unit.SECONDS)
                        * measured.load().started()
                        / (measured.load().length().toNanos() / 1e9))
                : OptionalDouble.empty();
    }

    /** Why the arms must not be under load at the same time, once that is known. */
    Optional<String> crowded() {
        return crowded;
    }

    /** Whether it has been seen that they may be. */
    boolean hasRoom() {
        return hasRoom;
    }

    @Override
    boolean interleaved() {
        return true;
    }

    @Override
    List<String> remarks() {
        return List.of();
    }

    /** Arms that leave each other no room are measured on fresh servers, in slices; one that has failed is a result. */
    @Override
    public Optional<List<UnitRun>> result(Measurement measurement) {
        boolean failed = IntStream.range(0, arms().size())
                .anyMatch(arm -> measurement.failure(arm).isPresent());
        return crowded.isPresent() && !failed ? Optional.empty() : super.result(measurement);
    }
}
