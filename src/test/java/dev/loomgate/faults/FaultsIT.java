package dev.loomgate.faults;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All faults: {@code mvn verify -Pfaults}. {@code -Dfaults.strikes=10} strikes each process ten times instead of three,
 * {@code -Dfaults.seed=2} at other moments, {@code -Dfaults.only=<regular expression>} runs some of them.
 */
@Tag("faults")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
class FaultsIT {
    private List<Outcome> outcomes = List.of();

    @BeforeAll
    void letAllStrike() throws Exception {
        outcomes = FaultSuite.run(
                Faults.all(Integer.getInteger("faults.strikes", 3)),
                Path.of(System.getProperty("faults.folder", "target/faults")),
                Stage.GATE);
    }

    @DisplayName("ends as it must:")
    @ParameterizedTest(name = "{0}")
    @MethodSource("outcomes")
    void endsAsItMust(Outcome outcome) {
        outcome.require();
    }

    Stream<Named<Outcome>> outcomes() {
        return outcomes.stream().map(Outcome::named);
    }
}
