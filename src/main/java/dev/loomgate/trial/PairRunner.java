package dev.loomgate.trial;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Side;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.sampling.SamplingException;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServerLauncher;
import dev.loomgate.server.ServerStartException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Measures units: boots a fresh server for each arm, in an order of chance, and compares them on one workload after the other. */
public final class PairRunner {
    private final DuelPlan duel;
    private final Map<Side, ServerLauncher> launchers;
    private final BackingServices backing;
    private final LoadGenerator generator;
    private final Placement placement;
    private final Consumer<String> progress;

    /**
     * Prepares for a plan; nothing is started.
     *
     * @param launchers one for each arm, because the arms may be different builds
     * @param placement which CPUs the servers, both the same, and the generator have for themselves
     */
    public PairRunner(
            DuelPlan duel,
            Map<Side, ServerLauncher> launchers,
            BackingServices backing,
            LoadGenerator generator,
            Placement placement,
            Consumer<String> progress) {
        this.duel = duel;
        this.launchers = new EnumMap<>(launchers);
        this.backing = backing;
        this.generator = generator;
        this.placement = placement;
        this.progress = progress;
    }

    /**
     * One unit of cells that share a {@link DuelCell#pair()}; every cell reaches {@code finished} exactly once, whatever happens. Those with more requests per second come first: their warm-up takes
     * seconds, and warms what all workloads share for those whose requests are dear. Among equals chance decides, for both arms alike.
     *
     * @param unit its number, from 1; with the plan's seed it decides every coin
     */
    public void run(List<DuelCell> cells, int unit, Consumer<UnitRun> finished) {
        RandomGenerator coin = Coins.of(duel.seed(), cells.getFirst().pair(), unit);
        List<DuelCell> order = new ArrayList<>(cells);
        Collections.shuffle(order, coin);
        order.sort(Comparator.comparingInt((DuelCell cell) -> cell.load().requestsPerSecond())
                .reversed());
        Deque<DuelCell> left = new ArrayDeque<>(order);
        Side first = Turn.side(coin);
        try (Booted one = boot(order.getFirst(), first);
                Booted two = boot(order.getFirst(), Turn.other(first))) {
            DuelTrial trial = new DuelTrial(
                    duel,
                    Map.of(first, one.standing(), Turn.other(first), two.standing()),
                    backing,
                    generator,
                    placement.generatorCpuCount());
            while (!left.isEmpty()) {
                DuelCell cell = left.removeFirst();
                finished.accept(trial.measure(cell, unit, Turn.flip(duel.scale().slices(), coin)));
            }
        } catch (NotBooted e) {
            while (!left.isEmpty()) {
                finished.accept(unmeasured(left.removeFirst(), unit, e));
            }
        }
    }

    private Booted boot(DuelCell cell, Side side) {
        Arm arm = cell.arm(side);
        Cell alone = cell.cell(side);
        progress.accept(
                "booting " + arm.variant().name() + " on " + arm.runtime().name() + " (" + arm.label() + ")");
        try {
            ServerAndSampler booted = ServerAndSampler.of(
                    launcher(side).launch(arm.variant(), arm.runtime(), backing.around(alone)),
                    server -> Sampler.attach(server, placement, generator::pid, backing::pids));
            return new Booted(new Standing(side, booted.server(), booted.sampler()));
        } catch (SamplingException e) {
            throw NotBooted.invalid(side, arm, e);
        } catch (ServerStartException e) {
            throw e.ofServer() ? NotBooted.failed(side, e) : NotBooted.invalid(side, arm, e);
        }
    }

    private ServerLauncher launcher(Side side) {
        ServerLauncher launcher = launchers.get(side);
        if (launcher == null) {
            throw new IllegalStateException("there is no launcher for the " + side);
        }
        return launcher;
    }

    private static UnitRun unmeasured(DuelCell cell, int unit, NotBooted why) {
        String reason = String.valueOf(why.getMessage());
        return new UnitRun(
                cell,
                unit,
                List.of(),
                Map.of(),
                why.failed ? Map.of(why.side, reason) : Map.of(),
                why.failed ? List.of() : List.of(Invalidity.instrument(reason)),
                List.of(),
                "",
                Duration.ZERO,
                Duration.ZERO);
    }

    /** An arm with whoever watches it; closed in this order. */
    private record Booted(Standing standing) implements AutoCloseable {
        @Override
        public void close() {
            standing.sampler().close();
            standing.server().close();
        }
    }

    /** An arm did not start, which is a result, or could not be started or watched, which is none. */
    private static final class NotBooted extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final Side side;
        private final boolean failed;

        private NotBooted(Side side, String reason, boolean failed, RuntimeException cause) {
            super(reason, cause);
            this.side = side;
            this.failed = failed;
        }

        /** A failure belongs to a side, whose label every report puts before it. */
        static NotBooted failed(Side side, ServerStartException cause) {
            return new NotBooted(side, String.valueOf(cause.getMessage()), true, cause);
        }

        /** An invalid unit belongs to no side. */
        static NotBooted invalid(Side side, Arm arm, RuntimeException cause) {
            return new NotBooted(side, arm.label() + ": " + cause.getMessage(), false, cause);
        }
    }
}
