package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IterationRecorderTest {
    private static final long ORIGIN = TimeUnit.HOURS.toNanos(7);
    private static final long MS = 1_000_000;

    private final IterationRecorder recorder = recorder(1000, 1);

    @Test
    void requestsAreDueAtEvenDistances() {
        assertThat(recorder.dueNanos(0)).isEqualTo(ORIGIN);
        assertThat(recorder.dueNanos(1)).isEqualTo(ORIGIN + MS);
        assertThat(recorder.dueNanos(999)).isEqualTo(ORIGIN + 999 * MS);
    }

    @Test
    void distancesThatAreNoWholeNanosecondsDoNotDrift() {
        IterationRecorder thirds = recorder(3, 100);

        assertThat(thirds.dueNanos(299)).isEqualTo(ORIGIN + Math.round(299 * 1e9 / 3));
    }

    /** A sampler that looks every 4 ms would see the even ones at two moments only. */
    @Test
    void scatteredRequestsAreDueSomewhereInTheirOwnDistance() {
        Duration length = Duration.ofSeconds(10);
        IterationRecorder scattered = new IterationRecorder(new Arrivals.Open(100), length, ArrivalSpacing.SCATTERED);
        scattered.startAt(ORIGIN);

        List<Long> into = IntStream.range(0, 1000)
                .mapToObj(place -> scattered.dueNanos(place) - ORIGIN - place * 10L * MS)
                .toList();
        assertThat(into).allSatisfy(nanos -> assertThat(nanos).isBetween(0L, 10 * MS));
        // Each quarter of the sampler's 4 ms has its share, 250 give or take five standard deviations of 14.
        for (long quarter = 0; quarter < 4; quarter++) {
            long moment = quarter;
            assertThat(IntStream.range(0, 1000)
                            .filter(place -> (scattered.dueNanos(place) - ORIGIN) / MS % 4 == moment))
                    .hasSizeBetween(180, 320);
        }
    }

    @Test
    void aPhaseMayEndWithinASecondButNotWithinARequest() {
        Arrivals.Open fiveHundred = new Arrivals.Open(500);

        assertThat(new IterationRecorder(fiveHundred, Duration.ofMillis(2600), ArrivalSpacing.EVEN).planned())
                .isEqualTo(1300);
        assertThatThrownBy(() -> new IterationRecorder(fiveHundred, Duration.ofMillis(2603), ArrivalSpacing.EVEN))
                .hasMessageContaining("500 req/s are no whole number of requests in 2603 ms");
    }

    @Test
    void latencyCountsFromTheIntendedStartServiceFromTheSend() {
        answer(recorder, 5, 2 * MS, 9 * MS);

        assertThat(recorder.latencyNanos(5)).isEqualTo(9 * MS);
        assertThat(recorder.serviceNanos(5)).isEqualTo(7 * MS);
        assertThat(recorder.latenessNanos(5)).isEqualTo(2 * MS);
    }

    /**
     * Gil Tene's test: while the server stands still for 1 s, every request that is due in that second waits for the
     * rest of it.
     */
    @Test
    void aFreezeIsSeenByEveryRequestThatWasDueDuringIt() {
        IterationRecorder frozen = recorder(100, 2);
        for (int place = 0; place < 200; place++) {
            long due = place * 10L;
            long answered = due < 500 || due >= 1500 ? due + 1 : 1501;
            answer(frozen, place, 0, (answered - due) * MS);
        }

        var latency = summary(frozen, Duration.ofSeconds(2), Duration.ZERO).latency();

        assertThat(latency.getCountBetweenValues(500 * MS, 1100 * MS)).isBetween(50L, 51L);
        assertThat(latency.getMaxValue() / MS).isBetween(1000L, 1002L);
    }

    @Test
    void onlyTheLastEndReportsThePhaseComplete() {
        IterationRecorder two = recorder(2, 1);
        two.sent(0, ORIGIN);
        two.sent(1, ORIGIN);

        assertThat(two.ended(1, ORIGIN + MS, "no answer")).isFalse();
        assertThat(two.ended(0, ORIGIN + MS, "no answer")).isTrue();
    }

    @Test
    void everyRequestHasExactlyOneOutcome() {
        IterationRecorder four = recorder(4, 1);
        for (int place = 0; place < 4; place++) {
            four.sent(place, four.dueNanos(place));
        }
        four.answered(0, 200, 200, ORIGIN);
        four.matched(0, true, "ok");
        four.answered(1, 200, 200, ORIGIN);
        four.matched(1, false, "another");
        four.answered(2, 503, 200, ORIGIN);
        four.matched(2, true, "ok");
        for (int place = 0; place < 4; place++) {
            four.ended(place, four.dueNanos(place) + MS, "Connection refused");
        }

        assertThat(four.good(all(four))).isEqualTo(1);
        assertThat(four.wrongBodies(all(four))).isEqualTo(1);
        assertThat(four.errors(all(four)))
                .containsEntry("status 503", 1L)
                .containsEntry("Connection refused", 1L)
                .hasSize(2);
        assertThat(four.wrongBody(all(four))).isEqualTo("another");
    }

    @Test
    void timesOfGoodAnswersAndOfOthersAreKeptApart() {
        IterationRecorder three = recorder(3, 1);
        answer(three, 0, 0, 100 * MS);
        three.answered(1, 200, 200, three.dueNanos(1) + MS);
        three.matched(1, false, "x".repeat(100));
        three.answered(2, 500, 200, three.dueNanos(2) + 2 * MS);
        for (int place = 1; place < 3; place++) {
            three.sent(place, three.dueNanos(place));
            three.ended(place, three.dueNanos(place) + MS, "no answer");
        }

        IterationLoad load = summary(three, Duration.ofSeconds(1), Duration.ZERO);

        assertThat(load.latency().getTotalCount()).isEqualTo(1);
        assertThat(load.service().getTotalCount()).isEqualTo(1);
        assertThat(load.latency().getMaxValue() / MS).isEqualTo(100);
        assertThat(load.notGood().getTotalCount()).isEqualTo(2);
        assertThat(load.notGood().getMaxValue() / MS).isEqualTo(2);
        assertThat(load.lateness().getTotalCount()).isEqualTo(3);
        assertThat(load.wrongBody()).isEqualTo("x".repeat(60) + "…");
    }

    @Test
    void theAchievedRateIsStartedBySpan() {
        for (int place = 0; place < 1000; place++) {
            answer(recorder, place, 0, MS);
        }

        assertThat(recorder.startSpan()).isEqualTo(Duration.ofSeconds(1));
        assertThat(recorder.answerSpan(all(recorder))).isEqualTo(Duration.ofSeconds(1));
    }

    /** The first answer takes 2 ms, in the beginning that is dropped; all later ones wait in a queue. */
    @Test
    void theFastestAnswerIsThatOfTheWholePhase() {
        for (int place = 0; place < 1000; place++) {
            answer(recorder, place, 0, (place == 0 ? 2 : 300) * MS);
        }

        IterationLoad load = summary(recorder, Duration.ofSeconds(1), Duration.ofMillis(200));

        assertThat(load.fastest()).isEqualTo(Duration.ofMillis(2));
        assertThat(load.latency().getMinValue() / MS).isBetween(299L, 300L);
    }

    /** The last one waits 7 s for its connection, and another as long for the connection cap: that is the server. */
    @Test
    void aServerThatDoesNotAcceptConnectionsDoesNotSlowTheGenerator() {
        for (int place = 0; place < 1000; place++) {
            answer(recorder, place, 0, MS);
        }
        recorder.handedOver(999, MS);
        recorder.writing(999, recorder.dueNanos(999) + 7000 * MS);
        recorder.heldBack(998);
        recorder.sent(998, recorder.dueNanos(998) + 7000 * MS);

        assertThat(recorder.startSpan()).isEqualTo(Duration.ofMillis(1001));
    }

    @Test
    void answersAfterThePhaseAreNotAnsweredWithin() {
        IterationRecorder two = recorder(2, 1);
        answer(two, 0, 0, 10 * MS);
        answer(two, 1, 0, 600 * MS);

        assertThat(two.answeredWithin(Duration.ofSeconds(1), all(two))).isEqualTo(1);
        assertThat(two.answerSpan(all(two))).isEqualTo(Duration.ofMillis(1100));
    }

    /** 100 requests at 100 req/s; the first 50 are slow. */
    @Test
    void theDroppedBeginningIsCountedAndNotTimed() {
        IterationRecorder second = recorder(100, 1);
        for (int place = 0; place < 100; place++) {
            answer(second, place, 0, (place < 50 ? 80 : 2) * MS);
        }

        IterationLoad load = summary(second, Duration.ofSeconds(1), Duration.ofMillis(500));

        assertThat(load.started()).isEqualTo(100);
        assertThat(load.latency().getTotalCount()).isEqualTo(50);
        assertThat(load.latency().getMaxValue() / MS).isEqualTo(2);
    }

    @Test
    void whatTheConnectionCapAddsIsNoLatenessOfTheGenerator() {
        IterationRecorder two = recorder(2, 1);
        two.heldBack(1);
        answer(two, 0, MS, 2 * MS);
        answer(two, 1, 300 * MS, 400 * MS);
        two.ready(1, two.dueNanos(1));

        IterationLoad load = summary(two, Duration.ofSeconds(1), Duration.ZERO);

        assertThat(load.heldBack()).isEqualTo(1);
        assertThat(load.lateness().getTotalCount()).isEqualTo(2);
        assertThat(load.lateness().getMaxValue() / MS).isEqualTo(1);
        assertThat(load.latency().getTotalCount()).isEqualTo(2);
    }

    @Test
    void whatGatlingDoesAfterAnAnswerIsNoLatency() {
        answer(recorder, 0, 0, 4 * MS);

        assertThat(recorder.ended(0, ORIGIN + 9 * MS, "no answer")).isFalse();
        assertThat(recorder.latencyNanos(0)).isEqualTo(4 * MS);
    }

    @Test
    void theWayThroughGatlingIsLatenessAndNoService() {
        recorder.ready(3, recorder.dueNanos(3) - 2 * MS);
        recorder.sent(3, recorder.dueNanos(3) - 2 * MS);
        recorder.writing(3, recorder.dueNanos(3) + 3 * MS);
        recorder.handedOver(3, 6 * MS);
        recorder.ended(3, recorder.dueNanos(3) + 10 * MS, "no answer");

        assertThat(recorder.latenessNanos(3)).isEqualTo(4 * MS);
        assertThat(recorder.serviceNanos(3)).isEqualTo(7 * MS);
        assertThat(recorder.latencyNanos(3)).isEqualTo(10 * MS);
    }

    @Test
    void aRequestThatLeftEarlyHasNoSmallerLatencyThanService() {
        answer(recorder, 3, -MS, 4 * MS);

        assertThat(recorder.latencyNanos(3)).isEqualTo(5 * MS);
        assertThat(recorder.serviceNanos(3)).isEqualTo(5 * MS);
    }

    @Test
    void aRequestThatLeftEarlyIsNotLate() {
        recorder.ready(3, recorder.dueNanos(3) - 2 * MS);
        recorder.handedOver(3, MS);

        assertThat(recorder.latenessNanos(3)).isZero();
    }

    @Test
    void aRequestThatWasWrittenTwiceIsAnErrorWhateverTheSecondAnswerWas() {
        recorder.sent(0, ORIGIN);
        recorder.writing(0, ORIGIN);
        recorder.writing(0, ORIGIN + 5 * MS);
        recorder.answered(0, 200, 200, ORIGIN + 9 * MS);
        recorder.matched(0, true, "ok");
        recorder.ended(0, ORIGIN + 9 * MS, "no answer");

        assertThat(recorder.errors(all(recorder))).containsExactly(Map.entry(IterationRecorder.SENT_AGAIN, 1L));
        assertThat(recorder.isGood(0)).isFalse();
        assertThat(recorder.started(all(recorder))).isEqualTo(1);
        assertThat(recorder.serviceNanos(0)).isEqualTo(9 * MS);
    }

    /** Two servers, requests in turn: one answers in 2 ms, the other in 6 ms and every tenth request wrongly. */
    @Test
    void requestsOfServersThatShareAPhaseAreKeptApart() {
        IterationRecorder shared = recorder(1000, 1);
        for (int place = 0; place < 1000; place++) {
            boolean second = place % 2 == 1;
            if (second && place % 20 == 1) {
                shared.ready(place, shared.dueNanos(place));
                shared.sent(place, shared.dueNanos(place));
                shared.answered(place, 503, 200, shared.dueNanos(place) + 6 * MS);
                shared.ended(place, shared.dueNanos(place) + 6 * MS, "no answer");
            } else {
                answer(shared, place, 0, (second ? 6 : 2) * MS);
            }
        }

        PhaseSummary summary = new PhaseSummary(
                "iteration 1",
                shared,
                Duration.ofSeconds(1),
                Duration.ZERO,
                1,
                new GeneratorCost(Duration.ofMillis(300), Duration.ofMillis(200), Duration.ZERO));
        IterationLoad fast =
                summary.of(IntStream.range(0, 1000).filter(i -> i % 2 == 0).toArray(), "a.hlog");
        IterationLoad slow =
                summary.of(IntStream.range(0, 1000).filter(i -> i % 2 == 1).toArray(), "b.hlog");

        assertThat(fast.planned()).isEqualTo(500).isEqualTo(fast.started()).isEqualTo(fast.good());
        assertThat(fast.errors()).isEmpty();
        assertThat(fast.latency().getMaxValue() / MS).isEqualTo(2);
        assertThat(slow.good()).isEqualTo(450);
        assertThat(slow.errors()).containsExactly(Map.entry("status 503", 50L));
        assertThat(slow.latency().getMinValue() / MS).isBetween(5L, 6L);
        // The whole phase: 500 requests in a second are the rate of each.
        assertThat(fast.startSpan()).isEqualTo(Duration.ofSeconds(1)).isEqualTo(slow.startSpan());
        assertThat(fast.generatorCpu()).isEqualTo(Duration.ofMillis(300));
        assertThat(fast.generatorWork()).isEqualTo(Duration.ofMillis(100));
    }

    /** One needs 12 ms for each of the 20 requests that it gets every 10 ms; the other needs less than it has. */
    @Test
    void aQueueThatGrowsInTheTurnsOfAServerIsSeen() {
        IterationRecorder shared = recorder(100, 8);
        for (int place = 0; place < 800; place++) {
            boolean second = place / 20 % 2 == 1;
            answer(shared, place, 0, (second ? 12 + 2 * (place % 20) : 7) * MS);
        }

        // Half a turn later each is 10 * 2 ms later. The 200 times of a half are spread over 18 ms, so that their mean
        // is
        // known to 0.41 ms and the difference to 0.57 ms: twice that is taken off.
        assertThat(growth(shared, 20, 1))
                .hasValueSatisfying(growth -> assertThat(growth.toNanos() / 1e6).isBetween(18.8, 18.9));
        assertThat(growth(shared, 20, 0)).contains(Duration.ZERO);
    }

    /** Every other answer takes 100 ms, whichever: in either half they are as many, but for chance. */
    @Test
    void slowAnswersOfAnyPlaceAreNoQueue() {
        IterationRecorder shared = recorder(100, 8);
        Random random = new Random(5);
        for (int place = 0; place < 800; place++) {
            answer(shared, place, 0, (random.nextBoolean() ? 100 : 1) * MS);
        }

        assertThat(growth(shared, 20, 0))
                .hasValueSatisfying(growth -> assertThat(growth).isNegative());
        assertThat(growth(shared, 20, 1))
                .hasValueSatisfying(growth -> assertThat(growth).isNegative());
    }

    @Test
    void aTurnOfFewRequestsTellsNothingOfAQueue() {
        IterationRecorder shared = recorder(100, 8);
        for (int place = 0; place < 800; place++) {
            answer(shared, place, 0, MS);
        }

        assertThat(growth(shared, 4, 0)).isEmpty();
        assertThat(growth(shared, 1, 0)).isEmpty();
    }

    /** Of one of two servers that take turns of so many requests. */
    private static Optional<Duration> growth(IterationRecorder shared, int turn, int server) {
        int[] own = IntStream.range(0, shared.planned())
                .filter(place -> place / turn % 2 == server)
                .toArray();
        return new PhaseSummary("", shared, Duration.ofSeconds(8), Duration.ZERO, turn, GeneratorCost.NONE)
                .of(own, "")
                .growth();
    }

    private static int[] all(IterationRecorder recorder) {
        return IntStream.range(0, recorder.planned()).toArray();
    }

    private static IterationLoad summary(IterationRecorder recorder, Duration length, Duration dropped) {
        return new PhaseSummary("", recorder, length, dropped, 1, GeneratorCost.NONE).of(all(recorder), "");
    }

    private static IterationRecorder recorder(int rate, int seconds) {
        IterationRecorder recorder =
                new IterationRecorder(new Arrivals.Open(rate), Duration.ofSeconds(seconds), ArrivalSpacing.EVEN);
        recorder.startAt(ORIGIN);
        return recorder;
    }

    private static void answer(IterationRecorder recorder, int place, long sentAfterDue, long endedAfterDue) {
        recorder.ready(place, recorder.dueNanos(place) + sentAfterDue);
        recorder.sent(place, recorder.dueNanos(place) + sentAfterDue);
        recorder.answered(place, 200, 200, recorder.dueNanos(place) + endedAfterDue);
        recorder.matched(place, true, "ok");
        recorder.ended(place, recorder.dueNanos(place) + endedAfterDue + MS, "no answer");
    }
}
