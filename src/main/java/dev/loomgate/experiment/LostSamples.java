package dev.loomgate.experiment;

import dev.loomgate.sampling.FlightFacts;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a recording has caught the threads often enough, and as often as they ran. The JVM drops samples of a thread
 * that it can't walk just then, and not evenly: of an event loop that computed for 0.6 s, JDK 25 delivered 9 to 22 of
 * about 60 samples of Java code, and nearly all that were missing lay in the computing. What is left says that it
 * hardly computes.
 */
final class LostSamples {
    /**
     * With so many a share of a half has a standard error of 9 points. With fewer it says little, and that half are
     * missing can't be told from chance or from a cold JVM's own work.
     */
    private static final int FEWEST = 30;

    private LostSamples() {}

    /**
     * Why nothing is to be believed of stacks and methods; empty when there is no such reason.
     *
     * @param applicationCpu time of the application's threads while it was recorded
     */
    static Optional<String> of(FlightFacts facts, Duration applicationCpu) {
        long ran = Math.round(applicationCpu.toMillis() * (facts.ofCpuTime() ? 1 : facts.userShare()));
        String counts = String.format(
                Locale.ROOT,
                "the recording has %d samples of application threads, which stand for %d ms of the %d that they ran: ",
                facts.samples(),
                facts.sampled().toMillis(),
                ran);
        if (facts.sampled().toMillis() < ran / 2.0) {
            return Optional.of(
                    counts + "samples are not lost evenly, so its stacks and methods are not to be believed");
        }
        if (facts.samples() < FEWEST) {
            return Optional.of(counts + "fewer than " + FEWEST + " don't say where the time goes");
        }
        return Optional.empty();
    }
}
