package dev.loomgate.experiment;

import java.util.OptionalInt;

/**
 * Where one ramp, or a search, has ended.
 *
 * @param held the highest rate that was held, req/s; 0 when none was
 * @param failed the lowest rate above it that was not, req/s; empty when there was none
 * @param ending why it ended, in words
 */
public record CapacityResult(int held, OptionalInt failed, End end, String ending) {
    /** What ended it. */
    public enum End {
        /** The server: the answer is known. */
        SERVER,
        /**
         * The ceiling, or the end of its time before anything failed: the answer is at least {@link
         * CapacityResult#held}.
         */
        CEILING,
        /** The machine: the answer is not known. */
        DISTURBED,
        /** The instrument: the answer is not known. */
        UNKNOWN;

        public boolean isKnown() {
            return this == SERVER || this == CEILING;
        }
    }
}
