package dev.loomgate.experiment;

import dev.loomgate.sampling.MachineUse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Machines on which nothing else happened. */
public final class Machines {
    public static final MachineUse QUIET =
            new MachineUse("0,1", 2, 1, 1, List.of(), Duration.ZERO, Duration.ofMillis(250), Optional.empty());

    private Machines() {}
}
