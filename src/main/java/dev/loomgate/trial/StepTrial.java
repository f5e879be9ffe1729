package dev.loomgate.trial;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.GeneratorBrokeException;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Plan;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.server.RunningServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Drives the steps of one cell on one server, simulation after simulation, until they are done or the server is of no further use. */
final class StepTrial {
    private final Plan plan;
    private final RunningServer server;
    private final BackingServices backing;
    private final LoadGenerator generator;
    private final SteppedCell cell;
    private final StepMeasurement measurement;

    StepTrial(
            Plan plan,
            RunningServer server,
            BackingServices backing,
            Sampler sampler,
            LoadGenerator generator,
            int generatorCpus,
            SteppedCell cell,
            Consumer<String> progress) {
        this.plan = plan;
        this.server = server;
        this.backing = backing;
        this.generator = generator;
        this.cell = cell;
        this.measurement = new StepMeasurement(cell, plan, server, sampler, generatorCpus, progress);
    }

    /** The cell once it is done; empty when it needs a fresh server. */
    Optional<CellRun> goOn() {
        long start = System.nanoTime();
        Preflight preflight = Preflight.of(cell.cell(), server, backing);
        cell.onServer(preflight, startup());
        while (cell.wantsSteps() && !measurement.worn()) {
            drive();
        }
        measurement.trouble().map(Invalidity::instrument).ifPresent(cell::invalid);
        backing.troubles().stream().map(Invalidity::instrument).forEach(cell::invalid);
        measurement.warmUpNote().ifPresent(cell::note);
        Ends.failure(server).ifPresent(cell::died);
        cell.spent(Duration.ofNanos(System.nanoTime() - start), measurement.loadTime(), measurement.timeToWarm());
        return cell.wantsSteps() ? Optional.empty() : Optional.of(run(preflight));
    }

    private void drive() {
        List<Integer> ahead = cell.ahead();
        measurement.expect(ahead);
        try {
            cell.report(relative(GatlingReport.below(generator.drive(order(ahead), measurement))));
            EffectiveAudit.Outcome audit = EffectiveAudit.afterwards(server);
            audit.changes().stream().map(Invalidity::configuration).forEach(cell::invalid);
            audit.notes().forEach(cell::note);
        } catch (GeneratorBrokeException e) {
            cell.invalid(Invalidity.instrument(String.valueOf(e.getMessage())));
        }
    }

    private LoadOrder order(List<Integer> ahead) {
        return new LoadOrder(
                cell.cell().workload().name() + " " + cell.load().displayName(),
                server.baseUri().toString(),
                cell.cell().workload().path(),
                cell.cell().workload().body().pattern(),
                new Arrivals.Stepped(ahead),
                cell.load().length().toMillis(),
                ahead.size(),
                cell.cell().workload().warmUpUsers(),
                plan.scale().warmUp().load().toMillis(),
                plan.maxConnections(),
                absolute("gatling/" + cell.cell().id()),
                absolute("hlog"),
                cell.cell().id() + ".simulation-" + cell.simulation());
    }

    private CellRun run(Preflight preflight) {
        return new CellRun(
                cell.cell(),
                cell.iterations(),
                cell.trialReadings(),
                cell.failure(),
                cell.invalid(),
                cell.notes(),
                cell.lastReport(),
                relative(server.log()),
                server.commandLine(),
                server.effective(),
                preflight.background().delay(),
                cell.wallTime(),
                cell.loadTime(),
                cell.sustained(),
                Optional.empty());
    }

    private Map.Entry<Metric, Reading> startup() {
        return Map.entry(
                Metric.STARTUP,
                new Reading.Measured(Metric.STARTUP, server.startup().toNanos() / 1e6));
    }

    private String absolute(String name) {
        return plan.output().resolve(name).toAbsolutePath().toString();
    }

    private String relative(Path path) {
        return plan.output().toAbsolutePath().relativize(path.toAbsolutePath()).toString();
    }
}
