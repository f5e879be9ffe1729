package dev.loomgate.experiment;

import dev.loomgate.load.ArrivalSpacing;
import dev.loomgate.plan.LoadProfile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a schedule asks for next: load on one arm, or on several at the same time, and how they get ready for it.
 *
 * @param arms places among the arms; who gets the first request stands first
 * @param load a rate, of all arms together, or a number of users
 * @param preparation what happens before it
 * @param recording that runs meanwhile; empty when there is none
 */
record Phase(
        List<Integer> arms,
        LoadProfile load,
        ArrivalSpacing spacing,
        Preparation preparation,
        Purpose purpose,
        Optional<Recording> recording) {
    Phase {
        arms = List.copyOf(arms);
    }

    /** What it is driven for. */
    enum Purpose {
        /** What requests take and cost. */
        COST,
        /** The same, and the live heap: garbage is collected behind it. */
        COST_AND_LIVE_HEAP,
        /** All that an arm can answer, or what the generator can ask. */
        CEILING
    }

    /** At equal distances, and without a recording. */
    Phase(List<Integer> arms, LoadProfile load, Preparation preparation, Purpose purpose) {
        this(arms, load, ArrivalSpacing.EVEN, preparation, purpose, Optional.empty());
    }

    /**
     * What happens right before the load.
     *
     * @param collects whether garbage of all arms is collected
     * @param rest at least so long
     * @param untilIdle whether to rest on until the JIT has nothing to do
     * @param untilCalm whether to wait for a hypervisor that takes CPU time away
     */
    record Preparation(boolean collects, Duration rest, boolean untilIdle, boolean untilCalm) {
        static final Preparation NONE = resting(Duration.ZERO);

        static Preparation resting(Duration rest) {
            return new Preparation(false, rest, false, false);
        }

        static Preparation collecting(Duration rest) {
            return new Preparation(true, rest, true, false);
        }
    }
}
