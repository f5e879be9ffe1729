package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.LoadProfile;
import dev.loomgate.verdict.CellVerdict;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The gate at constant load: one invocation per cell, one message per broken limit. Everything is measured first, because limits compare variants with each other; the report is complete before the first assertion. */
@Tag("performance")
class ConstantLoadPerfIT {
    @Test
    void everyPlannedCellHasAVerdict() {
        assertThat(MeasuredSuite.verdict().cells())
                .hasSize(MeasuredSuite.verdict().planned());
    }

    @DisplayName("holds its limits:")
    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("cells")
    void holdsItsLimits(CellVerdict cell) {
        MeasuredSuite.holdsItsLimits(cell);
    }

    static Stream<Named<CellVerdict>> cells() {
        return MeasuredSuite.cells(load -> load instanceof LoadProfile.Constant || load instanceof LoadProfile.Share);
    }
}
