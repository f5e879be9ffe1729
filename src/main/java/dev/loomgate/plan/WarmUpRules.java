package dev.loomgate.plan;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a server counts as warm, whatever warms it.
 *
 * @param pause shortest pause between cycles, in which the JIT catches up; longer while it still has work
 * @param floorCycles cycles that are always run
 * @param capCycles cycles after which measuring starts in any case
 * @param quietShare the JIT is quiet when it compiled for less than this share of a cycle's wall time
 */
public record WarmUpRules(Duration pause, int floorCycles, int capCycles, double quietShare) {
    public WarmUpRules {
        if (pause.isNegative()) {
            throw new IllegalArgumentException("a warm-up cycle needs pause >= 0, has " + pause);
        }
        if (floorCycles < 1 || capCycles < floorCycles) {
            throw new IllegalArgumentException(
                    "warm-up needs 1 <= floor <= cap, has " + floorCycles + " and " + capCycles);
        }
        if (!(quietShare > 0 && quietShare <= 1)) {
            throw new IllegalArgumentException("the quiet share is between 0 and 100 %" + Quoted.wasShare(quietShare));
        }
    }

    /** Null after a problem, which stands at its place. */
    static @Nullable WarmUpRules read(Section section, Values values, Problems problems) {
        Duration pause = values.duration(section.required("pause"));
        Integer floor = values.wholeNumber(section.required("floor"), 1);
        Integer cap = values.wholeNumber(section.required("cap"), 1);
        Double quiet = values.share(section.required("quiet"));
        if (pause == null || floor == null || cap == null || quiet == null) {
            return null;
        }
        try {
            return new WarmUpRules(pause, floor, cap, quiet);
        } catch (IllegalArgumentException e) {
            problems.refused(section.placeOf(cap < floor ? "floor" : "quiet"), e);
            return null;
        }
    }

    WarmUpRules between(int floor, int cap) {
        return new WarmUpRules(pause, floor, cap, quietShare);
    }
}
