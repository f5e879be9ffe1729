package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateTest {
    private final Gate gate = new Gate();
    private final List<String> passed = new ArrayList<>();

    @Test
    void onlyTheFirstToArriveIsTold() {
        assertThat(gate.arrive(() -> passed.add("a"))).isTrue();
        assertThat(gate.arrive(() -> passed.add("b"))).isFalse();
        assertThat(passed).isEmpty();
    }

    @Test
    void anOpenGateLetsEveryonePassInOrder() {
        gate.arrive(() -> passed.add("a"));
        gate.arrive(() -> passed.add("b"));
        gate.open();
        gate.arrive(() -> passed.add("c"));

        assertThat(passed).containsExactly("a", "b", "c");
    }

    @Test
    void aGroupPassesAndTheNextWaits() {
        gate.arrive(() -> passed.add("a"));
        gate.letOneGroupPass();
        gate.arrive(() -> passed.add("b"));

        assertThat(passed).containsExactly("a");
        assertThat(gate.waiting()).isEqualTo(1);
    }
}
