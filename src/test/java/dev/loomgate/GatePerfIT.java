package dev.loomgate;

import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code mvn verify -Pperf} runs, whichever kind of run the switches ask for: one invocation per cell, compared
 * cell or claim, one message per broken limit or regression. Everything is measured first, because limits compare
 * variants with each other and comparisons share one allowed error; the report is complete before the first assertion.
 */
@Tag("perf")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GatePerfIT {
    private PerfRun run;

    @BeforeAll
    void measure() {
        run = PerfRun.asAsked(System.out);
    }

    @Test
    void everyPlannedPartHasAVerdict() {
        run.requireAllVerdicts();
    }

    @Test
    void theRunAsAWholeIsNotRed() {
        run.requireWhole();
    }

    @DisplayName("is not red:")
    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("parts")
    void isNotRed(Executable part) throws Throwable {
        part.execute();
    }

    Stream<Named<Executable>> parts() {
        return run.parts();
    }
}
