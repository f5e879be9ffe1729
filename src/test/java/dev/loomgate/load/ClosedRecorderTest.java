package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClosedRecorderTest {
    private static final long ORIGIN = TimeUnit.HOURS.toNanos(7);
    private static final long MS = 1_000_000;

    private ClosedRecorder recorder = recorder(false);

    @BeforeEach
    void start() {
        recorder.startTurn(ORIGIN);
    }

    @Test
    void latencyCountsFromTheTurnServiceFromTheWrite() {
        answer(0, 100, 103, 110);

        IterationLoad load = summary();
        assertThat(load.latency().getMaxValue() / MS).isEqualTo(10);
        assertThat(load.service().getMaxValue() / MS).isEqualTo(7);
        assertThat(load.lateness().getMaxValue() / MS).isEqualTo(3);
    }

    @Test
    void countsEveryRequestOfEveryUser() {
        answer(0, 0, 0, 400);
        answer(1, 0, 0, 500);
        answer(0, 400, 400, 900);
        answer(1, 500, 500, 1100);

        IterationLoad load = summary();
        assertThat(load.started()).isEqualTo(4).isEqualTo(load.planned());
        assertThat(load.good()).isEqualTo(4);
        assertThat(load.answeredInTime()).isEqualTo(3);
        assertThat(load.answerSpan()).hasMillis(1100);
        assertThat(load.startSpan()).hasMillis(500);
    }

    @Test
    void everyRequestHasExactlyOneOutcome() {
        recorder.turn(0, 0, ORIGIN);
        recorder.writing(0, ORIGIN);
        recorder.answered(0, 503, 200, ORIGIN + MS);
        recorder.matched(0, true, "ok");
        recorder.ended(0, ORIGIN + MS, "no answer");
        recorder.turn(0, 0, ORIGIN + MS);
        recorder.ended(0, ORIGIN + 5 * MS, "Connection refused");
        recorder.turn(1, 0, ORIGIN);
        recorder.writing(1, ORIGIN);
        recorder.answered(1, 200, 200, ORIGIN + MS);
        recorder.matched(1, false, "another");
        recorder.ended(1, ORIGIN + MS, "no answer");

        IterationLoad load = summary();
        assertThat(load.errors()).isEqualTo(Map.of("status 503", 1L, "Connection refused", 1L));
        assertThat(load.wrongBodies()).isEqualTo(1);
        assertThat(load.wrongBody()).isEqualTo("another");
        assertThat(load.good()).isZero();
        assertThat(load.started()).isEqualTo(3);
        assertThat(load.latency().getTotalCount()).isZero();
        assertThat(load.service().getTotalCount()).isZero();
        assertThat(load.notGood().getTotalCount()).isEqualTo(3);
        assertThat(load.notGood().getMaxValue() / MS).isEqualTo(4);
        assertThat(load.lateness().getTotalCount()).isEqualTo(3);
    }

    @Test
    void aRequestThatGatlingSentAgainIsAnError() {
        recorder.turn(0, 0, ORIGIN);
        recorder.writing(0, ORIGIN);
        recorder.writing(0, ORIGIN + MS);
        recorder.answered(0, 200, 200, ORIGIN + 2 * MS);
        recorder.matched(0, true, "ok");
        recorder.ended(0, ORIGIN + 2 * MS, "no answer");

        assertThat(summary().errors()).isEqualTo(Map.of(IterationRecorder.SENT_AGAIN, 1L));
    }

    @Test
    void aPhaseIsOverAfterItsLength() {
        assertThat(recorder.isOver(ORIGIN + 999 * MS)).isFalse();
        assertThat(recorder.isOver(ORIGIN + 1000 * MS)).isTrue();
    }

    /**
     * Two users whose requests take longer than a turn: each is answered once in the first turn of a second, and the
     * second lasts until the answer to what was asked in it.
     */
    @Test
    void ofServersThatTakeTurnsATurnLastsUntilItsLastAnswerAndAllItsAnswersCount() {
        recorder = recorder(true);
        recorder.startTurn(ORIGIN);
        answer(0, 0, 0, 1100);
        answer(1, 0, 0, 1200);
        recorder.startTurn(ORIGIN + 5000 * MS);
        answer(0, 5000, 5000, 5900);
        answer(1, 5000, 5000, 6100);
        answer(0, 5900, 5900, 6800);

        IterationLoad load = summary();
        assertThat(load.good()).isEqualTo(5).isEqualTo(load.answeredInTime());
        assertThat(load.length()).hasMillis(1200 + 1800).isEqualTo(load.answerSpan());
    }

    private static ClosedRecorder recorder(boolean takesTurns) {
        return new ClosedRecorder(
                2, Duration.ofSeconds(1), takesTurns, new RequestSource(Requests.of(HttpRequest.get("/"))));
    }

    private void answer(int user, long turn, long written, long answered) {
        recorder.turn(user, 0, ORIGIN + turn * MS);
        recorder.writing(user, ORIGIN + written * MS);
        recorder.answered(user, 200, 200, ORIGIN + answered * MS);
        recorder.matched(user, true, "ok");
        recorder.ended(user, ORIGIN + answered * MS + MS, "no answer");
    }

    private IterationLoad summary() {
        return recorder.summary("iteration 1", GeneratorCost.NONE, "");
    }
}
