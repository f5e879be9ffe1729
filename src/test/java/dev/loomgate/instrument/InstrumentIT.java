package dev.loomgate.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loomgate.Loomgate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The instrument against the truth: a server that does what its script says and writes down when is measured as any
 * other, and every number that was reported of it is compared with what the server knows.
 *
 * <p>Part of {@code -Pproof} and of the CI in a short form: counts, errors, threads and memory as strict as ever,
 * times and rates with ten times the tolerance, because a laptop or a CI machine is busy. {@code mvn verify
 * -Pinstrument} is the strict form, for a machine that does nothing else. Both leave {@code
 * target/instrument/instrument.md}.
 */
@Tag("proof")
@Tag("instrument")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
class InstrumentIT {
    private static final Path OUTPUT = Path.of("target", "instrument");
    private static final double BUSY_MACHINE = 10;

    private final boolean full = System.getProperty("instrument.form", "short").equals("full");
    private SuiteVerdict verdict;
    private List<Comparison> comparisons;

    @BeforeAll
    void measureServersThatKnowTheTruth() throws IOException {
        TruthLog.deleteAll(OUTPUT.resolve("truth"));
        verdict = Loomgate.fromSystemProperties(System.out)
                .with(Map.of(
                        "loomgate.thresholds",
                        "src/test/resources/instrument/thresholds.yml",
                        "loomgate.scale",
                        full ? "full" : "smoke",
                        "loomgate.launcher",
                        "process",
                        "loomgate.output",
                        OUTPUT.toString()))
                .run();
        List<MeasuredCell> cells = verdict.cells().stream()
                .map(cell -> MeasuredCell.of(cell.summary().run(), OUTPUT))
                .toList();
        Baselines baselines = new Baselines(cells);
        comparisons = cells.stream()
                .flatMap(cell -> Claims.of(cell, baselines, full ? 1 : BUSY_MACHINE).stream())
                .toList();
        InstrumentTable.write(OUTPUT.resolve("instrument.md"), title(), comparisons);
    }

    private String title() {
        return full
                ? "Strict form (`-Pinstrument`)."
                : "Short form: times and rates may be ten times as far off as in the strict form (`-Pinstrument`).";
    }

    @DisplayName("reported is true:")
    @ParameterizedTest(name = "{0}")
    @MethodSource("comparisons")
    void whatIsReportedIsTrue(Comparison comparison) {
        // The strict form is for a machine on which everything can be measured: nothing may be left out there.
        assumeThat(full || !comparison.pairs().isEmpty())
                .as("not compared: %s", comparison.reasons())
                .isTrue();
        assertThat(comparison.pairs())
                .as("not compared: %s", comparison.reasons())
                .isNotEmpty();

        assertThat(comparison.result())
                .as(
                        "%s: truth %s %s, reported %s, differences %s to %s, median %s, bound %s",
                        comparison.displayName(),
                        comparison.truth(),
                        comparison.unit(),
                        comparison.reported(),
                        comparison.smallestDifference(),
                        comparison.largestDifference(),
                        comparison.difference(),
                        comparison.allowed())
                .isIn(Comparison.Result.OK, Comparison.Result.SHORT);
    }

    Stream<Named<Comparison>> comparisons() {
        return comparisons.stream().map(each -> Named.of(each.displayName(), each));
    }

    @Test
    void everyServerWasMeasuredToTheEnd() {
        assertThat(verdict.cells()).hasSize(verdict.planned()).allSatisfy(InstrumentIT::ranToTheEnd);
    }

    private static void ranToTheEnd(CellVerdict cell) {
        assertThat(cell.summary().run().failure())
                .as("%s", cell.summary().run().cell())
                .isEmpty();
        assertThat(cell.summary().run().invalid())
                .as("%s", cell.summary().run().cell())
                .isEmpty();
    }

    /** Not one comparison means that nothing is known about the instrument: that is no pass. */
    @Test
    void somethingWasCompared() {
        assertThat(comparisons).anyMatch(each -> each.result() != Comparison.Result.NOT_COMPARED);
    }
}
