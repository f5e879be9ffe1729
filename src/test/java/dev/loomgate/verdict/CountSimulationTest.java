package dev.loomgate.verdict;

import static dev.loomgate.verdict.CountSimulation.ALPHA;
import static dev.loomgate.verdict.CountSimulation.REQUESTS;
import static dev.loomgate.verdict.CountSimulation.always;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.verdict.CountSimulation.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** How often failed requests are called worse, drawn with a fixed seed. Leaves {@code target/errors-calibration.md}. */
class CountSimulationTest {
    private static final int TRIES = 1000;
    private static final List<String> ROWS = new ArrayList<>();

    private final CountSimulation simulation = new CountSimulation(20_251_125);

    @AfterAll
    static void write() throws IOException {
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target", "errors-calibration.md"), """
                | requests of a unit that fail, baseline | candidate | REGRESSION | CLEAR | units when red, mean | most |
                |---|---|---:|---:|---:|---:|
                """ + String.join("\n", ROWS) + "\n");
    }

    /** Allowed are 0.8 in 1,000. */
    @Test
    void equalArmsAreNotRed() {
        assertThat(equal("none", always(0)).redShare()).isLessThanOrEqualTo(ALPHA);
        assertThat(equal("0.1 %", always(0.001)).redShare()).isLessThanOrEqualTo(ALPHA);
        assertThat(equal("1 %", always(0.01)).redShare()).isLessThanOrEqualTo(ALPHA);
    }

    /** Failures come in bursts: in one unit of ten, three or two, some 2 % of its requests more. */
    @Test
    void burstsInSomeUnitsAreNotRed() {
        for (double share : List.of(0.1, 0.3, 0.5)) {
            assertThat(equal(
                                    String.format(Locale.ROOT, "0.1 %%, bursts of some 2 %% in %.0f %%", 100 * share),
                                    simulation.bursts(0.001, share, 0.02))
                            .redShare())
                    .isLessThanOrEqualTo(ALPHA);
        }
        assertThat(equal("1 %, scattered by as much", simulation.scattered(0.01, 1))
                        .redShare())
                .isLessThanOrEqualTo(ALPHA);
        assertThat(equal("0.1 %, always 2 % more in 20 %", simulation.switches(0.001, 0.2, 0.02))
                        .redShare())
                .isLessThanOrEqualTo(ALPHA);
    }

    /**
     * A limit of what four units can know: when each JVM fails alike by the toss of a coin, all four units have the
     * same loser in one of 4^4 duels.
     */
    @Test
    void aCoinOfEachBootIsMistakenForTheArmInOneOf256() {
        assertThat(equal("0.1 %, always 2 % more in 50 %", simulation.switches(0.001, 0.5, 0.02))
                        .redShare())
                .isBetween(0.0, 0.012);
    }

    @Test
    void alwaysTheSameShareOnBothArmsIsClear() {
        assertThat(simulation.run(TRIES, REQUESTS, always(0.001), always(0.001)).clearShare())
                .isGreaterThan(0.99);
    }

    @Test
    void aRateThatRisesIsFoundInFourUnits() {
        Found found = different("0.1 %", always(0.001), "8 %", always(0.08), REQUESTS);

        assertThat(found.redShare()).isEqualTo(1);
        assertThat(found.most()).isEqualTo(4);
    }

    @Test
    void whatMustBeCaughtIsNotClear() {
        assertThat(different("none", always(0), "0.5 %", always(0.005), REQUESTS)
                        .clearShare())
                .isLessThanOrEqualTo(0.05);
        assertThat(different("0.1 %", always(0.001), "0.6 %", always(0.006), REQUESTS)
                        .clearShare())
                .isLessThanOrEqualTo(0.05);
        assertThat(different("1 %", always(0.01), "1.5 %", always(0.015), REQUESTS)
                        .clearShare())
                .isLessThanOrEqualTo(0.05);
        assertThat(different("0.1 %", always(0.001), "0.2 %", always(0.002), REQUESTS)
                        .redShare())
                .isGreaterThan(0.9);
    }

    private Found equal(String name, DoubleSupplier each) {
        return different(name, each, "the same", each, REQUESTS);
    }

    private Found different(
            String first, DoubleSupplier baseline, String second, DoubleSupplier candidate, int requests) {
        Found found = simulation.run(TRIES, requests, baseline, candidate);
        ROWS.add(String.format(
                Locale.ROOT,
                "| %s | %s | %.1f %% | %.1f %% | %s |",
                first,
                second,
                100 * found.redShare(),
                100 * found.clearShare(),
                found.red() == 0 ? "– | –" : String.format(Locale.ROOT, "%.1f | %d", found.units(), found.most())));
        return found;
    }
}
