package dev.loomgate.experiment;

import dev.loomgate.experiment.RateSteps.Outcome;
import dev.loomgate.load.Address;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.metric.Counted;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Ramp;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Stepped;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One rate after the other, a ramp or a search ({@link StepSequence}), each step with a collection and a rest before
 * it. A step can break a server: then the cell goes on with a fresh one.
 */
final class StepSchedule implements Schedule<CellRun> {
    /**
     * So many servers that held nothing before they broke: nothing is learned from another. A search that halves its
     * way down from twice the capacity breaks six.
     */
    private static final int MOST_IN_VAIN = 8;

    private final Cell cell;
    private final Stepped load;
    private final Plan plan;
    private final TimeSource time;
    private final CellKeeper keeper;
    private final Consumer<String> progress;
    private final long begun;
    private final List<Iteration> iterations = new ArrayList<>();
    private final List<CapacityResult> ended = new ArrayList<>();
    private final List<Invalidity> invalid = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<Metric, Reading> trialReadings = new EnumMap<>(Metric.class);
    private StepSequence way;
    private int simulations;
    private int servers;
    private int inVain;
    private int deaths;
    private Optional<String> failure = Optional.empty();
    private String report = "";
    private Duration timeBefore = Duration.ZERO;
    private Duration wallTime = Duration.ZERO;
    private Duration loadTime = Duration.ZERO;

    StepSchedule(Cell cell, Stepped load, Plan plan, TimeSource time, CellKeeper keeper, Consumer<String> progress) {
        this.cell = cell;
        this.load = load;
        this.plan = plan;
        this.time = time;
        this.keeper = keeper;
        this.progress = progress;
        this.begun = time.nanos();
        this.way = new StepSequence(load, plan.guards().remeasure());
        keeper.begun(cell).ifPresent(this::goOn);
    }

    private void goOn(CellRun earlier) {
        iterations.addAll(earlier.iterations());
        ended.addAll(earlier.sustained());
        timeBefore = earlier.wallTime();
        wallTime = timeBefore;
        loadTime = earlier.loadTime();
        String taken = "its first " + Counted.of(ended.size(), "ramp") + " of " + ways()
                + " are of an earlier part of this run, and of another server";
        notes.add(taken);
        progress.accept("  " + cell + ": " + taken);
    }

    private int ways() {
        return load instanceof Ramp ramp ? ramp.repetitions() : 1;
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
        simulations++;
        List<Integer> ahead = way.ahead();
        return CellOrder.of(
                plan,
                cell,
                servers.getFirst(),
                new Arrivals.Stepped(ahead),
                load.length(),
                load.dropped(),
                ahead.size(),
                cell.id() + ".simulation-" + simulations);
    }

    @Override
    public Optional<Phase> next() {
        if (!wantsSteps() || way.next().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Phase(
                List.of(0),
                new LoadProfile.Constant(way.next().getAsInt()),
                Phase.Preparation.collecting(load.rest()),
                Phase.Purpose.COST));
    }

    private boolean wantsSteps() {
        return invalid.isEmpty() && failure.isEmpty() && ended.size() < ways();
    }

    /** What no longer lives can't be sampled, and has failed all the same. */
    @Override
    public After took(List<Measured> all) {
        Measured measured = all.getFirst();
        int rate = ((LoadProfile.Constant) measured.phase().load()).requestsPerSecond();
        boolean died = measured.death().isPresent();
        List<String> remarks = new ArrayList<>(measured.notes());
        if (died) {
            remarks.addAll(Invalidity.sentences(measured.invalid()));
        }
        StepOutcome answered = outcome(rate, measured.load());
        StepOutcome outcome = measured.death()
                .map(death -> answered.died(death.reason().toString()))
                .orElse(answered);
        boolean held = outcome.outcome() == Outcome.HELD;
        Step step = new Step(ended.size() + 1, rate, held, outcome.why());
        Iteration iteration = new Iteration(
                iterations.size() + 1,
                measured.load(),
                measured.readings(),
                died ? List.of() : measured.invalid(),
                remarks,
                Optional.of(step),
                measured.samples().seconds());
        tell(iteration, step);
        iterations.add(iteration);
        if (held) {
            inVain = 0;
        }
        way.took(iteration, outcome.outcome());
        stopInTime();
        way.end().ifPresent(this::ended);
        return held ? After.FIT : After.TO_RECOVER;
    }

    private StepOutcome outcome(int rate, IterationLoad seen) {
        return switch (load) {
            case Ramp ramp -> StepOutcome.of(ramp, rate, seen);
            case Search search -> StepOutcome.of(search, rate, seen);
        };
    }

    private void tell(Iteration iteration, Step step) {
        progress.accept("  " + step.requestsPerSecond() + " req/s " + (step.held() ? "held" : "FAILED: " + step.why())
                + ": " + OneLine.of(iteration.readings()));
        iteration.invalid().forEach(reason -> progress.accept("    disturbed: " + reason.sentence()));
    }

    private void stopInTime() {
        Duration took = Duration.ofNanos(time.nanos() - begun);
        if (load instanceof Search search && way.end().isEmpty() && took.compareTo(search.atMost()) > 0) {
            way.stop("stopped after " + took.toSeconds() + " s");
        }
    }

    private void ended(CapacityResult end) {
        ended.add(end);
        way = new StepSequence(load, plan.guards().remeasure());
        if (wantsSteps()) {
            progress.accept("  " + load.displayName() + ", " + ended.size() + " of " + ways() + ": " + end.ending());
            keeper.grown(CellRun.begun(cell, iterations, ended, timeBefore.plusNanos(time.nanos() - begun), loadTime));
        }
    }

    /** Another server begins where the last one broke. */
    @Override
    public void begins() {
        inVain++;
        servers++;
        if (servers > 1) {
            way.neededAnotherServer();
        }
        if (wantsSteps()) {
            stopInTime();
            way.end().ifPresent(this::ended);
        }
        if (inVain > MOST_IN_VAIN && wantsSteps()) {
            way.stop("stopped after " + MOST_IN_VAIN + " servers in a row broke before they held a rate");
            way.end().ifPresent(this::ended);
            failure = ended.stream()
                    .filter(end -> end.end() == CapacityResult.End.SERVER && end.held() == 0)
                    .findFirst()
                    .map(CapacityResult::ending);
        }
    }

    @Override
    public Optional<CellRun> result(Measurement measurement) {
        add(measurement);
        if (wantsSteps()) {
            return Optional.empty();
        }
        RunningServer server = measurement.server(0);
        return Optional.of(new CellRun(
                cell,
                iterations,
                trialReadings,
                failure,
                failure.isPresent() ? List.of() : invalid,
                allNotes(),
                report,
                measurement.relative(server.log()),
                server.commandLine(),
                server.effective(),
                measurement.preflight(0).background().delay(),
                wallTime,
                loadTime,
                ended,
                Optional.empty()));
    }

    /**
     * A server has done what it could. Its death is a step that failed, and told once: the stories of others differ in
     * their ports.
     */
    private void add(Measurement measurement) {
        failure = failure.or(() -> measurement.badAnswer(0));
        invalid.addAll(measurement.invalid());
        measurement.notes().stream().filter(note -> !notes.contains(note)).forEach(notes::add);
        Ends.failure(measurement.server(0)).ifPresent(story -> {
            deaths++;
            if (deaths == 1) {
                notes.add(story);
            }
        });
        if (!measurement.report().isEmpty()) {
            report = measurement.report();
        }
        trialReadings.putIfAbsent(Metric.STARTUP, Readings.startup(measurement.server(0)));
        trialReadings.putIfAbsent(Metric.TIME_TO_WARM, measurement.warmUp(0).timeToWarm());
        wallTime = wallTime.plus(measurement.wallTime());
        loadTime = loadTime.plus(measurement.loadTime());
    }

    private List<String> allNotes() {
        return deaths < 2
                ? notes
                : Stream.concat(notes.stream(), Stream.of((deaths - 1) + " more of its servers died"))
                        .toList();
    }
}
