package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Stepped;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.Numbers;
import java.util.List;
import java.util.stream.Stream;

/**
 * Cells whose rate changed, in the short summaries: they have no single latency or throughput, but a rate up to which
 * they held.
 */
final class Capacities {
    private static final List<String> HEADS =
            List.of("verdict", "variant", "load", "runtime", "capacity, req/s", "held and not");

    private Capacities() {}

    static boolean isOne(CellVerdict verdict) {
        return verdict.summary().run().cell().load() instanceof Stepped;
    }

    /** @param cells of a workload; empty when none of them is one */
    static List<Table> of(String workload, List<CellVerdict> cells) {
        List<List<String>> rows =
                cells.stream().filter(Capacities::isOne).map(Capacities::row).toList();
        return rows.isEmpty()
                ? List.of()
                : List.of(new Table(
                        workload + ": where servers end",
                        "The rate up to which a server held, and the two rates between which it ended.",
                        HEADS,
                        4,
                        rows));
    }

    private static List<String> row(CellVerdict verdict) {
        Cell cell = verdict.summary().run().cell();
        Stream<String> names = Stream.of(
                verdict.outcome().name(),
                cell.variant().name(),
                cell.load().displayName(),
                cell.runtime().name());
        return Stream.concat(names, numbers(verdict)).toList();
    }

    private static Stream<String> numbers(CellVerdict verdict) {
        return switch (verdict.summary().estimate(Metric.CAPACITY)) {
            case Estimate.Estimated known ->
                Stream.of(
                        Figures.value(verdict, Metric.CAPACITY),
                        Numbers.telling(known, verdict.verdicts(Metric.CAPACITY))
                                .interval(known.low(), known.high()));
            case Estimate.Missing ignored -> Stream.of("n/a", "");
        };
    }
}
