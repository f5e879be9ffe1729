package dev.loomgate.trial;

import dev.loomgate.load.Conductor;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Ramp;
import dev.loomgate.plan.Search;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.sampling.Samples;
import dev.loomgate.sampling.Window;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The steps of a cell on one server: asks at which rate the next one runs, rests and collects before it, samples exactly around it, and looks whether the server survived it. */
final class StepMeasurement implements Conductor {
    private final SteppedCell cell;
    private final Plan plan;
    private final RunningServer server;
    private final Sampler sampler;
    private final Warming warming;
    private final int generatorCpus;
    private final Consumer<String> progress;
    private List<Integer> highest = List.of();
    private boolean settled;
    private boolean hurt;
    private boolean worn;
    private int rate;
    private Duration loadTime = Duration.ZERO;
    private Optional<String> trouble = Optional.empty();
    private @Nullable Window window;
    private @Nullable Samples samples;

    StepMeasurement(
            SteppedCell cell,
            Plan plan,
            RunningServer server,
            Sampler sampler,
            int generatorCpus,
            Consumer<String> progress) {
        this.cell = cell;
        this.plan = plan;
        this.server = server;
        this.sampler = sampler;
        this.warming = new Warming(plan.scale().warmUp(), server, sampler);
        this.generatorCpus = generatorCpus;
        this.progress = progress;
    }

    /** Another simulation begins, whose phases were made for these rates at most. */
    void expect(List<Integer> highestRates) {
        highest = List.copyOf(highestRates);
    }

    @Override
    public boolean anotherWarmUp(int cycle) {
        return warming.begins(cycle);
    }

    @Override
    public void warmUpEnded(int cycle) {
        warming.ended();
    }

    @Override
    public boolean anotherIteration(int iteration) {
        throw new IllegalStateException("a step has no rate yet");
    }

    @Override
    public OptionalInt nextRate(int step) {
        OptionalInt next = cell.next();
        if (worn() || next.isEmpty() || next.getAsInt() > highest.get(step - 1)) {
            return OptionalInt.empty();
        }
        sampler.collectGarbage();
        warming.restFor(cell.load().rest());
        if (!settled) {
            settled = true;
            trouble = server.settle();
            if (trouble.isPresent()) {
                return OptionalInt.empty();
            }
        }
        rate = next.getAsInt();
        samples = null;
        window = sampler.open();
        return next;
    }

    /** Whether this server is of no use for further steps. */
    boolean worn() {
        if (hurt && !worn) {
            Optional<Duration> took = Recovery.of(server, cell.cell().workload());
            progress.accept(
                    took.isPresent()
                            ? "  answers again after " + took.get().toMillis() + " ms"
                            : "  does not answer any more as it should");
            hurt = false;
            worn = took.isEmpty();
        }
        return worn || server.death().isPresent() || trouble.isPresent();
    }

    @Override
    public void iterationEnded(int step) {
        Window open = window;
        if (open == null) {
            throw new IllegalStateException("step " + step + " ended, but no window is open");
        }
        samples = open.close();
        window = null;
    }

    @Override
    public void measured(int step, IterationLoad load) {
        Samples taken = samples;
        if (taken == null) {
            throw new IllegalStateException("step " + step + " was measured, but not sampled");
        }
        loadTime = loadTime.plus(load.answerSpan());
        Map<Metric, Reading> readings = Readings.of(load, taken);
        Phase phase = new Phase(
                plan.guards(), new LoadProfile.Constant(rate), load, generatorCpus, readings, taken.machine());
        List<Invalidity> invalid = new ArrayList<>();
        List<String> notes = new ArrayList<>(taken.notes());
        notes.addAll(Validity.notes(phase));
        // What no longer lives can't be sampled, and has failed all the same.
        boolean died = server.death().isPresent();
        if (died) {
            notes.addAll(Invalidity.sentences(Validity.reasons(phase)));
        } else {
            invalid.addAll(Validity.reasons(phase));
        }
        Optional<Invalidity> others = Ends.interference(server);
        if (others.isPresent()) {
            cell.invalid(others.get());
            return;
        }
        StepOutcome outcome = outcome(load);
        hurt = outcome.outcome() != RateSteps.Outcome.HELD;
        Step of = new Step(cell.repetition(), rate, !hurt, outcome.why());
        Iteration iteration =
                new Iteration(cell.iterations().size() + 1, load, readings, invalid, notes, Optional.of(of));
        tell(iteration, of);
        cell.took(iteration, outcome.outcome());
    }

    private StepOutcome outcome(IterationLoad load) {
        Optional<RunningServer.Death> death = server.death();
        if (death.isPresent()) {
            return new StepOutcome(
                    RateSteps.Outcome.FAILED, "the server died: " + death.get().reason());
        }
        return switch (cell.load()) {
            case Ramp ramp -> StepOutcome.of(ramp, rate, load);
            case Search search -> StepOutcome.of(search, rate, load);
        };
    }

    private void tell(Iteration iteration, Step step) {
        progress.accept("  " + step.requestsPerSecond() + " req/s " + (step.held() ? "held" : "FAILED: " + step.why())
                + ": " + OneLine.of(iteration.readings()));
        iteration.invalid().forEach(reason -> progress.accept("    disturbed: " + reason.sentence()));
    }

    Optional<String> trouble() {
        return trouble;
    }

    Duration loadTime() {
        return loadTime.plus(warming.loadTime());
    }

    Reading timeToWarm() {
        return warming.timeToWarm();
    }

    Optional<String> warmUpNote() {
        return warming.note();
    }
}
