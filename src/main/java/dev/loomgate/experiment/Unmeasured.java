package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Results of which there is nothing but the reason why. */
final class Unmeasured {
    private Unmeasured() {}

    /**
     * A server that ended or did not answer is a result; one that could not be started or sampled says nothing about
     * itself.
     */
    static CellRun of(Cell cell, NotMeasured why) {
        return switch (why) {
            case NotMeasured.Failed failed -> of(cell, Optional.of(failed.story()), List.of());
            case NotMeasured.Invalid invalid -> invalid(cell, invalid.reason());
        };
    }

    /** A share of a capacity that no search has found is no rate: the cell is INVALID. */
    static CellRun invalid(Cell cell, Invalidity reason) {
        return of(cell, Optional.empty(), List.of(reason));
    }

    /**
     * All units of a group. A failure belongs to a side, whose label every report puts before it; an invalid unit belongs
     * to none, and neither do those of other arms.
     */
    static List<UnitRun> of(ArmGroup group, int unit, Arm arm, NotMeasured why) {
        return group.pairs().stream().map(pair -> of(pair, unit, arm, why)).toList();
    }

    private static UnitRun of(PairedCell pair, int unit, Arm arm, NotMeasured why) {
        Map<Side, String> failed = new EnumMap<>(Side.class);
        List<Invalidity> invalid = new ArrayList<>();
        switch (why) {
            case NotMeasured.Failed itself ->
                Stream.of(Side.values())
                        .filter(side -> pair.arm(side).equals(arm))
                        .findFirst()
                        .ifPresentOrElse(
                                side -> failed.put(side, itself.story()),
                                () -> invalid.add(Invalidity.server(arm.label() + ": " + itself.story())));
            case NotMeasured.Invalid nothing -> invalid.add(nothing.reason().of(arm.label() + ": "));
        }
        return new UnitRun(
                pair,
                unit,
                false,
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                failed,
                Map.of(),
                Map.of(),
                invalid,
                List.of(),
                "",
                Duration.ZERO,
                Duration.ZERO);
    }

    /** What is known in the middle of a cell, for the question whether limits are still open. */
    static CellRun soFar(Cell cell, List<Iteration> iterations) {
        return CellRun.bare(cell, iterations, Map.of(), Optional.empty(), List.of());
    }

    private static CellRun of(Cell cell, Optional<String> failure, List<Invalidity> invalid) {
        String why = "the cell was not measured";
        return CellRun.bare(
                cell,
                List.of(),
                Map.of(
                        Metric.STARTUP, new Reading.Unavailable(Metric.STARTUP, why),
                        Metric.TIME_TO_WARM, new Reading.Unavailable(Metric.TIME_TO_WARM, why)),
                failure,
                invalid);
    }
}
