package dev.loomgate.plan;

import java.time.Duration;

/**
 * When a server counts as warm, whatever warms it.
 *
 * @param pause shortest pause between cycles; longer while the JIT has work
 * @param floorCycles cycles that are always run
 * @param capCycles cycles after which measuring starts in any case
 * @param quietShare the JIT is quiet when it compiled for less than this share of a cycle's wall time
 */
public record WarmUpRules(Duration pause, int floorCycles, int capCycles, double quietShare) {
    public WarmUpRules {
        if (floorCycles < 1 || capCycles < floorCycles) {
            throw new IllegalArgumentException(
                    "warm-up needs 1 <= floor <= cap, has " + floorCycles + " and " + capCycles);
        }
        if (!(quietShare > 0 && quietShare <= 1)) {
            throw new IllegalArgumentException("the quiet share is between 0 and 100 %" + Quoted.wasShare(quietShare));
        }
    }

    static WarmUpRules read(Mapping keys) {
        int floor = keys.get("floor", Form.COUNT);
        int cap = keys.get("cap", Form.COUNT);
        return keys.must(
                cap < floor ? "floor" : "quiet",
                () -> new WarmUpRules(
                        keys.get("pause", Form.TIME, Duration.ZERO), floor, cap, keys.get("quiet", Form.SHARE)));
    }

    WarmUpRules between(int floor, int cap) {
        return new WarmUpRules(pause, floor, cap, quietShare);
    }
}
