package dev.loomgate.instrument;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.instrument.Comparison.Pair;
import dev.loomgate.instrument.TruthLog.Phase;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A cell with the numbers that the report shows, each iteration beside its phase of the truth log. */
record MeasuredCell(CellRun run, List<Measured> valid, List<String> reasons) {
    private static final String SETTING = "loomgate.truth.";

    MeasuredCell {
        valid = List.copyOf(valid);
        reasons = List.copyOf(reasons);
    }

    /**
     * One valid iteration.
     *
     * @param everRequested requests that the server had ever seen at the end of this iteration
     * @param inGatlingsLog requests of this iteration that stand in Gatling's own log; not counted of a simulation,
     *     which has one log for each of its runs
     */
    record Measured(Iteration iteration, Phase phase, long everRequested, long inGatlingsLog) {
        double value(Metric metric) {
            return switch (iteration.readings().get(metric)) {
                case Reading.Measured measured -> measured.value();
                case Reading.Unavailable unavailable ->
                    throw new AssertionError(metric + " is unavailable: " + unavailable.reason());
                case null -> throw new AssertionError(metric + " was not read");
            };
        }
    }

    static MeasuredCell of(CellRun run, Path output) {
        List<String> reasons = new ArrayList<>(Invalidity.sentences(run.invalid()));
        run.failure().ifPresent(reasons::add);
        run.iterations()
                .forEach(iteration -> iteration
                        .invalid()
                        .forEach(reason -> reasons.add("iteration " + iteration.number() + ": " + reason.sentence())));
        if (run.validIterations().isEmpty()) {
            return new MeasuredCell(run, List.of(), reasons.isEmpty() ? List.of("nothing was measured") : reasons);
        }
        TruthLog log = TruthLog.read(
                output.resolve("truth").resolve(run.cell().variant().name() + ".csv"));
        Optional<GatlingLog> gatling = run.cell().workload().isSimulation()
                ? Optional.empty()
                : Optional.of(
                        GatlingLog.read(output.resolve(run.gatlingReport()).resolveSibling("simulation.log")));
        List<Phase> phases = log.iterations(run.iterations().stream()
                .map(iteration -> iteration.load().started())
                .toList());
        return new MeasuredCell(
                run,
                IntStream.range(0, phases.size())
                        .filter(i -> run.iterations().get(i).valid())
                        .mapToObj(i -> new Measured(
                                run.iterations().get(i),
                                phases.get(i),
                                log.requestsUpTo(phases.get(i)),
                                gatling.map(own -> requests(run, i, own)).orElse(0L)))
                        .toList(),
                reasons);
    }

    private static long requests(CellRun run, int index, GatlingLog gatling) {
        // As LoadScript names requests in Gatling's report.
        String name = run.cell().workload().name() + " " + run.cell().load().displayName() + " · "
                + run.iterations().get(index).load().phase();
        List<String> requests = run.cell().workload().requests().names();
        return requests.isEmpty()
                ? gatling.requests(name)
                : requests.stream()
                        .mapToLong(request -> gatling.requests(name + " · " + request))
                        .sum();
    }

    Cell cell() {
        return run.cell();
    }

    int requestsPerSecond() {
        if (cell().load() instanceof LoadProfile.Constant constant) {
            return constant.requestsPerSecond();
        }
        throw new IllegalStateException(
                "the truth is known for a schedule, not for " + cell().load().displayName());
    }

    /** Whether its requests come from a simulation, and so at no rate that is known beforehand. */
    boolean isSimulation() {
        return cell().workload().isSimulation();
    }

    /** Whether the server's script says something about that. */
    boolean scripted(String name) {
        return cell().variant().settings().containsKey(SETTING + name);
    }

    /** {@code constant 5ms}; empty when the server answers at once. */
    String delay() {
        return cell().variant().settings().getOrDefault(SETTING + "delay", "");
    }

    /** {@code constant 5ms, errors 1% · 500 req/s}: the script without the log. */
    String displayName() {
        String script = cell().variant().settings().entrySet().stream()
                .filter(entry -> !entry.getKey().equals(SETTING + "log"))
                .map(MeasuredCell::words)
                .collect(Collectors.joining(", "));
        return (script.isEmpty() ? "answers at once" : script) + " · "
                + cell().load().displayName()
                + (isSimulation()
                        ? " of three requests, one with a body"
                        : cell().workload().requests().names().isEmpty() ? "" : ", two requests, one with a body");
    }

    private static String words(Map.Entry<String, String> entry) {
        String name = entry.getKey().substring(SETTING.length());
        // "constant 5ms" says that it is a delay.
        String value = entry.getValue().replaceAll("(\\d)(us|ms|s|KiB|MiB)\\b", "$1 $2");
        return name.equals("delay") ? value : name.replace('-', ' ') + " " + value;
    }

    double median(Metric metric) {
        return Median.of(valid.stream().mapToDouble(each -> each.value(metric)).toArray());
    }

    Comparison compare(
            String claim, String unit, Bound bound, ToDoubleFunction<Measured> truth, ToDoubleFunction<Measured> said) {
        List<Pair> pairs = valid.stream()
                .map(each -> new Pair(truth.applyAsDouble(each), said.applyAsDouble(each)))
                .toList();
        return new Comparison(displayName(), claim, unit, pairs, bound, reasons);
    }

    /** The same against another cell that has to be valid too. */
    Comparison compareWith(
            MeasuredCell other,
            String claim,
            String unit,
            Bound bound,
            ToDoubleFunction<Measured> truth,
            ToDoubleFunction<Measured> said) {
        if (other.valid().isEmpty()) {
            return new Comparison(displayName(), claim, unit, List.of(), bound, other.reasons());
        }
        return compare(claim, unit, bound, truth, said);
    }
}
