package dev.loomgate.trial;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Stepped;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.server.Placement;
import dev.loomgate.server.RunningServer;
import dev.loomgate.server.ServerLauncher;
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

    /**
     * Measures cells that share a {@link Cell#boot()}; every cell reaches {@code finished} exactly once, in order, whatever happens.
     */
    public void run(List<Cell> cells, Consumer<CellRun> finished) {
        Map<Cell, SteppedCell> stepped = new HashMap<>();
        new CellLoop(cell -> boot(cell, stepped)).run(cells, finished);
    }

    private CellLoop.Bench boot(Cell cell, Map<Cell, SteppedCell> stepped) {
        progress.accept(
                "booting " + cell.variant().name() + " on " + cell.runtime().name());
        return new Booted(
                ServerAndSampler.of(
                        launcher.launch(cell.variant(), cell.runtime(), backing.around(cell)),
                        server -> Sampler.attach(server, placement, generator::pid, backing::pids)),
                stepped);
    }

    private final class Booted implements CellLoop.Bench {
        private final ServerAndSampler booted;
        private final Map<Cell, SteppedCell> stepped;

        Booted(ServerAndSampler booted, Map<Cell, SteppedCell> stepped) {
            this.booted = booted;
            this.stepped = stepped;
        }

        @Override
        public Optional<CellRun> measure(Cell cell) {
            Trial trial = new Trial(
                    plan,
                    booted.server(),
                    backing,
                    booted.sampler(),
                    generator,
                    placement.generatorCpuCount(),
                    undecided,
                    progress);
            Optional<CellRun> run = TrialRunner.this.measure(trial, cell, stepped);
            run.ifPresent(found::take);
            return run;
        }

        @Override
        public Optional<RunningServer.Death> death() {
            return booted.server().death();
        }

        @Override
        public void close() {
            booted.close();
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
