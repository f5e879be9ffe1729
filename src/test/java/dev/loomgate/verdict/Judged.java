package dev.loomgate.verdict;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.BackingImages;
import dev.loomgate.plan.Bound;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.Limit;
import dev.loomgate.plan.Limit.Comparison;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Scale;
import dev.loomgate.plan.WarmUpRules;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.Estimate;
import dev.loomgate.summary.Estimate.Estimated;
import dev.loomgate.summary.Estimate.Missing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plans of three iterations, limits and summaries to judge. */
final class Judged {
    /** Id of the fingerprint that all these runs are judged on. */
    static final String HERE = "0123456789ab";

    private Judged() {}

    static Plan plan(Limit... limits) {
        return plan(false, false, limits);
    }

    /** @param ci whether what the machine disturbed is forgiven */
    static Plan plan(boolean ci, Limit... limits) {
        return plan(false, ci, limits);
    }

    static Plan plan(boolean strict, boolean ci, Limit... limits) {
        Scale.WarmUp warmUp =
                new Scale.WarmUp(Duration.ofSeconds(2), new WarmUpRules(Duration.ofSeconds(1), 1, 2, 0.1));
        return new Plan(
                List.of(),
                List.of(limits),
                new Scale("quick", Duration.ofSeconds(5), 3, 6, Duration.ZERO, warmUp, 0),
                new Guards(
                        new Guards.Generator(0.01, Duration.ofMillis(2), 0.05, 0.85),
                        new Guards.Machine(0.05, 0.05, Duration.ofMillis(50)),
                        0.10,
                        Duration.ofSeconds(1),
                        2),
                LauncherChoice.AUTO,
                Map.of(),
                Map.of(),
                new BackingImages("postgres", "toxiproxy"),
                Path.of("target/servers"),
                Path.of("target/loomgate"),
                4096,
                strict,
                ci,
                Map.of(),
                false);
    }

    static Limit limit(Metric metric, Comparison comparison, Bound bound, String expression) {
        return new Limit(
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                Optional.empty(),
                metric,
                comparison,
                bound,
                expression,
                "thresholds.yml",
                88);
    }

    static Limit atMost(double amount, Unit unit, Metric metric) {
        Quantity quantity = new Quantity(amount, unit);
        return limit(metric, Comparison.AT_MOST, new Bound.Absolute(quantity), "<= " + quantity);
    }

    static Estimated estimate(Metric metric, double low, double value, double high) {
        return new Estimated(metric, value, low, high, List.of(low, value, high));
    }

    /** A fit cell with three valid iterations. */
    static CellSummary summary(Cell cell, Estimate... estimates) {
        return summary(
                Cells.run(
                        cell,
                        List.of(
                                Cells.iteration(1, Map.of()),
                                Cells.iteration(2, Map.of()),
                                Cells.iteration(3, Map.of()))),
                estimates);
    }

    static CellSummary summary(CellRun run, Estimate... estimates) {
        Map<Metric, Estimate> all = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            all.put(metric, new Missing(metric, "not looked at"));
        }
        for (Estimate estimate : estimates) {
            all.put(estimate.metric(), estimate);
        }
        return new CellSummary(run, all, Map.of());
    }

    static CellVerdict judge(Plan plan, CellSummary... summaries) {
        return Judge.judge(plan, HERE, List.of(summaries)).getFirst();
    }
}
