package dev.loomgate.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WaitingLineTest {
    private static Connection due(long nanos) {
        Connection connection = new Connection(null);
        connection.dueNanos = nanos;
        return connection;
    }

    @Test
    void givesBackWhoIsDueFirst() {
        WaitingLine line = new WaitingLine();
        Random random = new Random(1);
        for (int count = 0; count < 20_000; count++) {
            line.add(due(Long.MAX_VALUE - 500 + random.nextInt(1000)));
        }
        Connection before = line.removeFirst();
        for (int count = 1; count < 20_000; count++) {
            Connection next = line.removeFirst();
            assertThat(next.dueNanos - before.dueNanos).isNotNegative();
            assertThat(next.dueNanos > before.dueNanos
                            || next.dueNanos < before.dueNanos
                            || next.sequence > before.sequence)
                    .isTrue();
            before = next;
        }
        assertThat(line.first()).isNull();
    }

    @Test
    void saysWhoIsNowTheFirst() {
        WaitingLine line = new WaitingLine();
        assertThat(line.add(due(10))).isTrue();
        assertThat(line.add(due(20))).isFalse();
        assertThat(line.add(due(10))).isFalse();
        assertThat(line.add(due(5))).isTrue();
        assertThat(line.first().dueNanos).isEqualTo(5);
    }
}
