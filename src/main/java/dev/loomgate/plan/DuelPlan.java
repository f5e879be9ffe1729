package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.LinkedHashMap;
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

    /**
     * What is gated of a cell: each metric of all requests together, then those of each request that has answers enough
     * by itself. In the order of the enumeration and of the file, so that reports of two runs can be laid side by side.
     * Failed requests and wrong answers are counted beside.
     */
    public List<Compared> gated(DuelCell cell) {
        return Stream.concat(
                        tolerated().map(Compared::of),
                        ofRequests(cell).filter(compared -> tooFew(cell, compared).isEmpty()))
                .toList();
    }

    /** What is gated of all requests together, and not of a request by itself, with the reason. */
    public Map<Compared, String> notGated(DuelCell cell) {
        Map<Compared, String> reasons = new LinkedHashMap<>();
        ofRequests(cell)
                .forEach(compared -> tooFew(cell, compared).ifPresent(reason -> reasons.put(compared, reason)));
        return reasons;
    }

    /**
     * All comparisons of single cells, failed requests and wrong answers included. Known before anything is measured,
     * so that the allowed error can be divided among them.
     */
    public int comparisons() {
        return cells.stream()
                .mapToInt(cell -> gated(cell).size() + Compared.COUNTS.size())
                .sum();
    }

    private Stream<Metric> tolerated() {
        return tolerances.keySet().stream()
                .filter(metric -> !Compared.COUNTS.contains(metric))
                .sorted();
    }

    private Stream<Compared> ofRequests(DuelCell cell) {
        return cell.requests().stream()
                .flatMap(request -> tolerated()
                        .filter(Compared.OF_REQUESTS::contains)
                        .map(metric -> Compared.of(metric, request.name())));
    }

    /** Why a request does not have a percentile by itself; empty where it has, and for all requests together. */
    public Optional<String> tooFew(DuelCell cell, Compared compared) {
        return cell.requests().stream()
                .filter(request -> compared.request().equals(Optional.of(request.name())))
                .findFirst()
                .flatMap(request -> scale.tooFew(cell.load(), request.share(), compared.metric()));
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
