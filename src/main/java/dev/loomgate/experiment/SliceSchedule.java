package dev.loomgate.experiment;

import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.UnitPlan;
import java.util.List;
import java.util.random.RandomGenerator;

/** Short slices of the same load, on one arm after the other, in blocks: for arms that would compete for their CPUs. */
final class SliceSchedule extends UnitSchedule {
    private final SliceOrder order;
    private final String why;

    /**
     * @param arms in the order of the servers
     * @param unit its number, from 1
     * @param why the arms are not under load at the same time
     */
    SliceSchedule(ArmGroup group, List<Arm> arms, int unit, UnitPlan units, RandomGenerator coin, String why) {
        super(group, arms, unit, units, coin);
        this.order = SliceOrder.flip(arms.size(), units.scale().windows() / 2, coin);
        this.why = why;
    }

    @Override
    LoadProfile load() {
        return group().load();
    }

    @Override
    int phases() {
        return order.slices().size();
    }

    @Override
    List<Integer> armsOf(int phase) {
        return List.of(order.slices().get(phase));
    }

    @Override
    int turn() {
        return 0;
    }

    @Override
    void took(int phase, List<Measured> measured) {
        int number = phase + 1;
        add(number, measured.getFirst(), measured.getFirst().disturbances());
        if (load() instanceof LoadProfile.Constant rate
                && Overload.isJudgedAfter(number, phases(), 2 * arms().size())) {
            judgeOverload(rate.requestsPerSecond(), slice -> true);
        }
    }

    @Override
    boolean interleaved() {
        return false;
    }

    @Override
    List<String> remarks() {
        return List.of("measured in slices, one arm after the other: " + why);
    }
}
