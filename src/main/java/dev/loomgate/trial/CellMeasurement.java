package dev.loomgate.trial;

import dev.loomgate.load.Conductor;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.load.Pace;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.sampling.Samples;
import dev.loomgate.sampling.Window;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One cell while it is measured: decides how long to warm up and how often to measure, and takes samples exactly around each phase. */
final class CellMeasurement implements Conductor {
    /** A neighbour that takes CPU time seldom does so for longer; and who waits for long measures nothing in time. */
    private static final Duration PATIENCE_WITH_NEIGHBOURS = Duration.ofSeconds(15);

    private final LoadProfile asked;
    private final Plan plan;
    private final RunningServer server;
    private final Sampler sampler;
    private final Warming warming;
    private final ExplanationPhase explanation;
    private final int generatorCpus;
    private final Predicate<List<Iteration>> undecided;
    private final Consumer<String> progress;
    private final List<Iteration> iterations = new ArrayList<>();
    private Duration loadTime = Duration.ZERO;
    private Optional<String> trouble = Optional.empty();
    private @Nullable Window window;
    private @Nullable Samples samples;
    private Reading liveHeap = new Reading.Unavailable(Metric.LIVE_HEAP, "no iteration has ended");

    /**
     * @param asked how requests arrive: the load of the cell, or what was found for it
     * @param undecided whether the iterations so far leave a limit open, so that one more would help
     */
    CellMeasurement(
            Cell cell,
            LoadProfile asked,
            Plan plan,
            RunningServer server,
            Sampler sampler,
            int generatorCpus,
            Predicate<List<Iteration>> undecided,
            Consumer<String> progress) {
        this.asked = asked;
        this.plan = plan;
        this.server = server;
        this.sampler = sampler;
        this.warming = new Warming(plan.scale().warmUp(), server, sampler);
        this.explanation = new ExplanationPhase(
                plan.explained().contains(cell)
                        ? Optional.of(plan.output().resolve("jfr").resolve(cell.id() + ".jfr"))
                        : Optional.empty(),
                sampler);
        this.generatorCpus = generatorCpus;
        this.undecided = undecided;
        this.progress = progress;
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
        if (!wantsIteration()) {
            return !iterations.isEmpty() && server.death().isEmpty() && explanation.begins();
        }
        if (iteration == 1) {
            // Later ones are preceded by the collection that showed the live heap.
            collectGarbage();
        }
        waitForNeighbours();
        warming.restFor(plan.scale().rest());
        if (iteration == 1) {
            trouble = server.settle();
            if (trouble.isPresent()) {
                return false;
            }
        }
        samples = null;
        window = sampler.open();
        return true;
    }

    /** Samples of stacks are taken at equal distances. */
    @Override
    public Pace pace(int iteration) {
        return explanation.hasBegun() ? Pace.SCATTERED : Pace.EVEN;
    }

    /** After a phase in which others had the CPUs, the next one would most likely end alike. */
    private void waitForNeighbours() {
        double limit = plan.guards().machine().stealShare();
        if (!iterations.isEmpty() && iterations.getLast().stolen() > limit) {
            Duration waited = sampler.awaitCalm(limit, PATIENCE_WITH_NEIGHBOURS);
            progress.accept("  waited " + waited.toMillis() + " ms for the hypervisor to give the CPUs back");
        }
    }

    private boolean wantsIteration() {
        long valid = iterations.stream().filter(Iteration::valid).count();
        long invalid = iterations.size() - valid;
        if (server.death().isPresent() || invalid > plan.guards().remeasure()) {
            return false;
        }
        return valid < plan.scale().iterations()
                || (valid < plan.scale().maxIterations() && undecided.test(List.copyOf(iterations)));
    }

    /** A server that does not answer costs a minute each time; nobody shall have to guess where it went. */
    private void collectGarbage() {
        sampler.collectGarbage();
        if (sampler.liveHeap() instanceof Reading.Unavailable unavailable) {
            progress.accept("  no garbage could be collected: " + unavailable.reason());
        }
    }

    @Override
    public void iterationEnded(int iteration) {
        if (explanation.hasBegun()) {
            explanation.ended();
            return;
        }
        Window open = window;
        if (open == null) {
            throw new IllegalStateException("iteration " + iteration + " ended, but no window is open");
        }
        samples = open.close();
        window = null;
        collectGarbage();
        liveHeap = sampler.liveHeap();
    }

    @Override
    public void measured(int iteration, IterationLoad load) {
        if (explanation.hasBegun()) {
            loadTime = loadTime.plus(load.answerSpan());
            return;
        }
        Samples taken = samples;
        if (taken == null) {
            throw new IllegalStateException("iteration " + iteration + " was measured, but not sampled");
        }
        loadTime = loadTime.plus(load.answerSpan());
        Map<Metric, Reading> readings = new EnumMap<>(Readings.of(load, taken));
        readings.put(Metric.LIVE_HEAP, liveHeap);
        Phase phase = new Phase(plan.guards(), asked, load, generatorCpus, readings, taken.machine());
        List<Invalidity> invalid = new ArrayList<>(Validity.reasons(phase));
        List<String> notes = new ArrayList<>(taken.notes());
        notes.addAll(Validity.notes(phase));
        if (server.death().isPresent()) {
            invalid.add(Invalidity.server("the server died during this iteration"));
        }
        iterations.add(new Iteration(iteration, load, readings, invalid, notes));
        progress.accept("  iteration " + iteration + ": " + OneLine.of(readings));
        invalid.forEach(reason -> progress.accept("  iteration " + iteration + " is invalid: " + reason.sentence()));
    }

    /** Why nothing could be measured, if so. */
    Optional<String> trouble() {
        return trouble;
    }

    List<Iteration> iterations() {
        return iterations;
    }

    Duration loadTime() {
        return loadTime.plus(warming.loadTime());
    }

    /** What has one value in the whole cell. */
    Map<Metric, Reading> trialReadings() {
        Map<Metric, Reading> readings = explanation.readings();
        readings.put(
                Metric.STARTUP,
                new Reading.Measured(Metric.STARTUP, server.startup().toNanos() / 1e6));
        readings.put(Metric.TIME_TO_WARM, warming.timeToWarm());
        return readings;
    }

    Optional<Explanation> explanation() {
        return explanation.explanation();
    }

    /** What a reader should know of warm-up and recording. */
    Stream<String> notes() {
        return Stream.concat(warming.note().stream(), explanation.lost().stream());
    }
}
