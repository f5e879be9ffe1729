package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Everything a duel needs to know.
 *
 * @param plan what is the same for every run: launcher, JDKs, images, guards, folders; its cells are the arms of the
 *     duel's cells
 * @param cells in the order they are measured: cells of one {@link PairedCell#pair()} stand together
 * @param tolerances of the gated metrics, failed and wrong answers always among them; all others are reported
 * @param calibration what the units are wanted for when not for a verdict
 * @param seed of the random source, so that a run can be repeated
 */
public record DuelPlan(
        Plan plan,
        List<PairedCell> cells,
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
     * What is gated of a cell: each metric with a tolerance of all requests together, then of each request by itself. In
     * the order of the enumeration and of the file, so that reports of two runs can be laid side by side.
     */
    public List<Compared> gated(PairedCell cell) {
        return compared(cell).filter(this::hasTolerance).toList();
    }

    /** What is measured of a cell and has no tolerance: it is shown. */
    public List<Compared> reported(PairedCell cell) {
        return compared(cell).filter(compared -> !hasTolerance(compared)).toList();
    }

    /**
     * All gated comparisons of single cells. Known before anything is measured, so that the allowed error can be divided
     * among them.
     */
    public int comparisons() {
        return cells.stream().mapToInt(cell -> gated(cell).size()).sum();
    }

    /** How its units are measured; a ceiling only where it has a tolerance. */
    public UnitPlan units() {
        return new UnitPlan(plan, scale.unit(), measuresCeiling() ? Set.copyOf(cells) : Set.of(), seed);
    }

    private boolean measuresCeiling() {
        return tolerances.containsKey(Metric.CEILING);
    }

    /**
     * Why units of a request are no reason to call a percentile of it unchanged; empty where they are, and for all
     * requests together.
     */
    public Optional<String> tooFew(PairedCell cell, Compared compared) {
        return cell.requests().stream()
                .filter(request -> compared.request().equals(Optional.of(request.name())))
                .findFirst()
                .flatMap(request -> scale.unit()
                        .tooFew(
                                cell.workload().name(),
                                cell.requestsPerSecond().orElseThrow(),
                                request.share(),
                                compared.metric()));
    }

    private boolean hasTolerance(Compared compared) {
        return tolerances.containsKey(compared.metric());
    }

    private Stream<Compared> compared(PairedCell cell) {
        Stream<Compared> together = Stream.of(
                        Compared.OF_SLICES,
                        Compared.OF_PAIRS,
                        measuresCeiling() ? List.of(Metric.CEILING) : List.<Metric>of())
                .flatMap(List::stream)
                .sorted()
                .map(Compared::of);
        Stream<Compared> ofEach = cell.requests().stream()
                .flatMap(request -> Stream.concat(Compared.OF_REQUESTS.stream().sorted(), Compared.COUNTS.stream())
                        .map(metric -> Compared.of(metric, request.name())));
        return Stream.of(together, Compared.COUNTS.stream().map(Compared::of), ofEach)
                .flatMap(Function.identity());
    }

    /** What a reader should know of the arms, whatever was measured. */
    public List<String> notes() {
        return cells.stream().flatMap(cell -> cell.note().stream()).distinct().toList();
    }

    /** The same with what the function makes of the programs. */
    public DuelPlan withPrograms(UnaryOperator<Program> change) {
        List<PairedCell> changed = cells.stream()
                .map(cell -> new PairedCell(
                        with(cell.baseline(), change),
                        with(cell.candidate(), change),
                        cell.workload(),
                        cell.load(),
                        cell.inTurn()))
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

    public DuelPlan withScale(DuelScale other) {
        return new DuelPlan(plan, cells, other, tolerances, calibration, seed);
    }
}
