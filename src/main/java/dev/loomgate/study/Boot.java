package dev.loomgate.study;

import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** What is measured on servers that are booted together, once in a round: pairs, or a cell. */
final class Boot {
    private final int most;
    private final Supplier<List<String>> asked;
    private final Supplier<Duration> took;
    private final IntConsumer measure;
    private int done;

    /** What the last round took that is part of no cell or pair: the start of the servers, and loads that only warm. */
    private Duration besides = Duration.ZERO;

    /**
     * @param most rounds
     * @param asked ids of its cells or pairs of which something is asked still
     * @param took what the last round of these took; nothing where there was none
     * @param measure measures these, on fresh boots, in the round that is given to it
     */
    Boot(int most, Supplier<List<String>> asked, Supplier<Duration> took, IntConsumer measure) {
        this.most = most;
        this.asked = asked;
        this.took = took;
        this.measure = measure;
    }

    List<String> asked() {
        return asked.get();
    }

    /** What its next round takes, by the last one. */
    Duration expected() {
        return took.get().plus(besides);
    }

    /** What it takes to so many rounds in all. */
    Duration expected(int rounds) {
        return expected().multipliedBy(Math.max(0, rounds - done));
    }

    /** @param clock time so far */
    void measure(Supplier<Duration> clock) {
        Duration begun = clock.get();
        measure.accept(next());
        besides = clock.get().minus(begun).minus(took.get());
        advance();
    }

    /** Its next round is over, or needs no measuring. */
    void advance() {
        done++;
    }

    int done() {
        return done;
    }

    int next() {
        return done + 1;
    }

    boolean isLeft() {
        return done < most;
    }

    boolean canHave(int rounds) {
        return rounds <= most;
    }
}
