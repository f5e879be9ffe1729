package dev.loomgate.server;

import java.util.function.Predicate;
import java.util.function.Supplier;

/** Starts what listens on a free port again, when another process took the port between its choice and its use. */
public final class PortRetry {
    static final int STARTS = 4;

    private PortRetry() {}

    /**
     * Starts it, at most four times.
     *
     * @param start chooses its ports anew each time, and leaves nothing running when it throws
     * @param portTaken whether a start failed because of a port
     */
    public static <T> T start(Supplier<T> start, Predicate<RuntimeException> portTaken) {
        for (int number = 1; ; number++) {
            try {
                return start.get();
            } catch (RuntimeException e) {
                if (number == STARTS || !portTaken.test(e)) {
                    throw e;
                }
            }
        }
    }
}
