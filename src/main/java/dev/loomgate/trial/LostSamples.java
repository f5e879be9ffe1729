package dev.loomgate.trial;

import dev.loomgate.sampling.FlightFacts;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a recording has caught the threads as often as they ran. The JVM drops samples of a thread that it can't walk just then, and not evenly: of an event loop on JDK 25 that computed
 * for 0.6 s it delivered 9 to 22 where other servers had 55, and nearly all that were missing lay in the computing. What is left says that it hardly computes.
 */
final class LostSamples {
    /**
     * Of fewer, most may be missing for other reasons: what the JVM itself does for a thread (it loads classes, it compiles) is not sampled, and on a cold server that waits 6 of 23 came. So
     * only who computes is looked at.
     */
    private static final int ENOUGH = 50;

    private LostSamples() {}

    /**
     * Why nothing is to be believed of stacks and methods; empty when there is no such reason.
     *
     * @param applicationCpu time of the application's threads while it was recorded
     */
    static Optional<String> of(FlightFacts facts, Duration applicationCpu) {
        long user = Math.round(applicationCpu.toMillis() * facts.userShare());
        long expected = user / FlightFacts.SAMPLE_EVERY.toMillis();
        if (expected < ENOUGH || facts.samples() >= expected / 2.0) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "the recording has %d samples of application threads, which ran for %d ms and should have about %d, one every %d ms:"
                        + " samples are not lost evenly, so its stacks and methods are not to be believed",
                facts.samples(),
                user,
                expected,
                FlightFacts.SAMPLE_EVERY.toMillis()));
    }
}
