package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SendLeadEstimatorTest {
    private static final long ASKED = TimeUnit.HOURS.toNanos(3);
    private static final Offset<Long> A_STEP = Offset.offset(micros(2));

    private final SendLeadEstimator sendLead = new SendLeadEstimator(true);

    @Test
    void startsWithoutACorrection() {
        assertThat(sendLead.earlierNanos()).isZero();
    }

    @Test
    void findsWhatTheWayOutTakes() {
        observe(200, 80);

        assertThat(sendLead.earlierNanos()).isCloseTo(micros(80), A_STEP);
    }

    @Test
    void followsWhenTheWayOutGetsCheaper() {
        observe(200, 80);
        observe(200, 30);

        assertThat(sendLead.earlierNanos()).isCloseTo(micros(30), A_STEP);
    }

    @Test
    void aPauseOfTheMachineHardlyMovesIt() {
        observe(200, 80);
        observe(3, 40_000);

        assertThat(sendLead.earlierNanos()).isCloseTo(micros(83), A_STEP);
    }

    @Test
    void neverLeadsByMoreThanTheBound() {
        observe(5000, 2000);

        assertThat(sendLead.earlierNanos()).isEqualTo(micros(300));
    }

    @Test
    void neverSendsLater() {
        observe(5, -100);

        assertThat(sendLead.earlierNanos()).isZero();
    }

    @Test
    void correctsNothingWhenSwitchedOff() {
        SendLeadEstimator off = new SendLeadEstimator(false);
        off.observe(ASKED, ASKED + micros(80));

        assertThat(off.earlierNanos()).isZero();
    }

    private void observe(int times, long tookMicros) {
        for (int i = 0; i < times; i++) {
            sendLead.observe(ASKED, ASKED + micros(tookMicros));
        }
    }

    private static long micros(long micros) {
        return TimeUnit.MICROSECONDS.toNanos(micros);
    }
}
