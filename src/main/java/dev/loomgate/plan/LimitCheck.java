package dev.loomgate.plan;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks that every limit has a cell to judge and something to compare it with. */
final class LimitCheck {
    private final Thresholds thresholds;
    private final Declared declared;
    private final Problems problems;

    LimitCheck(Thresholds thresholds, Declared declared, Problems problems) {
        this.thresholds = thresholds;
        this.declared = declared;
        this.problems = problems;
    }

    /**
     * A row without runtimes is measured on the runtime of the machine, so every runtime is checked in its place: a
     * file must not be sound on one machine and unsound on another.
     */
    void run() {
        var idle = new LinkedHashSet<>(thresholds.limits());
        thresholds.cells().values().forEach(rows -> rows.forEach(this::refuseShortSteps));
        Stream.of(thresholds.cells(), thresholds.duelCells())
                .flatMap(cells -> cells.values().stream())
                .flatMap(List::stream)
                .filter(CellRow::sound)
                .forEach(this::refuseForeignLoads);
        thresholds.cells().forEach(this::refuseSharesOfNothing);
        thresholds.cells().forEach((scale, rows) -> {
            for (String runtime : declared.runtimes()) {
                Set<CellRow.Name> cells = cells(scale, rows, runtime);
                for (PlacedLimit limit : thresholds.limits()) {
                    if (limit.appliesIn(scale) && check(limit, scale, cells)) {
                        idle.remove(limit);
                    }
                }
            }
        });
        idle.forEach(this::refuseIdle);
    }

    private void refuseIdle(PlacedLimit idle) {
        List<CellRow.Name> withoutRate = thresholds.cells().entrySet().stream()
                .filter(scale -> idle.appliesIn(scale.getKey()))
                .flatMap(scale -> scale.getValue().stream())
                .flatMap(row -> row.cells(declared.runtimes()))
                .filter(cell -> idle.limit().misses(cell.variant(), cell.runtime(), cell.workload(), cell.load()))
                .toList();
        if (withoutRate.isEmpty()) {
            problems.at(idle.entry(), "this entry selects no cell of any scale");
        } else if (withoutRate.stream().noneMatch(this::isForeign)) {
            problems.at(
                    idle.place(),
                    "'of offered' is a share of a rate, and no cell that this entry selects has one: users ask as fast"
                            + " as they are answered, and a simulation has a schedule of its own; write a number, as in"
                            + " '>= 300 req/s'");
        }
    }

    /** A problem of its own. */
    private boolean isForeign(CellRow.Name cell) {
        Workload workload = thresholds.workloads().get(cell.workload());
        return workload != null && isForeign(workload, cell.load());
    }

    private static boolean isForeign(Workload workload, LoadProfile load) {
        return load instanceof LoadProfile.Simulated != workload.isSimulation();
    }

    /** A step that ends before its answers arrive does not show whether the rate was held. */
    private void refuseShortSteps(CellRow row) {
        for (LoadProfile load : row.loads()) {
            for (String name : row.workloads()) {
                Workload workload = thresholds.workloads().get(name);
                if (workload != null
                        && load instanceof Stepped stepped
                        && stepped.length().compareTo(workload.waits().multipliedBy(2)) < 0) {
                    problems.at(
                            row.place(),
                            "a step of " + load.displayName() + " lasts "
                                    + stepped.length().toMillis() + " ms, and "
                                    + name + " answers after "
                                    + workload.waits().toMillis()
                                    + " ms: steps last at least twice as long");
                }
            }
        }
    }

    /** A simulation brings its own load, and nothing else has that. */
    private void refuseForeignLoads(CellRow row) {
        for (String name : row.workloads()) {
            Workload workload = thresholds.workloads().get(name);
            if (workload != null) {
                row.loads().stream()
                        .filter(load -> isForeign(workload, load))
                        .findFirst()
                        .ifPresent(load -> problems.at(row.place(), foreign(workload, load)));
            }
        }
    }

    private static String foreign(Workload workload, LoadProfile load) {
        return workload.isSimulation()
                ? "workload " + workload.name() + " is a simulation, whose load is its own: it has no "
                        + load.displayName() + "; give it a row of a scale with loads: [simulation] (two arms can't be"
                        + " compared under it)"
                : "workload " + workload.name() + " is no simulation, so give it a row with a rate or users, as in 500"
                        + " req/s";
    }

    /** A share of a capacity needs the search for it in the same scale. */
    private void refuseSharesOfNothing(String scale, List<CellRow> rows) {
        List<CellRow.Name> all =
                rows.stream().flatMap(row -> row.cells(declared.runtimes())).toList();
        for (CellRow row : rows) {
            row.cells(declared.runtimes())
                    .filter(cell -> cell.load() instanceof LoadProfile.Share share
                            && all.stream()
                                    .noneMatch(other ->
                                            cell.with(other.load()).equals(other) && share.needs(other.load())))
                    .findFirst()
                    .ifPresent(cell -> problems.at(
                            row.place(),
                            cell.withoutRuntime() + " needs its search in the same scale: scale " + scale
                                    + " has none for this variant and workload; name it in 'loads', too"));
        }
    }

    private Set<CellRow.Name> cells(String scale, List<CellRow> rows, String runtime) {
        Map<CellRow.Name, SourcePosition> cells = new HashMap<>();
        for (CellRow row : rows) {
            List<CellRow.Name> again = row.cells(List.of(runtime))
                    .filter(cell -> cells.putIfAbsent(cell, row.place()) != null)
                    .toList();
            if (!again.isEmpty()) {
                SourcePosition before = cells.getOrDefault(again.get(0), row.place());
                problems.at(
                        row.place(),
                        "scale " + scale + " lists " + again.get(0).withoutRuntime() + " twice, first in line "
                                + before.line());
            }
        }
        return cells.keySet();
    }

    private boolean check(PlacedLimit placed, String scale, Set<CellRow.Name> cells) {
        List<CellRow.Name> selected = cells.stream()
                .filter(cell -> placed.limit().selects(cell.variant(), cell.runtime(), cell.workload(), cell.load())
                        && isAbout(placed.limit(), thresholds.workloads().get(cell.workload())))
                .toList();
        switch (placed.limit().bound()) {
            case Bound.OfVariant reference -> reference(placed, scale, reference.variant(), selected, cells);
            case Bound.OfThreadsByWait bound -> selected.forEach(cell -> threadsByWait(placed, cell));
            case Bound.Absolute none -> {}
            case Bound.OfOffered none -> {}
        }
        return !selected.isEmpty();
    }

    /** What is unsound is not known. */
    private static boolean isAbout(Limit limit, @Nullable Workload workload) {
        return workload == null || limit.isAbout(workload);
    }

    private void reference(
            PlacedLimit placed, String scale, String variant, List<CellRow.Name> selected, Set<CellRow.Name> cells) {
        if (selected.stream().anyMatch(cell -> cell.variant().equals(variant))) {
            problems.at(
                    placed.place(),
                    "compares " + variant + " with itself; give the entry 'variants' without " + variant);
            return;
        }
        selected.stream()
                .filter(cell -> !cells.contains(cell.with(variant)))
                .map(cell -> "scale " + scale + " does not measure " + variant + " on " + cell.workload() + " at "
                        + cell.load().displayName() + ", so there is nothing to compare with")
                .sorted()
                .findFirst()
                .ifPresent(message -> problems.at(placed.place(), message));
    }

    private void threadsByWait(PlacedLimit placed, CellRow.Name cell) {
        Workload workload = thresholds.workloads().get(cell.workload());
        if (workload != null && workload.waits().isZero()) {
            problems.at(
                    placed.place(), "'threads / wait' needs a workload that waits, " + cell.workload() + " waits 0 ms");
        }
        Variant variant = thresholds.variants().get(cell.variant());
        JvmRuntime runtime = thresholds.runtimes().get(cell.runtime());
        if (variant != null
                && runtime != null
                && variant.requestThreads(runtime).isEmpty()) {
            problems.at(
                    placed.place(),
                    "'threads / wait' needs variants with effective: {request-threads: <number>}, " + cell.variant()
                            + " has none");
        }
    }
}
