package dev.loomgate;

import dev.loomgate.plan.LoadProfile;
import dev.loomgate.verdict.CellVerdict;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same for users who ask as fast as they are answered (closed model). */
@Tag("performance")
class ClosedLoadPerfIT {
    @DisplayName("holds its limits:")
    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("cells")
    void holdsItsLimits(CellVerdict cell) {
        MeasuredSuite.holdsItsLimits(cell);
    }

    static Stream<Named<CellVerdict>> cells() {
        return MeasuredSuite.cells(LoadProfile.Closed.class::isInstance);
    }
}
