package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Of two variants with two cells each, an earlier run has done one or the other. */
class BootsTest {
    private final List<Cell> planned = PlanReader.read(
                    Map.of(
                            "loomgate.scale", "quick",
                            "loomgate.variants", "platform-default,virtual",
                            "loomgate.workloads", "primes,remote-io",
                            "loomgate.runtimes", "jdk25"),
                    Set.of(25))
            .cells();

    @Test
    void nothingIsOutOfPlaceInARunOfItsOwn() {
        assertThat(planned).hasSize(4);
        assertThat(Boots.outOfPlace(planned, planned)).isEmpty();
        assertThat(Boots.outOfPlace(planned, Set.of())).isEmpty();
    }

    @Test
    void theSecondOnABootIsWhenTheFirstWasDoneBefore() {
        assertThat(Boots.outOfPlace(planned, without(planned.get(0)))).containsExactly(planned.get(1));
    }

    @Test
    void theFirstOnABootIsNot() {
        assertThat(Boots.outOfPlace(planned, without(planned.get(1)))).isEmpty();
    }

    private List<Cell> without(Cell done) {
        return planned.stream().filter(cell -> !cell.equals(done)).toList();
    }
}
