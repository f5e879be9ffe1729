package dev.loomgate.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.instrument.Comparison.Pair;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstrumentTableTest {
    private static final String CELL = "constant 5 ms · 1000 req/s";

    @Test
    void showsTruthReportDifferenceAndBoundOfOneComparison() {
        assertThat(table(comparison(List.of(new Pair(5, 5.0625), new Pair(5, 5.25), new Pair(5, 5.03125)), List.of())))
                .contains("| constant 5 ms · 1000 req/s | p99 | 5 ms | 5.063 ms | +0.063 ms | +0.031 to +0.250 of 3"
                        + " | ± 0.100 ms | ok |");
    }

    @Test
    void showsAMiss() {
        assertThat(table(comparison(List.of(new Pair(5, 4)), List.of())))
                .contains("| -1 ms |", "| MISS |", "0 ok, 0 short of the goal, 1 MISS, 0 not compared");
    }

    @Test
    void showsWhyNothingWasComparedOncePerServer() {
        Comparison comparison = comparison(List.of(), List.of("sent late by 3 ms", "wrong\nbodies"));

        assertThat(InstrumentTable.of("Short form.", List.of(comparison, comparison)))
                .contains("| p99 | | | | | | not compared |\n")
                .containsOnlyOnce("- " + CELL + ": sent late by 3 ms\n- " + CELL + ": wrong bodies\n");
    }

    @Test
    void callsACountExact() {
        assertThat(table(new Comparison(CELL, "resets", "", List.of(new Pair(30, 30)), Bound.exact(), List.of())))
                .contains("| resets | 30 | 30 | 0 | 0 to 0 of 1 | exact | ok |");
    }

    @Test
    void writesTheFileAndItsFolder(@TempDir Path folder) {
        Path file = folder.resolve("instrument").resolve("instrument.md");

        InstrumentTable.write(file, "Short form.", List.of());

        assertThat(file).content().startsWith("# What was reported").contains("Short form.");
    }

    private static String table(Comparison comparison) {
        return InstrumentTable.of("Short form.", List.of(comparison));
    }

    private static Comparison comparison(List<Pair> pairs, List<String> reasons) {
        return new Comparison(CELL, "p99", "ms", pairs, Bound.largerOf(0.1, 0.02), reasons);
    }
}
