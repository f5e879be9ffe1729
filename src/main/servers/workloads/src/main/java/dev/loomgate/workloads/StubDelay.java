package dev.loomgate.workloads;

/** How long the downstream service holds an answer back, as the request to {@code aggregate} says. */
public final class StubDelay {
    private static final int LONGEST_MILLIS = 10_000;

    private StubDelay() {}

    /**
     * In milliseconds.
     *
     * @param delay query parameter {@code delay}; null when missing
     * @throws BadParameter when it is no number of milliseconds up to 10,000
     */
    public static int parse(String delay) {
        return parse("delay", delay);
    }

    /** The same for a parameter of another name. */
    public static int parse(String parameter, String delay) {
        return BadParameter.wholeNumber(parameter, delay, 0, LONGEST_MILLIS);
    }
}
