package dev.loomgate.verdict;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.PairedCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Cells taken together: all of them, those of a variant, those of a workload. A change that is too small for any single
 * cell shows here.
 *
 * @param subject as a person calls it
 */
record PooledComparison(String subject, List<PairedCell> cells) {
    /**
     * Where a change of the JDK shows in everything: the headline, and few enough to cost little of the allowed error.
     */
    static final List<Metric> METRICS = List.of(Metric.APPLICATION_CPU, Metric.P50);

    PooledComparison {
        cells = List.copyOf(cells);
    }

    static List<PooledComparison> of(List<PairedCell> cells) {
        if (cells.size() < 2) {
            return List.of();
        }
        List<PooledComparison> contrasts = new ArrayList<>();
        contrasts.add(new PooledComparison("all cells", cells));
        contrasts.addAll(groups(cells, PairedCell::variant, " on all workloads"));
        contrasts.addAll(groups(cells, cell -> cell.workload().name(), " on all variants"));
        return contrasts;
    }

    /** A group of one is that cell, and a group of all is there already. */
    private static List<PooledComparison> groups(
            List<PairedCell> cells, Function<PairedCell, String> by, String ending) {
        Map<String, List<PairedCell>> groups = new LinkedHashMap<>();
        cells.forEach(cell -> groups.computeIfAbsent(by.apply(cell), none -> new ArrayList<>())
                .add(cell));
        return groups.entrySet().stream()
                .filter(group -> group.getValue().size() > 1 && group.getValue().size() < cells.size())
                .map(group -> new PooledComparison(group.getKey() + ending, group.getValue()))
                .toList();
    }
}
