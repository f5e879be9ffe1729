package dev.loomgate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultTableTest {
    private static final Fault FAULT = Fault.of(
            "killed",
            "server",
            Recipe.scale("two"),
            Expected.red().cell("first", "FAILED|INVALID").says("died"));

    @Test
    void aFaultThatEndsAsItMustIsOneLine() {
        Outcome outcome = outcome(List.of(), "");

        assertThat(table(outcome))
                .contains("1 faults: 1 as they must be, 0 not, 0 not run here")
                .contains(
                        "| killed | server | red | red; first FAILED or INVALID; says died | 2 cells | nothing | yes | 7 s |")
                .doesNotContain("**");
    }

    @Test
    void whatIsWrongStandsInFullBelow() {
        assertThat(table(outcome(List.of("exit code 0, green"), "")))
                .contains("0 as they must be, 1 not")
                .contains("| **no** |")
                .contains("**killed: server**\n\n- exit code 0, green\n");
    }

    @Test
    void aFaultThatCannotBeTriedHereHasNotPassed() {
        assertThat(table(outcome(List.of(), "needs root")))
                .contains("0 as they must be, 0 not, 1 not run here")
                .contains("| needs root |")
                .contains("| not run |");
    }

    @Test
    void aPipeInATextDoesNotEndItsCell() {
        Outcome piped = new Outcome(FAULT, "a|b", "", "", List.of(), "", Duration.ZERO);

        assertThat(table(piped)).contains("| a\\|b |");
    }

    @Test
    void thereAreAtLeast25FaultsWithNamesOfTheirOwn() {
        List<String> names = Faults.all(3).stream().map(Fault::slug).toList();

        assertThat(names).hasSizeGreaterThanOrEqualTo(25);
        assertThat(new HashSet<>(names)).hasSameSizeAs(names);
    }

    private static Outcome outcome(List<String> wrong, String skipped) {
        return new Outcome(FAULT, "red", "2 cells", "nothing", wrong, skipped, Duration.ofSeconds(7));
    }

    private static String table(Outcome outcome) {
        return FaultTable.of(List.of(outcome), "today");
    }
}
