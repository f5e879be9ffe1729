package dev.loomgate.report;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.LatencyMetric;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.Workload;
import dev.loomgate.report.ResultsDocument.CellPart;
import dev.loomgate.report.ResultsDocument.EstimatePart;
import dev.loomgate.report.ResultsDocument.EstimatedPart;
import dev.loomgate.report.ResultsDocument.IterationPart;
import dev.loomgate.report.ResultsDocument.MeasuredPart;
import dev.loomgate.report.ResultsDocument.MissingPart;
import dev.loomgate.report.ResultsDocument.NotGoodPart;
import dev.loomgate.report.ResultsDocument.ReadingPart;
import dev.loomgate.report.ResultsDocument.RuntimePart;
import dev.loomgate.report.ResultsDocument.UnavailablePart;
import dev.loomgate.report.ResultsDocument.VariantPart;
import dev.loomgate.report.ResultsDocument.VerdictPart;
import dev.loomgate.report.ResultsDocument.WorkloadPart;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One cell of {@code results.json}. Maps without an order of their own are sorted, so that equal results are equal text. */
final class ResultsCell {
    private ResultsCell() {}

    static CellPart of(CellVerdict verdict) {
        CellRun run = verdict.summary().run();
        Cell cell = run.cell();
        return new CellPart(
                cell.id(),
                cell.displayName(),
                variant(cell.variant()),
                runtime(cell.runtime()),
                workload(cell.workload()),
                ResultsLoad.of(cell.load()),
                verdict.outcome().name(),
                verdict.reasons(),
                verdict.disturbed(),
                Endings.andNotes(run),
                Invalidity.sentences(run.invalid()),
                run.failure().orElse(null),
                new TreeMap<>(run.effective()),
                ResultsBehind.delay(run.databaseDelay()),
                run.commandLine(),
                run.serverLog(),
                run.gatlingReport(),
                Figures.seconds(run.wallTime()),
                Figures.seconds(run.loadTime()),
                verdict.verdicts().stream().map(ResultsCell::verdict).toList(),
                estimates(verdict.summary()),
                readings(run.trialReadings()),
                run.sustained().stream().map(ResultsLoad::sustained).toList(),
                run.iterations().stream().map(ResultsCell::iteration).toList());
    }

    private static VariantPart variant(Variant variant) {
        return new VariantPart(variant.name(), variant.server(), variant.settings(), variant.jvmArgs());
    }

    private static RuntimePart runtime(JvmRuntime runtime) {
        return new RuntimePart(
                runtime.name(),
                runtime.java(),
                runtime.heapMebibytes(),
                runtime.memoryMebibytes(),
                runtime.cpus().isPresent() ? Double.valueOf(runtime.cpus().getAsDouble()) : null,
                runtime.jvmArgs());
    }

    private static WorkloadPart workload(Workload workload) {
        return new WorkloadPart(
                workload.name(),
                workload.path(),
                workload.waits().toNanos() / 1e6,
                ResultsBehind.word(workload.behind()));
    }

    private static VerdictPart verdict(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Passed passed ->
                verdict(passed, Figures.finite(passed.bound()), estimate(passed.estimate()), null);
            case Verdict.Failed failed ->
                verdict(failed, Figures.finite(failed.bound()), estimate(failed.estimate()), null);
            case Verdict.Inconclusive undecided ->
                verdict(undecided, null, estimate(undecided.estimate()), undecided.reason());
            case Verdict.Invalid invalid -> verdict(invalid, null, null, invalid.reason());
            case Verdict.NotApplicable foreign -> verdict(foreign, null, null, foreign.reason());
        };
    }

    private static VerdictPart verdict(
            Verdict verdict, @Nullable Double bound, @Nullable EstimatePart estimate, @Nullable String reason) {
        Metric metric = verdict.limit().metric();
        return new VerdictPart(
                metric.key(),
                verdict.limit().expression(),
                verdict.limit().implied() ? null : verdict.limit().line(),
                Mark.of(verdict).word().replace(' ', '_'),
                metric.unit().symbol(),
                bound,
                estimate,
                reason);
    }

    private static Map<String, EstimatePart> estimates(CellSummary summary) {
        Map<String, EstimatePart> estimates = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            estimates.put(metric.key(), estimate(summary.estimate(metric)));
        }
        return estimates;
    }

    private static EstimatePart estimate(Estimate estimate) {
        String unit = estimate.metric().unit().symbol();
        String direction = ResultsJson.direction(estimate.metric().direction());
        return switch (estimate) {
            case Estimate.Missing missing -> new MissingPart(unit, direction, missing.reason());
            case Estimate.Estimated estimated -> {
                List<@Nullable Double> values = new ArrayList<>();
                estimated.values().forEach(value -> values.add(Figures.finite(value)));
                yield new EstimatedPart(
                        unit,
                        direction,
                        Figures.finite(estimated.value()),
                        Figures.finite(estimated.low()),
                        Figures.finite(estimated.high()),
                        values);
            }
        };
    }

    private static IterationPart iteration(Iteration iteration) {
        IterationLoad load = iteration.load();
        return new IterationPart(
                iteration.number(),
                load.phase(),
                iteration.valid(),
                Invalidity.sentences(iteration.invalid()),
                iteration.notes(),
                Figures.seconds(load.length()),
                load.planned(),
                load.started(),
                load.good(),
                load.wrongBodies(),
                load.failed(),
                new TreeMap<>(load.errors()),
                notGood(load.notGood()),
                load.answeredInTime(),
                Figures.seconds(load.startSpan()),
                Figures.seconds(load.answerSpan()),
                Figures.seconds(load.generatorCpu()),
                load.hlog(),
                ResultsLoad.step(iteration),
                readings(iteration.readings()));
    }

    private static @Nullable NotGoodPart notGood(Histogram nanos) {
        return nanos.getTotalCount() == 0
                ? null
                : new NotGoodPart(
                        Metric.P50.unit().symbol(),
                        nanos.getTotalCount(),
                        LatencyMetric.millis(Metric.P50, nanos),
                        LatencyMetric.millis(Metric.P99, nanos),
                        LatencyMetric.millis(Metric.MAX, nanos));
    }

    private static Map<String, ReadingPart> readings(Map<Metric, Reading> readings) {
        Map<String, ReadingPart> parts = new LinkedHashMap<>();
        new TreeMap<>(readings).forEach((metric, reading) -> parts.put(metric.key(), reading(reading)));
        return parts;
    }

    private static ReadingPart reading(Reading reading) {
        String unit = reading.metric().unit().symbol();
        return switch (reading) {
            case Reading.Measured measured -> new MeasuredPart(unit, measured.value());
            case Reading.Unavailable unavailable -> new UnavailablePart(unit, unavailable.reason());
        };
    }
}
