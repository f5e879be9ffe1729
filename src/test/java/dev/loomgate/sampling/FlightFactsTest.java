package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** A share of 0.4 of 240 samples has a standard error of the root of 0.4 x 0.6 / 240: 0.0316, 7.9 % of it. */
class FlightFactsTest {
    @Test
    void aShareScattersAsTheNumberOfItsSamplesTells() {
        assertThat(Flights.facts(240, 0.4, true, 0.5).kernelScatter()).hasValueCloseTo(0.0791, within(1e-4));
    }

    /** Half of the CPU time was in the operating system, where no sample was taken: 0.4 of the samples are 0.2 of it. */
    @Test
    void ofSamplesOfJavaCodeItIsTheirShareThatScatters() {
        assertThat(Flights.facts(240, 0.2, false, 0.5).kernelScatter())
                .isEqualTo(Flights.facts(240, 0.4, true, 0.5).kernelScatter());
    }

    @Test
    void withoutASampleNothingIsExpected() {
        assertThat(Flights.facts(0, 0, true, 1).kernelScatter()).isEmpty();
        assertThat(Flights.facts(240, 0, true, 1).kernelScatter()).isEmpty();
        assertThat(Flights.facts(240, 0, false, 0).kernelScatter()).isEmpty();
    }
}
