package dev.loomgate.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.Numbers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void theConsoleTableFitsItsWidth() {
        TestCell longNames = new TestCell("a-variant-with-a-name-that-never-ends-" + "x".repeat(90), "io", 1000000)
                .estimate(Metric.P50, 123456789, 1, 1e12)
                .outcome(Outcome.FAILED, "y".repeat(300));

        assertThat(ConsoleSummary.of(TestSuite.of(longNames)).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(130))
                .anySatisfy(line -> assertThat(line).contains("123456789"));
        assertThat(ConsoleSummary.of(TestSuite.of(TestSuite.everyCase())).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(130));
    }

    @Test
    void theConsoleSaysWhatBrokeAndWhereToLook() {
        assertThat(ConsoleSummary.of(TestSuite.of(TestSuite.everyCase())))
                .contains("FAILED  platform-100 · io · 500 req/s · jdk25")
                .contains("p99 is 131.4 ms (95 % interval 128 to 134.9)")
                .contains("Gatling report: gatling/platform-100.jdk25.io.500rps/index.html")
                .contains("2 of 7 cells failed (2 PASSED, 2 FAILED, 1 INCONCLUSIVE, 1 INVALID, 1 UNGATED)")
                .contains("not judged: p99 <= 115 ms, errors <= 0.1 %")
                .contains("58 % of it under load");
    }

    @Test
    void theConsoleKeepsNoTerminalCodesOfALogLine() {
        TestCell coloured = new TestCell("virtual", "io", 500).died("exit 1\n\u001B[31mred\u001B[0m\u0007");

        assertThat(ConsoleSummary.of(TestSuite.of(coloured))).contains("red").doesNotContain("\u001B", "\u0007");
    }

    @Test
    void aPartialRunIsMarkedInEveryText() {
        var suite = TestSuite.of(Path.of("target"), 3, new TestCell("virtual", "io", 500));

        assertThat(ConsoleSummary.of(suite)).contains("Partial run: 1 of 3 cells measured.");
        assertThat(MarkdownSummary.of(suite)).contains("**Partial run: 1 of 3 cells measured.**");
    }

    @Test
    void markdownEscapesPipesTagsAndLineBreaks() {
        assertThat(MarkdownSummary.escape("a|b <b>_x_</b>\n`c`"))
                .isEqualTo("a\\|b &lt;b&gt;\\_x\\_&lt;/b&gt;<br>\\`c\\`");
        assertThat(MarkdownSummary.of(TestSuite.of(TestSuite.everyCase())))
                .doesNotContain("<script")
                .contains("2 CPUs, 8 GiB \\| shared");
    }

    @Test
    void everyRowOfAMarkdownTableHasTheColumnsOfItsHeader() {
        int columns = 0;
        for (String line :
                MarkdownSummary.of(TestSuite.of(TestSuite.everyCase())).lines().toList()) {
            int found = line.replace("\\|", "").split("\\|", -1).length - 2;
            if (line.startsWith("|") && columns > 0) {
                assertThat(found).as(line).isEqualTo(columns);
            }
            columns = line.startsWith("|") ? found : 0;
        }
    }

    @Test
    void numbersHaveFourDigitsAndNoSeparators() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(Figures.number(131.4449)).isEqualTo("131.4");
            assertThat(Figures.number(1.00001)).isEqualTo("1");
            assertThat(Figures.number(0.012345)).isEqualTo("0.01234");
            assertThat(Figures.number(1234567.8)).isEqualTo("1234568");
            assertThat(Figures.number(999.96)).isEqualTo("1000");
            assertThat(Figures.number(-0.0)).isEqualTo("0");
            assertThat(Figures.number(1e-9)).isEqualTo("0.000000001");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void anUnboundedIntervalIsWords() {
        double none = Double.POSITIVE_INFINITY;
        assertThat(Numbers.PLAIN.interval(1, 2)).isEqualTo("1 to 2");
        assertThat(Numbers.PLAIN.interval(-none, 2)).isEqualTo("at most 2");
        assertThat(Numbers.PLAIN.interval(1, none)).isEqualTo("at least 1");
        assertThat(Numbers.PLAIN.interval(-none, none)).isEqualTo("unbounded");
    }

    @Test
    void durationsAreReadable() {
        assertThat(Figures.duration(Duration.ofMillis(250))).isEqualTo("250 ms");
        assertThat(Figures.duration(Duration.ofMillis(59999))).isEqualTo("59.9 s");
        assertThat(Figures.duration(Duration.ofSeconds(724))).isEqualTo("12 min 4 s");
        assertThat(Figures.duration(Duration.ofMinutes(61))).isEqualTo("1 h 1 min");
        assertThat(Figures.share(Duration.ofSeconds(1), Duration.ZERO)).isEqualTo("n/a");
    }
}
