package dev.loomgate.trial;

import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Scale;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.Optional;

/** Brings a server to its steady state: cycles of load with rests between them until its JIT is quiet; and the rests of all that follows. */
final class Warming {
    /** As a multiple of the planned pause: a backlog that needs longer is worked off in the next cycle's pause, or is a reason to measure again. */
    private static final int LONGEST_PAUSE = 10;

    /** Where that was a pause of the JIT, the guard of the iterations sees it, and they are measured again. */
    private static final int QUIET_CYCLES = 1;

    private final Scale.WarmUp rules;
    private final RunningServer server;
    private final Sampler sampler;
    private final WarmUpProgress cycles;
    private Duration loadTime = Duration.ZERO;
    private boolean warm;

    Warming(Scale.WarmUp rules, RunningServer server, Sampler sampler) {
        this.rules = rules;
        this.server = server;
        this.sampler = sampler;
        this.cycles = new WarmUpProgress(rules.rules(), QUIET_CYCLES, sampler::totalCompilationTime);
    }

    /** Whether there is such a cycle, which then begins now; a server that is warm stays so in later simulations. */
    boolean begins(int cycle) {
        if (warm || server.death().isPresent() || !cycles.wantsCycle(cycle)) {
            warm = true;
            return false;
        }
        if (cycle == 1) {
            server.roam();
        } else {
            restFor(rules.rules().pause());
        }
        cycles.starts();
        return true;
    }

    void ended() {
        cycles.ended();
        loadTime = loadTime.plus(rules.load());
    }

    /** Under load the JIT may have got no CPU: what it left is better compiled now than in a measured phase. */
    void restFor(Duration atLeast) {
        Duration atMost = rules.rules().pause().multipliedBy(LONGEST_PAUSE);
        Rest.untilJitIsIdle(atLeast, atMost.compareTo(atLeast) > 0 ? atMost : atLeast, sampler::jitCpu);
    }

    Duration loadTime() {
        return loadTime;
    }

    Reading timeToWarm() {
        return cycles.timeToWarm();
    }

    Optional<String> note() {
        return cycles.note();
    }
}
