package dev.loomgate.load;

/**
 * What the generator is asked to do for one cell: warm up in cycles, then up to {@code maxIterations} measured phases.
 *
 * @param label what stands before the phase in Gatling's request names: {@code io 500 req/s}
 * @param baseUrl {@code http://127.0.0.1:8080}
 * @param bodyPattern regular expression that a whole body must match
 * @param arrivals what makes requests of the measured phases start
 * @param iterationSeconds length of a measured phase
 * @param warmUpUsers users of the warm-up (closed model)
 * @param warmUpMillis load in one warm-up cycle
 * @param maxConnections requests in flight that the generator allows itself; further ones wait for a free connection
 * @param reportFolder folder for Gatling's own report, absolute
 * @param hlogFolder folder for the interval logs, absolute
 * @param hlogPrefix file name prefix of the interval logs
 */
public record LoadOrder(
        String label,
        String baseUrl,
        String path,
        String bodyPattern,
        Arrivals arrivals,
        int iterationSeconds,
        int maxIterations,
        int warmUpUsers,
        long warmUpMillis,
        int maxConnections,
        String reportFolder,
        String hlogFolder,
        String hlogPrefix) {
    public LoadOrder {
        if (iterationSeconds < 1 || maxIterations < 1) {
            throw new IllegalArgumentException("length and number of iterations are at least 1");
        }
        if (warmUpUsers < 1 || warmUpMillis < 1 || maxConnections < 1) {
            throw new IllegalArgumentException("warm-up users, warm-up length and connections are at least 1");
        }
    }

    /** Users that Gatling injects for one measured phase: one per request in the open model. */
    public int usersPerIteration() {
        return switch (arrivals) {
            case Arrivals.Open open -> Math.multiplyExact(open.requestsPerSecond(), iterationSeconds);
            case Arrivals.Closed closed -> closed.users();
        };
    }
}
