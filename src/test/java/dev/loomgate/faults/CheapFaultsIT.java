package dev.loomgate.faults;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cheapest faults, one of most kinds, in every build; {@link FaultsIT} has all of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("untimed")
class CheapFaultsIT {
    private List<Outcome> outcomes = List.of();

    @BeforeAll
    void letThemStrike() throws Exception {
        outcomes = FaultSuite.run(Faults.cheap(), Path.of("target/faults-cheap"), Stage.COLD_GATE);
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
