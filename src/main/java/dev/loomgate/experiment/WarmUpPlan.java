package dev.loomgate.experiment;

import dev.loomgate.plan.Scale;
import dev.loomgate.plan.WarmUpRules;

/**
 * How arms are warmed: in cycles of load on all of them, until all are quiet.
 *
 * @param quietCycles so many in a row have to be quiet
 * @param restsFirst whether an arm rests before its first cycle, too: another workload may have run on it
 */
record WarmUpPlan(WarmUpRules rules, int quietCycles, boolean restsFirst) {
    /**
     * One quiet cycle is enough: if the JIT only paused, the guard of the iterations sees it, and they are measured
     * again.
     */
    static WarmUpPlan ofCells(Scale.WarmUp warmUp) {
        return new WarmUpPlan(warmUp.rules(), 1, false);
    }
}
