package dev.loomgate.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.loomgate.metric.Direction;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Scale;
import dev.loomgate.report.ResultsDocument.FingerprintPart;
import dev.loomgate.report.ResultsDocument.GuardsPart;
import dev.loomgate.report.ResultsDocument.MetricPart;
import dev.loomgate.report.ResultsDocument.PlanPart;
import dev.loomgate.report.ResultsDocument.ScalePart;
import dev.loomgate.report.ResultsDocument.WarmUpPart;
import dev.loomgate.store.ResultsFile;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code results.json}: everything a run left, for other programs. */
final class ResultsJson {
    private final ObjectMapper mapper =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    String text(SuiteVerdict suite) {
        try {
            return mapper.writeValueAsString(document(suite)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("results.json can't be written: " + e.getOriginalMessage(), e);
        }
    }

    private static ResultsDocument document(SuiteVerdict suite) {
        Map<String, Integer> outcomes = new LinkedHashMap<>();
        Headline.counts(suite).forEach((outcome, count) -> outcomes.put(outcome.name(), count));
        int measured = suite.cells().size();
        return new ResultsDocument(
                ResultsFile.SCHEMA_VERSION,
                suite.started().toString(),
                Figures.seconds(suite.wallTime()),
                Figures.seconds(suite.loadTime()),
                suite.planned(),
                measured,
                measured >= suite.planned(),
                outcomes,
                new FingerprintPart(
                        suite.fingerprint().id(), suite.fingerprint().deciding()),
                suite.fingerprint().facts(),
                suite.notes(),
                plan(suite.plan()),
                metrics(),
                suite.cells().stream().map(ResultsCell::of).toList());
    }

    private static PlanPart plan(Plan plan) {
        return new PlanPart(
                scale(plan.scale()),
                guards(plan.guards()),
                plan.launcher().name().toLowerCase(Locale.ROOT),
                plan.strict(),
                plan.cells().stream().map(Cell::id).toList());
    }

    private static ScalePart scale(Scale scale) {
        Scale.WarmUp warmUp = scale.warmUp();
        return new ScalePart(
                scale.name(),
                Figures.seconds(scale.iteration()),
                scale.iterations(),
                scale.maxIterations(),
                Figures.seconds(scale.rest()),
                new WarmUpPart(
                        Figures.seconds(warmUp.load()),
                        Figures.seconds(warmUp.rules().pause()),
                        warmUp.rules().floorCycles(),
                        warmUp.rules().capCycles(),
                        warmUp.rules().quietShare()));
    }

    private static GuardsPart guards(Guards guards) {
        Guards.Generator generator = guards.generator();
        Guards.Machine machine = guards.machine();
        return new GuardsPart(
                generator.rateShare(),
                generator.latenessFloor().toNanos() / 1e6,
                generator.latenessShare(),
                generator.cpuShare(),
                machine.stealShare(),
                machine.foreignCpuShare(),
                machine.clock().toNanos() / 1e6,
                guards.jitShare(),
                guards.samplerGap().toNanos() / 1e6,
                guards.remeasure());
    }

    private static List<MetricPart> metrics() {
        return Arrays.stream(Metric.values())
                .map(metric -> new MetricPart(
                        metric.key(), metric.unit().symbol(), direction(metric.direction()), metric.meaning()))
                .toList();
    }

    static String direction(Direction direction) {
        return switch (direction) {
            case LOWER_IS_BETTER -> "lower-is-better";
            case HIGHER_IS_BETTER -> "higher-is-better";
        };
    }
}
