package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What thresholds.yml says, in the order of the file. */
record Thresholds(
        Map<String, JvmRuntime> runtimes,
        Map<String, Variant> variants,
        Map<String, Workload> workloads,
        Map<String, Scale> scales,
        Map<String, List<CellRow>> cells,
        Guards guards,
        List<PlacedLimit> limits,
        Map<Metric, Tolerance> tolerances,
        Map<String, DuelScale> duels,
        Map<String, List<CellRow>> duelCells) {
    Thresholds {
        runtimes = Ordered.copy(runtimes);
        variants = Ordered.copy(variants);
        workloads = Ordered.copy(workloads);
        scales = Ordered.copy(scales);
        cells = Ordered.copy(cells);
        limits = List.copyOf(limits);
        tolerances = Map.copyOf(tolerances);
        duels = Ordered.copy(duels);
        duelCells = Ordered.copy(duelCells);
    }

    Thresholds withVariants(Map<String, Variant> more) {
        return new Thresholds(
                runtimes,
                Ordered.both(variants, more),
                workloads,
                scales,
                cells,
                guards,
                limits,
                tolerances,
                duels,
                duelCells);
    }

    Cell cell(CellRow.Name name) {
        return new Cell(
                known(variants, name.variant()),
                known(runtimes, name.runtime()),
                known(workloads, name.workload()),
                name.load());
    }

    /** What a sound file defines. */
    static <K, T> T known(Map<K, T> definitions, K name) {
        return Optional.ofNullable(definitions.get(name)).orElseThrow();
    }
}
