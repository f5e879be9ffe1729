package dev.loomgate.plan;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** How long a run takes at most. It is announced before the run starts. */
public final class ExpectedTime {
    /** Boot, first answers, a look at what stands behind the server. */
    private static final Duration BOOT = Duration.ofSeconds(12);

    /** Of a phase: the last answers, collections around it. Where requests wait for a second it was 1.7 s. */
    private static final Duration AROUND_A_PHASE = Duration.ofSeconds(2);

    /** Doubling from the start, bisecting, and a second try of both ends; more on a disturbed machine. */
    private static final int STEPS_OF_A_SEARCH = 16;

    private ExpectedTime() {}

    /** Assumes that ramps reach their ceiling. */
    public static Duration atMost(Plan plan) {
        return BOOT.multipliedBy(Boots.of(plan.cells()).size()).plus(cells(plan));
    }

    private static Duration cells(Plan plan) {
        return plan.cells().stream()
                .map(cell -> cell.workload().clients() instanceof GatlingSimulation simulation
                        ? simulated(plan.scale(), simulation)
                        : warmUp(plan.scale()).plus(measured(plan.scale(), cell.load())))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration warmUp(Scale scale) {
        Scale.WarmUp warmUp = scale.warmUp();
        return warmUp.load()
                .plus(warmUp.rules().pause())
                .multipliedBy(warmUp.rules().capCycles());
    }

    /** Cycles of the warm-up and iterations are runs of it. */
    private static Duration simulated(Scale scale, GatlingSimulation simulation) {
        return simulation
                .atMost()
                .plus(AROUND_A_PHASE)
                .multipliedBy((long) scale.warmUp().rules().capCycles() + scale.maxIterations());
    }

    private static Duration measured(Scale scale, LoadProfile load) {
        return switch (load) {
            case Ramp ramp ->
                step(ramp)
                        .multipliedBy((long) ramp.repetitions() * ((ramp.ceiling() - ramp.start()) / ramp.step() + 1));
            case Search search ->
                Collections.min(List.of(step(search).multipliedBy(STEPS_OF_A_SEARCH), search.atMost()));
            case LoadProfile.Constant constant -> iterations(scale);
            case LoadProfile.Share share -> iterations(scale);
            case LoadProfile.Closed closed -> iterations(scale);
            case LoadProfile.Simulated own -> iterations(scale);
        };
    }

    private static Duration step(Stepped stepped) {
        return stepped.length().plus(stepped.rest()).plus(AROUND_A_PHASE);
    }

    private static Duration iterations(Scale scale) {
        return scale.iteration().plus(scale.rest()).plus(AROUND_A_PHASE).multipliedBy(scale.maxIterations());
    }
}
