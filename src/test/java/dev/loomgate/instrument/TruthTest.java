package dev.loomgate.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.instrument.TruthLog.Outcome;
import dev.loomgate.instrument.TruthLog.Phase;
import dev.loomgate.instrument.TruthLog.Request;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rate 1000 req/s, so one slot per million nanoseconds. */
final class TruthTest {
    private static final int RATE = 1000;
    private static final long SLOT = 1_000_000;
    private static final long START = 7_000_000_000L;

    @Test
    void readsThePercentileAtTheNearestRank() {
        // Latencies 1, 2, …, 200 us: the 50th percentile is the 100th of them, the 99th the 198th.
        Truth truth = Truth.inOrderOfArrival(
                phase(IntStream.range(0, 200)
                        .mapToObj(k -> request(k * SLOT, k * SLOT + (k + 1) * 1000L))
                        .toList()),
                RATE);

        assertThat(truth.percentileNanos(50)).isEqualTo(100_000);
        assertThat(truth.percentileNanos(99)).isEqualTo(198_000);
        // A rank between two requests is that of the later one: 99.9 % of 200 is 199.8.
        assertThat(truth.percentileNanos(99.9)).isEqualTo(200_000);
    }

    /** Of a simulation there is no schedule: 1, 2, 3 and 4 us after they had arrived, whenever that was. */
    @Test
    void readsHowLongTheServerTook() {
        Phase phase = phase(
                List.of(request(0, 4000), request(10, 1010), request(9 * SLOT, 9 * SLOT + 3000), request(20, 2020)));

        assertThat(Truth.percentileOfService(phase, 50)).isEqualTo(2000);
        assertThat(Truth.percentileOfService(phase, 99)).isEqualTo(4000);
    }

    @Test
    void countsFromIntendedStartWhenTheServerStoodStill() {
        // Due at 0, 1, …, 9 ms; nothing is read between 1 and 6 ms, then all at once, and answered at once.
        long[] arrivals = {0, 1, 6, 6, 6, 6, 6, 7, 8, 9};
        Truth truth = Truth.inOrderOfArrival(
                phase(IntStream.range(0, 10)
                        .mapToObj(k -> request(arrivals[k] * SLOT, arrivals[k] * SLOT))
                        .toList()),
                RATE);

        // Waits of 4, 3, 2 and 1 ms, though the service time of each was 0.
        assertThat(truth.slowerThan(0)).isEqualTo(4);
        assertThat(truth.slowerThan(2 * SLOT)).isEqualTo(2);
        assertThat(truth.percentileNanos(99)).isEqualTo(4 * SLOT);
    }

    @Test
    void takesThePunctualRequestsForTheOrigin() {
        // All but the third arrive 0.3 ms late: the third tells when requests were really due.
        long[] late = {300_000, 300_000, 0, 300_000};
        Truth truth = Truth.inOrderOfArrival(
                phase(IntStream.range(0, 4)
                        .mapToObj(k -> request(k * SLOT + late[k], k * SLOT + late[k] + 5000))
                        .toList()),
                RATE);

        assertThat(truth.percentileNanos(25)).isEqualTo(5000);
        assertThat(truth.percentileNanos(50)).isEqualTo(305_000);
    }

    @Test
    void givesARequestOnALateConnectionItsOwnSlot() {
        // The request of slot 1 is read 3.2 ms late, after those of slots 2, 3 and 4.
        List<Request> requests = List.of(
                request(0, 1000),
                request(2 * SLOT, 2 * SLOT + 1000),
                request(3 * SLOT, 3 * SLOT + 1000),
                request(4 * SLOT, 4 * SLOT + 1000),
                request(4 * SLOT + 200_000, 4 * SLOT + 201_000),
                request(5 * SLOT, 5 * SLOT + 1000));

        Truth truth = Truth.bySlot(phase(requests), RATE);

        assertThat(truth.slowerThan(1000)).isEqualTo(1);
        assertThat(truth.percentileNanos(100)).isEqualTo(3 * SLOT + 201_000);
        assertThat(truth.percentileNanos(50)).isEqualTo(1000);
        // 1 us for each of six, and 3.2 ms for one of them.
        assertThat(truth.meanNanos()).isEqualTo((6 * 1000 + 3_200_000) / 6.0);
    }

    @Test
    void agreesBothWaysWhenEverythingIsPunctual() {
        Phase phase = phase(IntStream.range(0, 50)
                .mapToObj(k -> request(k * SLOT, k * SLOT + k * 1000L))
                .toList());

        for (double percent : new double[] {1, 50, 90, 99}) {
            assertThat(Truth.bySlot(phase, RATE).percentileNanos(percent))
                    .isEqualTo(Truth.inOrderOfArrival(phase, RATE).percentileNanos(percent));
        }
    }

    @Test
    void countsAnswersUntilTheEndOfTheLoad() {
        // Ten requests in 10 ms, answered every 2 ms from 2 ms on: five of them within the load, in the 8 ms after the
        // first.
        Phase phase = phase(IntStream.range(0, 10)
                .mapToObj(k -> request(k * SLOT, (k + 1) * 2L * SLOT))
                .toList());

        assertThat(Truth.inOrderOfArrival(phase, RATE).goodPerSecond(Duration.ofMillis(10)))
                .isEqualTo(625);
    }

    @Test
    void refusesAPhaseWithoutRequests() {
        assertThatThrownBy(() -> Truth.inOrderOfArrival(phase(List.of()), RATE)).hasMessageContaining("no truth");
    }

    private static Phase phase(List<Request> requests) {
        return new Phase(1, requests);
    }

    private static Request request(long arrived, long replied) {
        return new Request(START + arrived, START + replied, 0, Outcome.OK);
    }
}
