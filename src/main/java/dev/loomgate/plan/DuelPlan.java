package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Everything a duel needs to know.
 *
 * @param plan what is the same for every run: launcher, JDKs, images, guards, folders; its cells are the arms of the
 *     duel's cells
 * @param cells in the order they are measured: cells of one {@link DuelCell#pair()} stand together
 * @param tolerances of the gated metrics, failed and wrong answers always among them; all others are reported
 * @param calibration what the units are wanted for when not for a verdict
 * @param seed of the random source, so that a run can be repeated
 */
public record DuelPlan(
        Plan plan,
        List<DuelCell> cells,
        DuelScale scale,
        Map<Metric, Tolerance> tolerances,
        Optional<Calibration> calibration,
        long seed) {
    public DuelPlan {
        cells = List.copyOf(cells);
        if (cells.isEmpty() || tolerances.isEmpty()) {
            throw new IllegalArgumentException("a duel needs a cell and a gated metric");
        }
        tolerances = Map.copyOf(Compared.withCounts(tolerances));
    }

    /** The same with what the function makes of the programs. */
    public DuelPlan withPrograms(UnaryOperator<Program> change) {
        List<DuelCell> changed = cells.stream()
                .map(cell -> new DuelCell(
                        with(cell.baseline(), change), with(cell.candidate(), change), cell.workload(), cell.load()))
                .toList();
        List<Cell> arms = changed.stream()
                .flatMap(cell -> Stream.of(cell.cell(Side.BASELINE), cell.cell(Side.CANDIDATE)))
                .distinct()
                .toList();
        return new DuelPlan(plan.withCells(arms), changed, scale, tolerances, calibration, seed);
    }

    private static Arm with(Arm arm, UnaryOperator<Program> change) {
        Variant variant = arm.variant().with(change.apply(arm.variant().program()));
        return new Arm(arm.label(), variant, arm.runtime(), arm.servers());
    }

    /** The same, measured or judged otherwise. */
    public DuelPlan withScale(DuelScale other) {
        return new DuelPlan(plan, cells, other, tolerances, calibration, seed);
    }
}
