package dev.loomgate.report;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shape of {@code results.json}, as {@code results.schema.json} describes it: what other programs may rely on. */
record ResultsDocument(
        int schemaVersion,
        String started,
        double wallTimeSeconds,
        double loadTimeSeconds,
        int plannedCells,
        int measuredCells,
        boolean complete,
        Map<String, Integer> outcomes,
        FingerprintPart fingerprint,
        Map<String, String> environment,
        List<String> notes,
        PlanPart plan,
        List<MetricPart> metrics,
        List<CellPart> cells) {

    /** @param over names of the environment's facts that the id is made of */
    record FingerprintPart(String id, List<String> over) {}

    record PlanPart(ScalePart scale, GuardsPart guards, String launcher, boolean strict, List<String> cells) {}

    record ScalePart(
            String name,
            double iterationSeconds,
            int iterations,
            int maxIterations,
            double restSeconds,
            WarmUpPart warmUp) {}

    record WarmUpPart(double loadSeconds, double pauseSeconds, int floorCycles, int capCycles, double quietShare) {}

    record GuardsPart(
            double rateShare,
            double latenessFloorMilliseconds,
            double latenessShare,
            double generatorCpuShare,
            double stealShare,
            double foreignCpuShare,
            double clockMilliseconds,
            double jitShare,
            double samplerGapMilliseconds,
            int remeasure) {}

    record MetricPart(String metric, String unit, String direction, String meaning) {}

    record CellPart(
            String id,
            String displayName,
            VariantPart variant,
            RuntimePart runtime,
            WorkloadPart workload,
            LoadPart load,
            String outcome,
            List<String> reasons,
            boolean disturbed,
            List<String> notes,
            List<String> invalid,
            @Nullable String failure,
            Map<String, String> effective,
            @Nullable DatabaseDelayPart databaseDelay,
            String commandLine,
            String serverLog,
            String gatlingReport,
            double wallTimeSeconds,
            double loadTimeSeconds,
            List<VerdictPart> verdicts,
            Map<String, EstimatePart> estimates,
            Map<String, ReadingPart> trialReadings,
            List<SustainedPart> sustained,
            List<IterationPart> iterations) {}

    record SustainedPart(int held, @Nullable Integer failed, String end, String ending) {}

    record StepPart(int repetition, int requestsPerSecond, boolean held, String why) {}

    record VariantPart(String name, String server, Map<String, String> settings, List<String> jvmArgs) {}

    record RuntimePart(
            String name,
            int java,
            int heapMebibytes,
            int memoryMebibytes,
            @Nullable Double cpus,
            List<String> jvmArgs) {}

    record WorkloadPart(
            String name,
            String path,
            double waitsMilliseconds,
            @Nullable String behind) {}

    record DatabaseDelayPart(double plannedMilliseconds, double measuredMilliseconds) {}

    record LoadPart(
            String profile,
            String id,
            @Nullable Integer requestsPerSecond,
            @Nullable Integer users) {}

    record VerdictPart(
            String metric,
            String limit,
            @Nullable Integer line,
            String outcome,
            String unit,
            @Nullable Double bound,
            @Nullable EstimatePart estimate,
            @Nullable String reason) {}

    sealed interface EstimatePart {}

    record EstimatedPart(
            String unit,
            String direction,
            @Nullable Double value,
            @Nullable Double low,
            @Nullable Double high,
            List<@Nullable Double> values)
            implements EstimatePart {}

    record MissingPart(String unit, String direction, String missing) implements EstimatePart {}

    sealed interface ReadingPart {}

    record MeasuredPart(String unit, double value) implements ReadingPart {}

    record UnavailablePart(String unit, String unavailable) implements ReadingPart {}

    record NotGoodPart(String unit, long count, double p50, double p99, double max) {}

    record IterationPart(
            int number,
            String phase,
            boolean valid,
            List<String> invalid,
            List<String> notes,
            double lengthSeconds,
            long planned,
            long started,
            long good,
            long wrongBodies,
            long failed,
            Map<String, Long> failedByKind,
            @Nullable NotGoodPart notGood,
            long answeredInTime,
            double startSpanSeconds,
            double answerSpanSeconds,
            double generatorCpuSeconds,
            String hlog,
            @Nullable StepPart step,
            Map<String, ReadingPart> readings) {}
}
