package dev.loomgate;

import dev.loomgate.plan.Stepped;
import dev.loomgate.verdict.CellVerdict;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same where the rate rises until the server can not follow, and where the highest rate is looked for. */
@Tag("performance")
class RampPerfIT {
    @DisplayName("holds its limits:")
    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("cells")
    void holdsItsLimits(CellVerdict cell) {
        MeasuredSuite.holdsItsLimits(cell);
    }

    static Stream<Named<CellVerdict>> cells() {
        return MeasuredSuite.cells(Stepped.class::isInstance);
    }
}
