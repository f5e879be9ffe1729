package dev.loomgate.experiment;

import dev.loomgate.load.Targets;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Short slices of the same load, on one of two arms after the other, in blocks of A B B A or B A A B: for arms that
 * would compete for their CPUs.
 */
final class SliceSchedule extends DuelSchedule {
    private final SliceOrder order;
    private final String why;

    /**
     * @param unit its number, from 1
     * @param why the arms are not under load at the same time
     */
    SliceSchedule(DuelCell cell, int unit, DuelPlan duel, SliceOrder order, String why) {
        super(cell, unit, duel, order.first());
        this.order = order;
        this.why = why;
    }

    @Override
    public WarmUpPlan warmUp() {
        return new WarmUpPlan(duel().scale().warmUp().rules(), QUIET_CYCLES, true, false, Duration.ZERO);
    }

    @Override
    int warmedAtOnce() {
        return 1;
    }

    @Override
    int phases() {
        return duel().scale().slices();
    }

    @Override
    Targets targets(List<Targets.Server> servers) {
        return new Targets(
                servers,
                order.slices().stream().map(sides()::indexOf).toList(),
                0,
                duel().scale().dropped().toMillis(),
                duel().scale().warmUp().requests(cell().workload()));
    }

    @Override
    public Optional<Phase> next() {
        return slices().size() == phases() || isOverloaded()
                ? Optional.empty()
                : Optional.of(phase(List.of(sides().indexOf(order.ofSlice(slices().size() + 1)))));
    }

    @Override
    public After took(List<Measured> measured) {
        int number = slices().size() + 1;
        add(number, measured.getFirst(), measured.getFirst().disturbances());
        if (Overload.isJudgedAfter(number, phases())) {
            judgeOverload(cell().load().requestsPerSecond());
        }
        return After.FIT;
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
