package dev.loomgate.workloads;

/** The kernel of {@code compute} (LUND C.1.2): a nested loop whose every step needs the one before, so that nothing runs ahead. */
final class ComputeLoop {
    private ComputeLoop() {}

    /**
     * Runs i = 3..size-1 and j = 1..size-1.
     *
     * @param start the clock in production, so that the result is not known before the request
     */
    static double run(double start, int size) {
        double result = 0;
        double rand = start;
        for (int i = 3; i < size; i++) {
            for (int j = 1; j < size; j++) {
                result += rand / 3;
                rand -= j;
            }
        }
        return result;
    }
}
