package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TruthPhasesTest {
    /** 10 req/s: due at 1.0, 1.1 and 1.2 s; the second arrives 30 ms late, and each is answered 5 ms after it came. */
    private static final List<String> LOG = List.of(
            "# clock: nanoTime",
            "phase,place,arrived-ns,replied-ns,delay-ns,burned-ns,outcome",
            "1,0,500000000,501000000,0,0,ok",
            "2,0,1000000000,1005000000,5000000,0,ok",
            "2,1,1130000000,1135000000,5000000,0,ok",
            "2,2,1200000000,1205000000,5000000,0,ok");

    private final TruthPhases truth = TruthPhases.of(LOG);

    @Test
    void latencyCountsFromTheIntendedStart() {
        var latency = truth.latency(2, 10);

        assertThat(latency.getMaxValue() / 1e6).isBetween(34.9, 35.1);
        assertThat(latency.getMinValue() / 1e6).isBetween(4.9, 5.1);
    }

    @Test
    void serviceCountsFromTheArrival() {
        assertThat(truth.service(2).getMaxValue() / 1e6).isBetween(4.9, 5.1);
    }

    @Test
    void aPhaseIsFoundByItsRequests() {
        assertThat(truth.withRequests(3)).containsExactly(2);
        assertThat(truth.withRequests(4)).isEmpty();
    }
}
