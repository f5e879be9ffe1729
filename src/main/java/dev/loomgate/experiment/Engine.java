package dev.loomgate.experiment;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.Load;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Stepped;
import dev.loomgate.plan.UnitPlan;
import dev.loomgate.plan.Variant;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.sampling.Sampling;
import dev.loomgate.sampling.SamplingException;
import dev.loomgate.server.Placement;
import dev.loomgate.server.RunningServer;
import dev.loomgate.server.ServerEnvironment;
import dev.loomgate.server.ServerStartException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Measures: boots the arms of an experiment, and hands them with its schedule to {@link Measurement}. */
public final class Engine {
    private final Function<Cell, ServerEnvironment> environment;
    private final BiFunction<RunningServer, Set<RunningServer>, Sampling> attach;
    private final Checks checks;
    private final Load load;
    private final int generatorCpus;
    private final TimeSource time;
    private final Executor boots;
    private final Consumer<String> progress;

    /** Why the arms of pairs left each other no room. */
    private final Map<PairedCell, String> crowded = new HashMap<>();

    /** Pairs whose arms leave each other room. */
    private final Set<PairedCell> roomy = new HashSet<>();

    /** Starts a server, and returns when it has answered well for the first time. */
    @FunctionalInterface
    public interface Launch {
        /**
         * Boots it.
         *
         * @throws ServerStartException when it died or did not answer in time; nothing is left running
         */
        RunningServer launch(Variant variant, JvmRuntime runtime, ServerEnvironment environment);
    }

    /**
     * Nothing is started.
     *
     * @param placement which CPUs servers, all the same, and the generator have for themselves
     */
    public Engine(BackingServices backing, Load load, Placement placement, Consumer<String> progress) {
        this(
                backing::around,
                (server, peers) -> Sampler.attach(server, peers, placement, load::pid, backing::pids),
                new ServerChecks(backing),
                load,
                placement.generatorCpuCount(),
                TimeSource.SYSTEM,
                task -> Thread.ofPlatform().daemon().name("loomgate boot").start(task),
                progress);
    }

    Engine(
            Function<Cell, ServerEnvironment> environment,
            BiFunction<RunningServer, Set<RunningServer>, Sampling> attach,
            Checks checks,
            Load load,
            int generatorCpus,
            TimeSource time,
            Executor boots,
            Consumer<String> progress) {
        this.environment = environment;
        this.attach = attach;
        this.checks = checks;
        this.load = load;
        this.generatorCpus = generatorCpus;
        this.time = time;
        this.boots = boots;
        this.progress = progress;
    }

    /**
     * Cells that share a {@link Cell#boot()}; every cell reaches {@link CellKeeper#finished} exactly once, in order,
     * whatever happens.
     *
     * @param found where searches have ended, for cells that are measured at a share of it
     */
    public void cells(Plan plan, Launch launcher, List<Cell> cells, FoundRates found, CellKeeper keeper) {
        Measurement.Instruments instruments = instruments(plan, plan.guards());
        Map<Cell, StepSchedule> stepped = new HashMap<>();
        Iterations iterations = (cell, load, arms) -> measured(
                instruments,
                new IterationSchedule(
                        cell, load, plan, soFar -> keeper.undecided(Unmeasured.soFar(cell, soFar)), progress),
                arms.all());
        new BootLoop<Cell, CellRun>(
                        cell -> {
                            Set<RunningServer> peers = ConcurrentHashMap.newKeySet();
                            return Arms.boot(List.of(() -> boot(launcher, cell, "", peers)), Runnable::run);
                        },
                        (arms, cell) -> {
                            Optional<CellRun> run = switch (cell.load()) {
                                case Stepped steps ->
                                    measured(
                                            instruments,
                                            stepped.computeIfAbsent(
                                                    cell,
                                                    none -> new StepSchedule(
                                                            cell, steps, plan, time, keeper, progress)),
                                            arms.all());
                                case LoadProfile.Share share ->
                                    shareOf(found.rateOf(cell, share), cell, iterations, arms);
                                case LoadProfile.Constant constant -> iterations.measure(cell, constant, arms);
                                case LoadProfile.Closed closed -> iterations.measure(cell, closed, arms);
                                case LoadProfile.Simulated own -> iterations.measure(cell, own, arms);
                            };
                            run.ifPresent(found::take);
                            return run;
                        },
                        Unmeasured::of)
                .run(cells, keeper::finished);
    }

    /** Measures a cell at one rate, or with one number of users. */
    @FunctionalInterface
    private interface Iterations {
        Optional<CellRun> measure(Cell cell, LoadProfile load, Arms arms);
    }

    private static Optional<CellRun> shareOf(FoundRates.Answer capacity, Cell cell, Iterations iterations, Arms arms) {
        return switch (capacity) {
            case FoundRates.Answer.Known known ->
                iterations.measure(cell, known.rate(), arms).map(run -> run.with(known.inWords()));
            case FoundRates.Answer.Unknown unknown -> Optional.of(Unmeasured.invalid(cell, unknown.reason()));
        };
    }

    /**
     * Measures what these units are of as an earlier part of this run has: in the same seconds, or in turns. Their arms
     * might leave each other more room now, or less.
     */
    public void goOn(Collection<UnitRun> before) {
        for (UnitRun unit : before) {
            if (unit.interleaved()) {
                roomy.add(unit.cell());
            } else if (!unit.slices().isEmpty()) {
                crowded.put(unit.cell(), "so it was in the earlier part of this run");
            }
        }
    }

    /**
     * One unit of groups that share servers, one after the other; every pair of which something is asked reaches {@code
     * finished} exactly once, whatever happens. Groups that are only warmed are left out where nothing follows them.
     *
     * @param launchers by arm, because arms may be different builds
     * @param groups the first has all arms; another may leave one of them idle
     * @param unit its number, from 1; with the plan's seed it decides everything that is left to chance
     */
    public void unit(
            UnitPlan units,
            Function<Arm, Launch> launchers,
            List<ArmGroup> groups,
            int unit,
            Consumer<UnitRun> finished) {
        RandomGenerator random = UnitRandom.of(units.seed(), groups.getFirst().boot(), unit);
        List<ArmGroup> order = new ArrayList<>(groups);
        while (units.onlyWarms(order.getLast())) {
            order.removeLast();
        }
        List<Arm> arms = new ArrayList<>(groups.getFirst().arms());
        Collections.shuffle(arms, random);
        // How much an arm's JIT compiles is a result of that arm.
        Measurement.Instruments instruments =
                instruments(units.plan(), units.plan().guards().withoutJit());
        new BootLoop<ArmGroup, List<UnitRun>>(
                        group -> {
                            Set<RunningServer> peers = ConcurrentHashMap.newKeySet();
                            return Arms.boot(
                                    arms.stream()
                                            .map(arm -> (Supplier<RunningArm>)
                                                    () -> boot(launchers.apply(arm), group, arm, peers))
                                            .toList(),
                                    boots);
                        },
                        (running, group) -> {
                            if (units.onlyWarms(group)) {
                                progress.accept("  " + group + " only warms them: nothing more is asked of it");
                            }
                            List<Integer> places = TurnOrder.shuffled(arms.size(), random).stream()
                                    .filter(place -> group.arms().contains(arms.get(place)))
                                    .toList();
                            List<Arm> inOrder = places.stream().map(arms::get).toList();
                            List<RunningArm> servers =
                                    places.stream().map(running.all()::get).toList();
                            Optional<String> whyNot = group.inTurn()
                                    .or(() -> InterleavedSchedule.whyNot(group, units))
                                    .or(() -> whyCrowded(group));
                            return whyNot.isPresent()
                                    ? measured(
                                            instruments,
                                            new TurnSchedule(group, inOrder, unit, units, random, whyNot.get()),
                                            servers)
                                    : interleaved(
                                            instruments,
                                            new InterleavedSchedule(
                                                    group,
                                                    inOrder,
                                                    unit,
                                                    units,
                                                    random,
                                                    group.pairs().stream().noneMatch(roomy::contains)),
                                            servers);
                        },
                        (group, why) -> Unmeasured.of(group, unit, arms.get(why.arm()), why))
                .run(
                        order,
                        runs -> runs.forEach(run -> {
                            if (units.onlyWarmed().contains(run.cell())) {
                                run.failures()
                                        .forEach(story ->
                                                progress.accept("  " + run.cell() + ", only warmed: " + story));
                            } else {
                                finished.accept(run);
                            }
                        }));
    }

    private Optional<String> whyCrowded(ArmGroup group) {
        return group.pairs().stream()
                .flatMap(pair -> Optional.ofNullable(crowded.get(pair)).stream())
                .findFirst();
    }

    /** Whether arms leave each other room is known once it was tried. */
    private Optional<List<UnitRun>> interleaved(
            Measurement.Instruments instruments, InterleavedSchedule schedule, List<RunningArm> servers) {
        ArmGroup group = schedule.group();
        Optional<List<UnitRun>> runs = measured(instruments, schedule, servers);
        schedule.crowded().ifPresent(why -> {
            group.pairs().forEach(pair -> crowded.put(pair, why));
            progress.accept("  " + group + " is measured in turns on fresh servers: " + why);
        });
        if (schedule.hasRoom()) {
            roomy.addAll(group.pairs());
        }
        return runs;
    }

    private static <R> Optional<R> measured(
            Measurement.Instruments instruments, Schedule<R> schedule, List<RunningArm> arms) {
        Measurement measurement = new Measurement(instruments, schedule, arms);
        measurement.run();
        return schedule.result(measurement);
    }

    private Measurement.Instruments instruments(Plan plan, Guards guards) {
        return new Measurement.Instruments(load, checks, time, guards, generatorCpus, plan.output(), progress);
    }

    private RunningArm boot(Launch launcher, ArmGroup group, Arm arm, Set<RunningServer> peers) {
        return boot(launcher, group.cell(arm), " (" + arm.label() + ")", peers);
    }

    /**
     * Boots one.
     *
     * @param which is added to the line that tells of it
     * @param peers all servers of this boot, this one among them once it runs
     */
    private RunningArm boot(Launch launcher, Cell cell, String which, Set<RunningServer> peers) {
        progress.accept(
                "booting " + cell.variant().name() + " on " + cell.runtime().name() + which);
        ServerEnvironment told = environment.apply(cell);
        try {
            RunningServer server = launcher.launch(cell.variant(), cell.runtime(), told);
            return watched(server, told, peers);
        } catch (RuntimeException | Error e) {
            told.close();
            throw e;
        }
    }

    private RunningArm watched(RunningServer server, ServerEnvironment told, Set<RunningServer> peers) {
        try {
            peers.add(server);
            return new RunningArm(server, told, attach(server, peers));
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    /**
     * Attaches a sampler.
     *
     * @throws ServerStartException when the server ended meanwhile, which is a result
     * @throws SamplingException when it lives and can't be sampled, which is none
     */
    private Sampling attach(RunningServer server, Set<RunningServer> peers) {
        try {
            return attach.apply(server, peers);
        } catch (SamplingException e) {
            if (!e.serverEnded()) {
                throw e;
            }
            server.close();
            Optional<Invalidity> others = Ends.interference(server);
            if (others.isPresent()) {
                throw new ServerStartException(others.get().sentence(), e);
            }
            throw new ServerStartException(
                    ServerStartException.Origin.SERVER,
                    server.death().map(Ends::story).orElse(String.valueOf(e.getMessage())),
                    e);
        }
    }
}
