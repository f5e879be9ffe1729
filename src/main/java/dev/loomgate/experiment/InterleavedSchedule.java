package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.UnitPlan;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * All arms under load at the same time: the requests of one rate go to them in turns of a millisecond, so that whatever
 * slows the machine down slows all.
 */
final class InterleavedSchedule extends UnitSchedule {
    /** Beyond this much of their CPUs the arms wait for each other, and a change of one is seen on both. */
    static final double ROOM = 0.5;

    private static final Duration TURN = Duration.ofMillis(1);

    private final boolean asksForRoom;
    private Optional<String> crowded = Optional.empty();
    private boolean hasRoom;

    /**
     * @param arms in the order of the servers
     * @param unit its number, from 1
     * @param asksForRoom whether it is not known yet that the arms leave each other room: all units of a cell are
     *     measured alike
     */
    InterleavedSchedule(
            ArmGroup group, List<Arm> arms, int unit, UnitPlan units, RandomGenerator random, boolean asksForRoom) {
        super(group, arms, unit, units, random);
        this.asksForRoom = asksForRoom;
    }

    /** Whether the requests of a window can be shared out evenly. */
    static Optional<String> whyNot(ArmGroup group, UnitPlan units) {
        LoadProfile.Constant load = together(group);
        int arms = group.arms().size();
        long requests = load.requestsPerSecond() * length(group, units).toMillis() / 1000;
        return load.requestsPerSecond() % arms == 0 && requests % arms == 0
                ? Optional.empty()
                : Optional.of(load.displayName() + " can't be divided by " + arms);
    }

    /** Users ask in turns of their own. */
    private static LoadProfile.Constant together(ArmGroup group) {
        return (LoadProfile.Constant) group.loadTogether();
    }

    @Override
    LoadProfile.Constant load() {
        return together(group());
    }

    @Override
    Duration length() {
        return length(group(), units());
    }

    private static Duration length(ArmGroup group, UnitPlan units) {
        return units.scale().window(group.workload().name());
    }

    @Override
    int turn() {
        return TurnOrder.requests(load(), length(), arms().size(), TURN);
    }

    @Override
    boolean isOver() {
        return super.isOver() || crowded.isPresent();
    }

    @Override
    void look(int window, List<Measured> measured) {
        if (asksForRoom && countsFirst(window) && measured.stream().allMatch(InterleavedSchedule::isSound)) {
            judgeRoom(measured);
        }
    }

    @Override
    Optional<String> overload(List<Slice> undisturbed) {
        double rate = (double) load().requestsPerSecond() / arms().size();
        return Overload.of(group().workload(), load(), rate, 1, undisturbed);
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

    /** Arms that leave each other no room are measured on fresh servers, in turn; one that has failed is a result. */
    @Override
    public Optional<List<UnitRun>> result(Measurement measurement) {
        boolean failed = IntStream.range(0, arms().size())
                .anyMatch(arm -> measurement.failure(arm).isPresent());
        return crowded.isPresent() && !failed ? Optional.empty() : super.result(measurement);
    }
}
