package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.load.SimulationRecorder.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a run of a simulation adds up to, at times that are known to the nanosecond. */
class SimulationRecorderTest {
    private static final long MILLI = 1_000_000;
    private final SimulationRecorder recorder = new SimulationRecorder();

    /** Sent at that millisecond, written 1 ms later, answered after so many more. */
    private static ChannelTimes.Times times(long atMillis, long tookNanos) {
        long sent = atMillis * MILLI;
        return new ChannelTimes.Times(sent, sent + MILLI, sent + MILLI + tookNanos);
    }

    private IterationLoad summary() {
        return recorder.summary("iteration 1", GeneratorCost.NONE, "shop.hlog");
    }

    @Test
    void latencyCountsFromTheTurnAndServiceFromTheWrite() {
        recorder.answered("order", times(0, 2_345_678), new Outcome.Good());

        IterationLoad load = summary();

        assertThat(load.service().getMaxValue()).isBetween(2_345_678L, 2_350_000L);
        assertThat(load.latency().getMaxValue()).isBetween(3_345_678L, 3_350_000L);
    }

    @Test
    void everyNameIsCountedByItselfAndWithTheOthers() {
        recorder.answered("browse", times(0, MILLI), new Outcome.Good());
        recorder.answered("browse", times(10, MILLI), new Outcome.Wrong("bodyString.is(x), found y"));
        recorder.answered("order", times(20, MILLI), new Outcome.Failed("status 503"));
        recorder.unanswered("order", Duration.ofMillis(5), "connection refused");

        IterationLoad load = summary();

        assertThat(load.started()).isEqualTo(4);
        assertThat(load.planned()).isEqualTo(4);
        assertThat(load.good()).isEqualTo(1);
        assertThat(load.wrongBodies()).isEqualTo(1);
        assertThat(load.errors()).isEqualTo(Map.of("status 503", 1L, "connection refused", 1L));
        assertThat(load.requests().keySet()).containsExactly("browse", "order");
        assertThat(Objects.requireNonNull(load.requests().get("order")).failed())
                .isEqualTo(2);
        assertThat(Objects.requireNonNull(load.requests().get("browse")).wrongBody())
                .contains("found y");
    }

    /** Gatling does so silently when a pooled connection closes. */
    @Test
    void aRequestThatWasSentAgainIsAnError() {
        recorder.leftAlone();
        recorder.answered("order", times(0, MILLI), new Outcome.Good());

        assertThat(summary().errors()).isEqualTo(Map.of(IterationRecorder.SENT_AGAIN, 1L));
    }

    @Test
    void aConnectionThatEndedWithItsRequestIsCountedOnce() {
        recorder.leftAlone();
        recorder.unanswered("order", Duration.ofMillis(5), "connection reset");

        assertThat(summary().errors()).isEqualTo(Map.of("connection reset", 1L));
    }

    @Test
    void aNameForEachItemIsRefused() {
        for (int item = 0; item <= SimulationRecorder.MOST_NAMES; item++) {
            recorder.answered("item " + item, times(item, MILLI), new Outcome.Good());
        }

        assertThat(recorder.problem())
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("more than 100 names of requests, the last one 'item 100'")
                        .contains("the same name"));
    }

    @Test
    void aCheckOnTheStatusIsAnErrorAndOneOnTheBodyAWrongAnswer() {
        assertThat(SimulationStats.outcome(true, "404", "")).isInstanceOf(Outcome.Good.class);
        assertThat(SimulationStats.outcome(false, "200", "status.find.is(201), but actually found 200"))
                .isEqualTo(new Outcome.Failed("status 200"));
        assertThat(SimulationStats.outcome(false, "500", "bodyString.find.is(x), but actually found y"))
                .isEqualTo(new Outcome.Failed("status 500"));
        assertThat(SimulationStats.outcome(false, "200", "bodyString.find.is(x), but actually found y"))
                .isInstanceOf(Outcome.Wrong.class);
    }
}
