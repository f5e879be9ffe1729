package dev.loomgate.report;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategy;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.LatencyMetric;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Direction;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Ramp;
import dev.loomgate.plan.Scale;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.WarmUpRules;
import dev.loomgate.plan.Workload;
import dev.loomgate.store.ResultsFile;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.SuiteVerdict;
import dev.loomgate.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * {@code results.json}: everything a run left, for other programs, as {@code results.schema.json} describes it.
 *
 * <p>Records are written with their components under their own names, so that a new component needs no edit here
 * unless it is not meant for the file. A mix-in says what has another name in the schema. A duration carries its unit
 * in its name, and an infinite number is {@code null}.
 */
final class ResultsJson {
    private static final String MILLISECONDS = "Milliseconds";
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModules(new Jdk8Module(), values())
            .addMixIn(Scale.class, OfScale.class)
            .addMixIn(Scale.WarmUp.class, OfWarmUp.class)
            .addMixIn(Guards.class, OfGuards.class)
            .addMixIn(Guards.Generator.class, OfGenerator.class)
            .addMixIn(Variant.class, OfVariant.class)
            .addMixIn(JvmRuntime.class, OfRuntime.class)
            .addMixIn(Workload.class, OfWorkload.class)
            .addMixIn(CellVerdict.class, OfCellVerdict.class)
            .addMixIn(CellSummary.class, OfCellSummary.class)
            .addMixIn(CellRun.class, OfCellRun.class)
            .addMixIn(Iteration.class, OfIteration.class)
            .addMixIn(IterationLoad.class, OfLoad.class)
            .propertyNamingStrategy(new NamesWithUnits())
            .enable(
                    SerializationFeature.INDENT_OUTPUT,
                    SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS,
                    SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .build();

    String text(SuiteVerdict suite) {
        try {
            return MAPPER.writeValueAsString(Document.of(suite)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("results.json can't be written: " + e.getOriginalMessage(), e);
        }
    }

    private record Document(
            int schemaVersion,
            String started,
            Duration wallTime,
            Duration loadTime,
            int plannedCells,
            int measuredCells,
            boolean complete,
            Map<Outcome, Integer> outcomes,
            FingerprintPart fingerprint,
            Map<String, String> environment,
            List<String> notes,
            PlanPart plan,
            List<MetricPart> metrics,
            List<CellPart> cells) {
        static Document of(SuiteVerdict suite) {
            int measured = suite.cells().size();
            Plan plan = suite.plan();
            return new Document(
                    ResultsFile.SCHEMA_VERSION,
                    suite.started().toString(),
                    suite.wallTime(),
                    suite.loadTime(),
                    suite.planned(),
                    measured,
                    measured >= suite.planned(),
                    Headline.counts(suite),
                    new FingerprintPart(
                            suite.fingerprint().id(), suite.fingerprint().deciding()),
                    suite.fingerprint().facts(),
                    suite.notes(),
                    new PlanPart(
                            plan.scale(),
                            plan.guards(),
                            plan.launcher(),
                            plan.strict(),
                            plan.cells().stream().map(Cell::id).toList()),
                    Arrays.stream(Metric.values()).map(MetricPart::of).toList(),
                    suite.cells().stream().map(CellPart::of).toList());
        }
    }

    /** @param over names of the environment's facts that the id is made of */
    private record FingerprintPart(String id, List<String> over) {}

    private record PlanPart(Scale scale, Guards guards, LauncherChoice launcher, boolean strict, List<String> cells) {}

    private record MetricPart(Metric metric, String unit, Direction direction, String meaning) {
        static MetricPart of(Metric metric) {
            return new MetricPart(metric, metric.unit().symbol(), metric.direction(), metric.meaning());
        }
    }

    @JsonPropertyOrder({"id", "displayName"})
    private record CellPart(
            String id,
            String displayName,
            @JsonUnwrapped Cell cell,
            @JsonUnwrapped CellVerdict verdict,
            List<String> notes) {
        static CellPart of(CellVerdict verdict) {
            CellRun run = verdict.summary().run();
            return new CellPart(
                    run.cell().id(), run.cell().displayName(), run.cell(), verdict, Remarks.endingsAndNotes(run));
        }
    }

    private record LoadPart(
            String profile,
            String id,
            @Nullable Integer requestsPerSecond,
            @Nullable Integer users) {
        static LoadPart of(LoadProfile load) {
            return switch (load) {
                case LoadProfile.Constant constant ->
                    new LoadPart("constant", constant.id(), constant.requestsPerSecond(), null);
                case LoadProfile.Closed closed -> new LoadPart("closed", closed.id(), null, closed.users());
                case LoadProfile.Simulated own -> new LoadPart("simulation", own.id(), null, null);
                case LoadProfile.Share share -> new LoadPart("share", share.id(), null, null);
                case Ramp ramp -> new LoadPart("ramp", ramp.id(), null, null);
                case Search search -> new LoadPart("search", search.id(), null, null);
            };
        }
    }

    private record VerdictPart(
            Metric metric,
            @Nullable String request,
            String limit,
            @Nullable Integer line,
            String outcome,
            String unit,
            @Nullable Double bound,
            @Nullable Estimate estimate,
            @Nullable String reason) {
        static VerdictPart of(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Passed passed -> of(passed, passed.bound(), passed.estimate(), null);
                case Verdict.Failed failed -> of(failed, failed.bound(), failed.estimate(), null);
                case Verdict.Inconclusive undecided -> of(undecided, null, undecided.estimate(), undecided.reason());
                case Verdict.Invalid invalid -> of(invalid, null, null, invalid.reason());
                case Verdict.NotApplicable foreign -> of(foreign, null, null, foreign.reason());
            };
        }

        private static VerdictPart of(
                Verdict verdict, @Nullable Double bound, @Nullable Estimate estimate, @Nullable String reason) {
            return new VerdictPart(
                    verdict.limit().metric(),
                    verdict.limit().request().orElse(null),
                    verdict.limit().expression(),
                    verdict.limit().implied() ? null : verdict.limit().line(),
                    Mark.of(verdict).word().replace(' ', '_'),
                    verdict.limit().metric().unit().symbol(),
                    bound,
                    estimate,
                    reason);
        }
    }

    private record EstimatedPart(
            String unit, Direction direction, double value, double low, double high, List<Double> values) {}

    private record MissingPart(String unit, Direction direction, String missing) {}

    private record MeasuredPart(String unit, double value) {}

    private record UnavailablePart(String unit, String unavailable) {}

    private record NotGoodPart(String unit, long count, double p50, double p99, double max) {}

    /** Values that are no records of plain components, or have another form in the file. */
    private static SimpleModule values() {
        SimpleModule module = new SimpleModule("loomgate-results");
        JsonSerializer<Double> finite = new FiniteWriter();
        module.addSerializer(Double.class, finite);
        module.addSerializer(double.class, finite);
        module.addSerializer(Duration.class, new DurationWriter());
        write(module, Direction.class, direction -> word(direction).replace('_', '-'));
        write(module, LauncherChoice.class, ResultsJson::word);
        write(module, Invalidity.class, Invalidity::sentence);
        write(module, LoadProfile.class, LoadPart::of);
        write(module, Verdict.class, VerdictPart::of);
        write(module, BackendDependency.class, behind -> switch (behind) {
            case BackendDependency.Nothing nothing -> null;
            case BackendDependency.Downstream downstream -> "downstream";
            case BackendDependency.Itself itself -> "itself";
            case BackendDependency.Database database -> "database";
        });
        write(module, Estimate.class, ResultsJson::estimate);
        write(module, Reading.class, reading -> switch (reading) {
            case Reading.Measured measured ->
                new MeasuredPart(measured.metric().unit().symbol(), measured.value());
            case Reading.Unavailable unavailable ->
                new UnavailablePart(unavailable.metric().unit().symbol(), unavailable.reason());
        });
        write(module, Histogram.class, ResultsJson::notGood);
        return module;
    }

    private static <T> void write(SimpleModule module, Class<T> type, Function<T, @Nullable Object> form) {
        module.addSerializer(type, new StdDelegatingSerializer(type, new StdConverter<T, @Nullable Object>() {
            @Override
            public @Nullable Object convert(T value) {
                return form.apply(value);
            }
        }));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static Object estimate(Estimate estimate) {
        String unit = estimate.metric().unit().symbol();
        Direction direction = estimate.metric().direction();
        return switch (estimate) {
            case Estimate.Missing missing -> new MissingPart(unit, direction, missing.reason());
            case Estimate.Estimated known ->
                new EstimatedPart(unit, direction, known.value(), known.low(), known.high(), known.values());
        };
    }

    /** The only histogram of a load that is in the file; the others are behind the readings and in the interval log. */
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

    /** JSON has no infinity. */
    private static final class FiniteWriter extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (Double.isFinite(value)) {
                json.writeNumber(value.doubleValue());
            } else {
                json.writeNull();
            }
        }
    }

    /** In the unit that its name in the file ends with. */
    private static final class DurationWriter extends JsonSerializer<Duration> {
        @Override
        public void serialize(Duration value, JsonGenerator json, SerializerProvider provider) throws IOException {
            boolean millis = json.getOutputContext().getCurrentName().endsWith(MILLISECONDS);
            json.writeNumber(value.toNanos() / (millis ? 1e6 : 1e9));
        }
    }

    /** Adds the unit to the name of a duration. */
    private static final class NamesWithUnits extends PropertyNamingStrategy {
        private static final long serialVersionUID = 1L;
        private static final Set<String> IN_MILLISECONDS =
                Set.of("waits", "planned", "measured", "latenessFloor", "clock", "samplerGap");

        @Override
        public String nameForGetterMethod(MapperConfig<?> config, AnnotatedMethod method, String name) {
            return method.getRawType() != Duration.class
                    ? name
                    : name + (IN_MILLISECONDS.contains(name) ? MILLISECONDS : "Seconds");
        }
    }

    interface OfWarmUp {
        @JsonUnwrapped
        WarmUpRules rules();
    }

    interface OfGuards {
        @JsonUnwrapped
        Guards.Generator generator();

        @JsonUnwrapped
        Guards.Machine machine();
    }

    interface OfGenerator {
        @JsonProperty("generatorCpuShare")
        double cpuShare();
    }

    @JsonIgnoreProperties("secondTrials")
    interface OfScale {}

    /** What a service is started with may be secret. */
    @JsonIgnoreProperties({"effective", "program", "protocol"})
    interface OfVariant {
        @JsonProperty("server")
        String folder();
    }

    /** Only an arm of a comparison has a JDK of its own. */
    @JsonIgnoreProperties({"home", "image"})
    interface OfRuntime {}

    /** A header may be secret. */
    @JsonIgnoreProperties({"clients", "login", "warmUpUsers"})
    interface OfWorkload {
        @JsonProperty
        String path();
    }

    interface OfCellVerdict {
        @JsonUnwrapped
        CellSummary summary();
    }

    @JsonIgnoreProperties({"cell", "notes", "explanation"})
    interface OfCellRun {}

    interface OfCellSummary {
        @JsonUnwrapped
        CellRun run();
    }

    interface OfIteration {
        @JsonProperty
        boolean valid();

        @JsonUnwrapped
        IterationLoad load();
    }

    @JsonIgnoreProperties({
        "requests",
        "wrongBody",
        "latency",
        "service",
        "lateness",
        "fastestSeconds",
        "heldBack",
        "growth",
        "generatorWorkSeconds",
        "generatorJitSeconds"
    })
    interface OfLoad {
        @JsonProperty
        long failed();

        @JsonProperty("failedByKind")
        Map<String, Long> errors();
    }
}
