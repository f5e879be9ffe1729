package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.DuelCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Cells taken together: all of them, those of a variant, those of a workload. A change that is too small for any single cell shows here (reading/statistics.md 2.5). */
final class Contrasts {
    /** Where a change of the JDK shows in everything: the headline, and few enough to cost little of the allowed error. */
    static final List<Metric> METRICS = List.of(Metric.APPLICATION_CPU, Metric.P50);

    private Contrasts() {}

    /** @param cells the series of every cell in one metric */
    static List<Series> of(List<Series> cells) {
        if (cells.size() < 2) {
            return List.of();
        }
        List<Series> contrasts = new ArrayList<>();
        contrasts.add(Series.pooled("all cells", cells));
        groups(cells, DuelCell::variant, " on all workloads").forEach(contrasts::add);
        groups(cells, cell -> cell.workload().name(), " on all variants").forEach(contrasts::add);
        return contrasts;
    }

    /** A group of one is that cell, and a group of all is there already. */
    private static List<Series> groups(List<Series> cells, Function<DuelCell, String> by, String ending) {
        Map<String, List<Series>> groups = new LinkedHashMap<>();
        cells.forEach(series -> groups.computeIfAbsent(by.apply(series.cells().getFirst()), none -> new ArrayList<>())
                .add(series));
        return groups.entrySet().stream()
                .filter(group -> group.getValue().size() > 1 && group.getValue().size() < cells.size())
                .map(group -> Series.pooled(group.getKey() + ending, group.getValue()))
                .toList();
    }
}
