package dev.loomgate.truth;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What the server was told to do; 0 where it was told nothing.
 *
 * @param rateCapNanos between two answers
 * @param given as it was written, by name, sorted
 */
record Script(
        Delay delay,
        long seed,
        Optional<Freeze> freeze,
        long rateCapNanos,
        long errorsPerMillion,
        long resetsPerMillion,
        long halvesPerMillion,
        long acceptDelayNanos,
        long burnNanos,
        int allocateBytes,
        int retainBytes,
        long holdBytes,
        int threads,
        Optional<Path> log,
        Map<String, String> given) {

    /** Once in every phase, counted from its first request. */
    record Freeze(long atNanos, long forNanos) {}

    /** Whether answers leave at once, written by the thread that read the request. */
    boolean answersAtOnce() {
        return delay instanceof Delay.None && rateCapNanos == 0;
    }
}
