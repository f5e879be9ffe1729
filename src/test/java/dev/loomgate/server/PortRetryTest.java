package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PortRetryTest {
    private final AtomicInteger starts = new AtomicInteger();

    @Test
    void startsAgainWhileAPortIsTaken() {
        assertThat(PortRetry.start(() -> failUntil(3), PortRetryTest::taken)).isEqualTo(3);
    }

    @Test
    void givesUpAfterFourStarts() {
        assertThatIllegalStateException().isThrownBy(() -> PortRetry.start(() -> failUntil(9), PortRetryTest::taken));
        assertThat(starts).hasValue(4);
    }

    @Test
    void startsNothingAgainThatFailedForAnotherReason() {
        assertThatIllegalStateException().isThrownBy(() -> PortRetry.start(() -> failUntil(2), e -> false));
        assertThat(starts).hasValue(1);
    }

    private int failUntil(int good) {
        if (starts.incrementAndGet() < good) {
            throw new IllegalStateException("taken");
        }
        return starts.get();
    }

    private static boolean taken(RuntimeException e) {
        return "taken".equals(e.getMessage());
    }
}
