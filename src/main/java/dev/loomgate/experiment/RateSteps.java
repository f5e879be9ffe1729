package dev.loomgate.experiment;

import java.util.List;
import java.util.OptionalInt;

/** Which rate comes next, from what those before have shown. Knows nothing of servers. */
sealed interface RateSteps permits RampSteps, CapacitySearch {
    /** What a rate has shown. */
    enum Outcome {
        HELD,
        FAILED,
        /** Failed by so much that there is no use in going further up. */
        COLLAPSED
    }

    /** In req/s; empty when all is known. */
    OptionalInt next();

    /** Takes in what the rate has shown that was {@link #next}. */
    void took(int requestsPerSecond, Outcome outcome);

    /** The highest rate that held; in a search below all that failed; 0 when none did. */
    int held();

    /** The lowest rate above it that failed undisturbed; empty when none did. */
    OptionalInt surelyFailed();

    /** For the phases of one simulation: as far as can be seen, no rate is higher than its place in this list. */
    List<Integer> ahead();

    /** Why there is no next rate, for people. */
    String ending();
}
