package dev.loomgate.plan;

import java.time.Duration;

/**
 * How long and how often is measured.
 *
 * @param iteration length of one measured phase, whole seconds
 * @param iterations measured phases per cell
 * @param maxIterations upper bound when phases are added because a limit is undecided or a phase was invalid
 * @param rest pause between garbage collection and the next phase
 * @param secondTrials how many cells that stayed INVALID are measured once more after all others, each on a fresh
 *     boot: the disturbance is often over by then
 */
public record Scale(
        String name,
        Duration iteration,
        int iterations,
        int maxIterations,
        Duration rest,
        WarmUp warmUp,
        int secondTrials) {
    public Scale {
        if (iterations < 1 || maxIterations < iterations) {
            throw new IllegalArgumentException("scale " + name + " needs 1 <= iterations <= max-iterations, has "
                    + iterations + " and " + maxIterations);
        }
    }

    /**
     * Warm-up in cycles of load until the JIT is quiet.
     *
     * @param load length of the load in a cycle
     */
    public record WarmUp(Duration load, WarmUpRules rules) {
        public WarmUp {
            if (load.toMillis() < 1) {
                throw new IllegalArgumentException("a warm-up cycle needs load > 0, has " + load);
            }
        }
    }
}
