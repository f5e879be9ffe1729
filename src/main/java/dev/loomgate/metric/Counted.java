package dev.loomgate.metric;

/** Numbers of things in words. */
public final class Counted {
    private Counted() {}

    /** {@code 1 unit}, {@code 5 units}. */
    public static String of(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
