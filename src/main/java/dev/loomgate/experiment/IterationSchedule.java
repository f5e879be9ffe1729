package dev.loomgate.experiment;

import dev.loomgate.load.Address;
import dev.loomgate.load.ArrivalSpacing;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.GatlingSimulation;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Stepped;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The same load again and again, at one rate or with one number of users:
 *
 * <ol>
 *   <li>as many valid iterations as the scale asks for, more while a limit is undecided, up to its maximum;
 *   <li>an iteration that is invalid is measured again, as often as the guards allow; one that is so for its JIT alone
 *       has warmed the server further, with the load that is measured, and is no such try;
 *   <li>where a recording was asked for, one more phase with it behind the measured ones: what it costs is in no number
 *       that is judged.
 * </ol>
 */
final class IterationSchedule implements Schedule<CellRun> {
    /** Iterations that only warm the server. Of 75 cells in three gates four needed three of them, and none needed more. */
    private static final int MOST_WARMING = 4;

    private final Cell cell;
    private final LoadProfile load;
    private final Plan plan;
    private final Predicate<List<Iteration>> undecided;
    private final Consumer<String> progress;
    private final List<Iteration> iterations = new ArrayList<>();
    private Optional<Measured> recorded = Optional.empty();

    /**
     * @param load of the cell, or what was found for it
     * @param undecided whether the iterations so far leave a limit open, so that one more would help
     */
    IterationSchedule(
            Cell cell, LoadProfile load, Plan plan, Predicate<List<Iteration>> undecided, Consumer<String> progress) {
        this.cell = cell;
        this.load = load;
        this.plan = plan;
        this.undecided = undecided;
        this.progress = progress;
    }

    @Override
    public Cell cell(int arm) {
        return cell;
    }

    @Override
    public WarmUpPlan warmUp() {
        return WarmUpPlan.ofCells(plan.scale().warmUp());
    }

    @Override
    public LoadOrder order(List<Address> servers) {
        int phases =
                plan.scale().maxIterations() + plan.guards().remeasure() + MOST_WARMING + (plan.explains() ? 1 : 0);
        return CellOrder.of(plan, cell, servers.getFirst(), arrivals(), length(), Duration.ZERO, phases, cell.id());
    }

    /** At most, where a simulation says when it ends. */
    private Duration length() {
        return cell.workload().clients() instanceof GatlingSimulation simulation
                ? simulation.atMost()
                : plan.scale().iteration();
    }

    private Arrivals arrivals() {
        return switch (load) {
            case LoadProfile.Constant constant -> new Arrivals.Open(constant.requestsPerSecond());
            case LoadProfile.Closed closed -> new Arrivals.Closed(closed.users());
            case LoadProfile.Simulated own -> new Arrivals.Simulated();
            case LoadProfile.Share share -> throw noSingleRate(share);
            case Stepped stepped -> throw noSingleRate(stepped);
        };
    }

    private static IllegalArgumentException noSingleRate(LoadProfile load) {
        return new IllegalArgumentException(load.displayName() + " has no single rate");
    }

    @Override
    public Optional<Phase> next() {
        if (wantsIteration()) {
            return Optional.of(new Phase(List.of(0), load, preparation(), Phase.Purpose.COST_AND_LIVE_HEAP));
        }
        // Samples of stacks are taken at equal distances, so the requests must not be.
        return plan.explains() && recorded.isEmpty() && !iterations.isEmpty()
                ? Optional.of(new Phase(
                        List.of(0),
                        load,
                        ArrivalSpacing.SCATTERED,
                        Phase.Preparation.NONE,
                        Phase.Purpose.COST,
                        Optional.of(Recording.of(recording()))))
                : Optional.empty();
    }

    private boolean wantsIteration() {
        long valid = iterations.stream().filter(Iteration::valid).count();
        long warming = iterations.stream().filter(this::onlyWarmed).count();
        if (iterations.size() - valid - warming > plan.guards().remeasure() || warming > MOST_WARMING) {
            return false;
        }
        return valid < plan.scale().iterations()
                || (valid < plan.scale().maxIterations() && undecided.test(List.copyOf(iterations)));
    }

    /** Whether its JIT is all that is wrong with it. */
    private boolean onlyWarmed(Iteration iteration) {
        return iteration.invalid().size() == 1
                && iteration.share(Metric.JIT_LOAD) > plan.guards().jitShare();
    }

    /**
     * Later iterations are preceded by the collection that showed the live heap. After a phase in which others had the
     * CPUs, the next one would most likely end alike.
     */
    private Phase.Preparation preparation() {
        boolean stolen = !iterations.isEmpty()
                && iterations.getLast().share(Metric.STEAL)
                        > plan.guards().machine().stealShare();
        return new Phase.Preparation(iterations.isEmpty(), plan.scale().rest(), true, stolen);
    }

    @Override
    public After took(List<Measured> all) {
        Measured measured = all.getFirst();
        if (measured.phase().recording().isPresent()) {
            recorded = Optional.of(measured);
            return After.FIT;
        }
        List<Invalidity> invalid = new ArrayList<>(measured.invalid());
        if (measured.death().isPresent()) {
            invalid.add(Invalidity.server("the server died during this iteration"));
        }
        int number = iterations.size() + 1;
        iterations.add(new Iteration(
                number,
                measured.load(),
                measured.readings(),
                invalid,
                measured.notes(),
                Optional.empty(),
                measured.samples().seconds()));
        progress.accept("  iteration " + number + ": " + OneLine.of(measured.readings()));
        invalid.forEach(reason -> progress.accept("  iteration " + number + " is invalid: " + reason.sentence()));
        return After.FIT;
    }

    /** One boot is enough: a server that died has failed. */
    @Override
    public Optional<CellRun> result(Measurement measurement) {
        Optional<String> failure = measurement.failure(0);
        Optional<FlightNumbers> found = FlightNumbers.of(recorded.stream().toList());
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        found.map(FlightNumbers::readings).ifPresent(readings::putAll);
        readings.put(Metric.STARTUP, Readings.startup(measurement.server(0)));
        readings.put(Metric.TIME_TO_WARM, measurement.warmUp(0).timeToWarm());
        List<String> notes = new ArrayList<>(measurement.notes());
        found.flatMap(FlightNumbers::lost).ifPresent(notes::add);
        return Optional.of(new CellRun(
                cell,
                iterations,
                readings,
                failure,
                failure.isPresent() ? List.of() : measurement.invalid(),
                notes,
                measurement.report(),
                measurement.relative(measurement.server(0).log()),
                measurement.server(0).commandLine(),
                measurement.server(0).effective(),
                measurement.preflight(0).background().delay(),
                measurement.wallTime(),
                measurement.loadTime(),
                List.of(),
                found.map(of -> new Explanation(measurement.relative(recording()), of.flight()))));
    }

    private Path recording() {
        return Recording.file(plan.output(), cell.id());
    }
}
