package dev.loomgate.experiment;

import dev.loomgate.load.ArrivalSpacing;
import dev.loomgate.plan.LoadProfile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a schedule asks for next: load on one arm, and how the arm gets ready for it.
 *
 * @param arm place among the arms
 * @param load a rate, or a number of users
 * @param preparation what happens before it
 * @param collectsAfterwards whether garbage is collected behind it, which shows the live heap
 * @param recording file for a flight recording that runs meanwhile; empty when there is none
 */
record Phase(
        int arm,
        LoadProfile load,
        ArrivalSpacing spacing,
        Preparation preparation,
        boolean collectsAfterwards,
        Optional<Path> recording) {
    /**
     * What happens right before the load.
     *
     * @param collects whether garbage of all arms is collected
     * @param rest at least so long
     * @param untilIdle whether to rest on until the JIT has nothing to do
     * @param untilCalm whether to wait for a hypervisor that takes CPU time away
     */
    record Preparation(boolean collects, Duration rest, boolean untilIdle, boolean untilCalm) {
        static final Preparation NONE = new Preparation(false, Duration.ZERO, false, false);
    }
}
