package dev.loomgate.truth;

/** SplitMix64: written out here, so that a seed gives the same draws on every JDK and in every other language. */
final class Draws {
    private static final double UNIT = 0x1.0p-53;

    private long state;

    Draws(long seed) {
        this.state = seed;
    }

    long next() {
        state += 0x9e3779b97f4a7c15L;
        long mixed = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    /** From 0 to 1, without 1. */
    double nextShare() {
        return (next() >>> 11) * UNIT;
    }
}
