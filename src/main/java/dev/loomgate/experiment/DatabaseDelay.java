package dev.loomgate.experiment;

import dev.loomgate.backing.RoundTrips;
import dev.loomgate.metric.Invalidity;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * How far away the database of a cell was: measured, not believed.
 *
 * @param planned what thresholds.yml says
 * @param measured median round trip through the delay proxy minus the median round trip without it, both with JDBC; may
 *     be negative by noise
 */
public record DatabaseDelay(Duration planned, Duration measured) {
    private static final double TOLERATED_SHARE = 0.05;
    private static final Duration TOLERATED = Duration.ofMillis(5);

    static DatabaseDelay of(RoundTrips trips) {
        return new DatabaseDelay(trips.planned(), trips.added());
    }

    /** Why nothing about this cell may be judged: it is off by more than 5 ms and by more than 5 %. */
    Optional<Invalidity> problem() {
        Duration off = measured.minus(planned).abs();
        boolean wrong = off.compareTo(TOLERATED) > 0 && millis(off) > TOLERATED_SHARE * millis(planned);
        if (!wrong) {
            return Optional.empty();
        }
        String off5 = inWords() + ": off by more than 5 ms and 5 %; ";
        // A busy machine makes a delay longer; one that is too short was not held back.
        return Optional.of(
                measured.compareTo(planned) > 0
                        ? Invalidity.machine(off5 + "the machine is too busy for a delay proxy")
                        : Invalidity.instrument(off5 + "the delay proxy held answers back for too short a time"));
    }

    /** {@code database delay: planned 200 ms, measured 200.4 ms}. */
    String inWords() {
        return String.format(
                Locale.ROOT, "database delay: planned %d ms, measured %.1f ms", planned.toMillis(), millis(measured));
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
