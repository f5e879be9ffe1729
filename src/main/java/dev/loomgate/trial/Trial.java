package dev.loomgate.trial;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.GeneratorBrokeException;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Stepped;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.server.RunningServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** One boot of a server and the cells that are measured on it in turn. */
final class Trial {
    private final Plan plan;
    private final RunningServer server;
    private final BackingServices backing;
    private final Sampler sampler;
    private final LoadGenerator generator;
    private final int generatorCpus;
    private final Predicate<CellRun> undecided;
    private final Consumer<String> progress;

    Trial(
            Plan plan,
            RunningServer server,
            BackingServices backing,
            Sampler sampler,
            LoadGenerator generator,
            int generatorCpus,
            Predicate<CellRun> undecided,
            Consumer<String> progress) {
        this.plan = plan;
        this.server = server;
        this.backing = backing;
        this.sampler = sampler;
        this.generator = generator;
        this.generatorCpus = generatorCpus;
        this.undecided = undecided;
        this.progress = progress;
    }

    /** @param asked how requests arrive: the load of the cell, or what was found for it */
    CellRun measure(Cell cell, LoadProfile asked) {
        long start = System.nanoTime();
        CellMeasurement measurement = new CellMeasurement(
                cell,
                asked,
                plan,
                server,
                sampler,
                generatorCpus,
                iterations -> undecided.test(run(cell, iterations)),
                progress);
        Preflight preflight = Preflight.of(cell, server, backing);
        Background background = preflight.background();
        List<Invalidity> invalid = new ArrayList<>(preflight.invalid());
        List<String> notes = new ArrayList<>(background.notes().toList());
        String report = "";
        if (preflight.passed()) {
            try {
                report = relative(GatlingReport.below(generator.drive(order(cell, asked), measurement)));
                EffectiveAudit.Outcome audit = EffectiveAudit.afterwards(server);
                measurement.trouble().map(Invalidity::instrument).ifPresent(invalid::add);
                audit.changes().stream().map(Invalidity::configuration).forEach(invalid::add);
                backing.troubles().stream().map(Invalidity::instrument).forEach(invalid::add);
                notes.addAll(audit.notes());
            } catch (GeneratorBrokeException e) {
                invalid.add(Invalidity.instrument(String.valueOf(e.getMessage())));
            }
        }
        notes.addAll(measurement.notes().toList());
        return run(cell, measurement, preflight, invalid, notes, report, Duration.ofNanos(System.nanoTime() - start));
    }

    /** The cell once all its steps are done; empty when they need a fresh server. */
    Optional<CellRun> goOn(SteppedCell cell) {
        return new StepTrial(plan, server, backing, sampler, generator, generatorCpus, cell, progress).goOn();
    }

    private LoadOrder order(Cell cell, LoadProfile asked) {
        return new LoadOrder(
                cell.workload().name() + " " + cell.load().displayName(),
                server.baseUri().toString(),
                cell.workload().path(),
                cell.workload().body().pattern(),
                arrivals(asked),
                plan.scale().iteration().toMillis(),
                plan.scale().maxIterations()
                        + plan.guards().remeasure()
                        + (plan.explained().contains(cell) ? 1 : 0),
                cell.workload().warmUpUsers(),
                plan.scale().warmUp().load().toMillis(),
                plan.maxConnections(),
                absolute("gatling/" + cell.id()),
                absolute("hlog"),
                cell.id());
    }

    private static Arrivals arrivals(LoadProfile asked) {
        return switch (asked) {
            case LoadProfile.Constant constant -> new Arrivals.Open(constant.requestsPerSecond());
            case LoadProfile.Closed closed -> new Arrivals.Closed(closed.users());
            case LoadProfile.Share share -> throw noSingleRate(share);
            case Stepped stepped -> throw noSingleRate(stepped);
        };
    }

    private static IllegalArgumentException noSingleRate(LoadProfile load) {
        return new IllegalArgumentException(load.displayName() + " has no single rate");
    }

    private String absolute(String name) {
        return plan.output().resolve(name).toAbsolutePath().toString();
    }

    private String relative(Path path) {
        return plan.output().toAbsolutePath().relativize(path.toAbsolutePath()).toString();
    }

    /** What is known in the middle of a cell, for the question whether limits are still open. */
    private CellRun run(Cell cell, List<Iteration> iterations) {
        return new CellRun(
                cell,
                iterations,
                Map.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                "",
                "",
                "",
                Map.of(),
                Optional.empty(),
                Duration.ZERO,
                Duration.ZERO);
    }

    private CellRun run(
            Cell cell,
            CellMeasurement measurement,
            Preflight preflight,
            List<Invalidity> invalid,
            List<String> notes,
            String report,
            Duration wallTime) {
        if (preflight.passed()) {
            Ends.interference(server).ifPresent(invalid::add);
        }
        Optional<String> failure = Ends.failure(server).or(preflight::failure);
        return new CellRun(
                cell,
                measurement.iterations(),
                measurement.trialReadings(),
                failure,
                failure.isPresent() ? List.of() : invalid,
                notes,
                report,
                relative(server.log()),
                server.commandLine(),
                server.effective(),
                preflight.background().delay(),
                wallTime,
                measurement.loadTime(),
                List.of(),
                measurement.explanation());
    }
}
