package dev.loomgate.experiment;

import dev.loomgate.load.IterationLoad;

/**
 * How an arm answered, counted. A machine that was busy meanwhile changes nothing about it: what a server answers is a
 * result.
 *
 * @param sent requests that reached the network and whose end is known
 * @param failed of these without a good status: 4xx, 5xx, time-out, reset
 * @param wrong of these with a good status and a wrong body
 */
public record Answers(long sent, long failed, long wrong) {
    /** Before the first request. */
    public static final Answers NONE = new Answers(0, 0, 0);

    public Answers {
        if (failed < 0 || wrong < 0 || failed + wrong > sent) {
            throw new IllegalArgumentException(
                    "of " + sent + " requests " + failed + " can't have failed and " + wrong + " have a wrong body");
        }
    }

    /** All as they should be. */
    public static Answers good(long sent) {
        return new Answers(sent, 0, 0);
    }

    /** Without the requests that the generator itself could not send: the server never saw them. */
    static Answers of(IterationLoad load) {
        long failed = load.failed() - GeneratorGuards.neverSent(load);
        return new Answers(load.good() + load.wrongBodies() + failed, failed, load.wrongBodies());
    }

    /** Both together. */
    public Answers plus(Answers more) {
        return new Answers(sent + more.sent, failed + more.failed, wrong + more.wrong);
    }
}
