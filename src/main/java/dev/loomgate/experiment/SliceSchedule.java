package dev.loomgate.experiment;

import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.UnitPlan;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Short slices of the same load, on one of two arms after the other, in blocks of A B B A or B A A B: for arms that
 * would compete for their CPUs.
 */
final class SliceSchedule extends UnitSchedule {
    private final SliceOrder order;
    private final String why;

    /**
     * @param unit its number, from 1
     * @param why the arms are not under load at the same time
     */
    SliceSchedule(PairedCell cell, int unit, UnitPlan units, SliceOrder order, RandomGenerator coin, String why) {
        super(cell, unit, units, order.first(), coin);
        this.order = order;
        this.why = why;
    }

    @Override
    int phases() {
        return units().scale().slices();
    }

    @Override
    List<Integer> armsOf(int phase) {
        return List.of(sides().indexOf(order.slices().get(phase)));
    }

    @Override
    int turn() {
        return 0;
    }

    @Override
    void took(int phase, List<Measured> measured) {
        int number = phase + 1;
        add(number, measured.getFirst(), measured.getFirst().disturbances());
        if (Overload.isJudgedAfter(number, phases())) {
            cell().requestsPerSecond().ifPresent(rate -> judgeOverload(rate, slices()));
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
