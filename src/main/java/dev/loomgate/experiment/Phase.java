package dev.loomgate.experiment;

import dev.loomgate.load.ArrivalSpacing;
import dev.loomgate.plan.LoadProfile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a schedule asks for next: load on one arm, or on several at the same time, and how they get ready for it.
 *
 * @param arms places among the arms; who gets the first request stands first
 * @param load a rate, of all arms together, or a number of users
 * @param preparation what happens before it
 * @param saturates whether it asks for all that an arm can answer: it shows that, or what the generator can ask
 * @param collectsAfterwards whether garbage is collected behind it, which shows the live heap
 * @param recording file for a flight recording that runs meanwhile; empty when there is none
 */
record Phase(
        List<Integer> arms,
        LoadProfile load,
        ArrivalSpacing spacing,
        Preparation preparation,
        boolean saturates,
        boolean collectsAfterwards,
        Optional<Path> recording) {
    Phase {
        arms = List.copyOf(arms);
    }

    /** What one arm of it gets. */
    LoadProfile loadOfOne() {
        return load instanceof LoadProfile.Constant all
                ? new LoadProfile.Constant(all.requestsPerSecond() / arms.size())
                : load;
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
        static final Preparation NONE = new Preparation(false, Duration.ZERO, false, false);
    }
}
