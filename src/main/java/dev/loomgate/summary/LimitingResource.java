package dev.loomgate.summary;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Step;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.server.ExitReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a server ran out of at the lowest rate that it could not hold. What was used nearly to its end is named, the
 * most used first; correlation, and no proof.
 */
public final class LimitingResource {
    private static final double NEARLY_ALL = 0.9;
    /** Collections that take a fifth of the time make everybody wait. */
    private static final double MUCH_COLLECTION = 0.2;

    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");
    private static final String NOTHING = "no CPU, thread pool, connection limit or heap was at its end";

    private LimitingResource() {}

    /** In words; empty where no server came to its end. */
    public static Optional<String> of(CellRun run) {
        return run.sustained().stream()
                .filter(way ->
                        way.end() == CapacityResult.End.SERVER && way.failed().isPresent())
                .findFirst()
                .flatMap(way -> failedAt(run, way.failed().getAsInt()))
                .map(iteration -> words(run, iteration));
    }

    private static Optional<Iteration> failedAt(CellRun run, int rate) {
        return run.iterations().stream()
                .filter(iteration -> iteration
                        .step()
                        .filter(step -> step.requestsPerSecond() == rate && !step.held())
                        .isPresent())
                .reduce((earlier, later) -> later);
    }

    private static String words(CellRun run, Iteration step) {
        String why = step.step().map(Step::why).orElse("it could not be sampled");
        if (why.contains(ExitReason.OUT_OF_HEAP)) {
            return "heap: " + why;
        }
        // Nothing was at its end only where it was looked at: of a server that died it was not.
        if (!(step.readings().get(Metric.CPU_LOAD) instanceof Reading.Measured)) {
            return "not known, because " + why;
        }
        List<String> ends = new ArrayList<>();
        cpu(run, step).ifPresent(ends::add);
        threads(run, step).ifPresent(ends::add);
        connections(step).ifPresent(ends::add);
        heap(step).ifPresent(ends::add);
        return ends.isEmpty() ? NOTHING : String.join("; ", ends);
    }

    private static Optional<String> cpu(CellRun run, Iteration step) {
        double cpus = ServerCpus.of(run);
        return Optional.of(value(step, Metric.CPU_LOAD).orElse(0) / (100 * cpus))
                .filter(share -> share >= NEARLY_ALL)
                .map(share -> String.format(
                        Locale.ROOT, "CPU: %.0f %% of %s", 100 * share, cpus == 1 ? "1 CPU" : cpus + " CPUs"));
    }

    /** Little's law: as many requests are being served as arrive in the time that one takes. */
    private static Optional<String> threads(CellRun run, Iteration step) {
        String threads = run.effective().getOrDefault("request-threads", "");
        double served = value(step, Metric.THROUGHPUT).orElse(0)
                * Math.max(
                        run.cell().workload().waits().toNanos(),
                        step.load().fastest().toNanos())
                / 1e9;
        return Optional.of(threads)
                .filter(text -> NUMBER.matcher(text).matches() && served >= NEARLY_ALL * Integer.parseInt(text))
                .map(text -> String.format(Locale.ROOT, "threads: %.0f of %s serve a request", served, text));
    }

    private static Optional<String> connections(Iteration step) {
        long held = step.load().heldBack();
        return held == 0 ? Optional.empty() : Optional.of("connections: " + held + " requests had to wait for one");
    }

    private static Optional<String> heap(Iteration step) {
        double share = value(step, Metric.GC_TIME).orElse(0)
                / 1e3
                / (step.load().length().toNanos() / 1e9);
        return share < MUCH_COLLECTION
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "heap: collections took %.0f %% of the time", 100 * share));
    }

    private static OptionalDouble value(Iteration step, Metric metric) {
        return Stream.of(metric)
                .map(step.readings()::get)
                .filter(Reading.Measured.class::isInstance)
                .mapToDouble(reading -> ((Reading.Measured) reading).value())
                .findFirst();
    }
}
