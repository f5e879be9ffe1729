package dev.loomgate.trial;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Stepped;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.sampling.SamplingException;
import dev.loomgate.server.Placement;
import dev.loomgate.server.RunningServer;
import dev.loomgate.server.ServerLauncher;
import dev.loomgate.server.ServerStartException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Measures cells: boots a server for all cells of one {@link Cell#boot()}, and a fresh one when it died in the middle. */
public final class TrialRunner {
    private final Plan plan;
    private final ServerLauncher launcher;
    private final BackingServices backing;
    private final LoadGenerator generator;
    private final Placement placement;
    private final Predicate<CellRun> undecided;
    private final Consumer<String> progress;
    private final FoundRates found = new FoundRates();

    /**
     * Prepares for a plan; nothing is started.
     *
     * @param placement which CPUs server and generator have for themselves
     * @param undecided whether what was measured so far leaves a limit open, so that one more iteration would help
     */
    public TrialRunner(
            Plan plan,
            ServerLauncher launcher,
            BackingServices backing,
            LoadGenerator generator,
            Placement placement,
            Predicate<CellRun> undecided,
            Consumer<String> progress) {
        this.plan = plan;
        this.launcher = launcher;
        this.backing = backing;
        this.generator = generator;
        this.placement = placement;
        this.undecided = undecided;
        this.progress = progress;
    }

    /** An earlier run has measured it: what a search has found then holds for shares of it now. */
    public void takeIn(CellRun earlier) {
        found.take(earlier);
    }

    private static void giveUp(Deque<Cell> left, Consumer<Cell> tell) {
        left.forEach(tell);
        left.clear();
    }

    /**
     * Measures cells that share a {@link Cell#boot()}; every cell reaches {@code finished} exactly once, in order, whatever happens.
     */
    public void run(List<Cell> cells, Consumer<CellRun> finished) {
        Deque<Cell> left = new ArrayDeque<>(cells);
        Map<Cell, SteppedCell> stepped = new HashMap<>();
        while (!left.isEmpty()) {
            Cell first = left.getFirst();
            progress.accept("booting " + first.variant().name() + " on "
                    + first.runtime().name());
            try (RunningServer server = launcher.launch(first.variant(), first.runtime(), backing.around(first));
                    Sampler sampler = Sampler.attach(server, placement, generator::pid, backing::pids)) {
                Trial trial = new Trial(
                        plan, server, backing, sampler, generator, placement.generatorCpuCount(), undecided, progress);
                boolean fit = true;
                while (fit && !left.isEmpty() && server.death().isEmpty()) {
                    Optional<CellRun> run = measure(trial, left.getFirst(), stepped);
                    run.ifPresent(found::take);
                    run.ifPresent(done -> finished.accept(done));
                    run.ifPresent(done -> left.removeFirst());
                    fit = run.isPresent();
                }
            } catch (ServerStartException e) {
                giveUp(left, cell -> finished.accept(Unmeasured.neverStarted(cell, String.valueOf(e.getMessage()))));
            } catch (SamplingException e) {
                giveUp(
                        left,
                        cell -> finished.accept(
                                Unmeasured.invalid(cell, Invalidity.instrument(String.valueOf(e.getMessage())))));
            }
        }
    }

    private CellRun measure(Trial trial, Cell cell, LoadProfile.Share share) {
        return switch (found.rateOf(cell, share)) {
            case FoundRates.Answer.Known known ->
                trial.measure(cell, known.rate()).with(known.inWords());
            case FoundRates.Answer.Unknown unknown -> Unmeasured.invalid(cell, unknown.reason());
        };
    }

    /** Empty when the cell has steps left that need a fresh server. */
    private Optional<CellRun> measure(Trial trial, Cell cell, Map<Cell, SteppedCell> begun) {
        return switch (cell.load()) {
            case Stepped load ->
                trial.goOn(begun.computeIfAbsent(
                        cell, none -> new SteppedCell(cell, load, plan.guards().remeasure())));
            case LoadProfile.Constant constant -> Optional.of(trial.measure(cell, constant));
            case LoadProfile.Closed closed -> Optional.of(trial.measure(cell, closed));
            case LoadProfile.Share share -> Optional.of(measure(trial, cell, share));
        };
    }
}
