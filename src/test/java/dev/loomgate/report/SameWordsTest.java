package dev.loomgate.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Bound;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.Sentences;
import dev.loomgate.verdict.SuiteVerdict;
import dev.loomgate.verdict.Verdict;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The messages of JUnit, the page, the console and the summary of one run say the same sentences. */
class SameWordsTest {
    private static final SuiteVerdict SUITE = TestSuite.of(
            new TestCell("virtual", "io", 500)
                    .in("limits/my.yml")
                    .estimate(Metric.P50, 115.02, 115.011, 115.04)
                    .failed(Metric.P50, "<= 115 ms", 115)
                    .estimate(Metric.P99, 131.4, 128, 134.9)
                    .inconclusive(Metric.P99, "<= 130 ms", "too noisy to tell")
                    .estimate(Metric.RSS, 199.996, 199.991, 199.998)
                    .passed(Metric.RSS, "<= 200 MiB", 200)
                    .iteration(Map.of()),
            new TestCell("webflux", "io", 500)
                    .in("limits/my.yml")
                    .estimate(Metric.ALLOCATED, 46.2003, 46.2002, 46.2004)
                    .failedAgainst(Metric.ALLOCATED, "<= 1.1 x virtual", new Bound.OfVariant(1.1, "virtual"), 46.2)
                    .iteration(Map.of()),
            new TestCell("platform-default", "io", 500)
                    .in("limits/my.yml")
                    .invalid(Metric.P99, "<= 115 ms", "12 % stolen")
                    .outcome(Outcome.INVALID, "0 of 3 iterations are valid", "iteration 1: 12 % stolen")
                    .iteration(Map.of(), "12 % stolen"),
            new TestCell("helidon", "io", 500).died("killed by signal 9\nlast lines of its log"));

    @Test
    void everySentenceStandsInAllFour() {
        assertThat(sentences())
                .hasSize(5)
                .allSatisfy(sentence -> assertThat(junit()).contains(sentence))
                .allSatisfy(sentence -> assertThat(page()).contains(escaped(sentence)))
                .allSatisfy(sentence -> assertThat(console()).contains(flat(sentence)))
                .allSatisfy(
                        sentence -> assertThat(MarkdownSummary.of(SUITE)).contains(MarkdownSummary.escape(sentence)));
    }

    @Test
    void aSentenceHasTheDigitsThatItsLimitNeedsAndTheFileThatWasRead() {
        assertThat(sentences())
                .startsWith(
                        "p50 is 115.02 ms (95 % interval 115.01 to 115.04), the limit is <= 115 ms (limits/my.yml:14)")
                .contains("allocated is 46.2003 KiB/req (95 % interval 46.2002 to 46.2004),"
                        + " the limit is <= 1.1 x virtual = 46.2 KiB/req (limits/my.yml:14)");
    }

    @Test
    void theTableOfThePageHasTheSameDigits() {
        assertThat(page())
                .contains(">115.02<span class=\"interval\">115.01 to 115.04</span>")
                .contains(">199.996<span class=\"interval\">199.991 to 199.998</span>");
    }

    @Test
    void theOtherTablesHaveThemToo() {
        assertThat(console()).contains(" 115.02 ");
        assertThat(MarkdownSummary.of(SUITE)).contains("| 115.02 |");
    }

    @Test
    void thePageSaysWhyALimitPassed() {
        Verdict passed = SUITE.cells().getFirst().verdicts().getLast();

        assertThat(Sentences.of(passed))
                .isEqualTo(
                        "rss is 199.996 MiB (95 % interval 199.991 to 199.998), within <= 200 MiB (limits/my.yml:16)");
        assertThat(page()).contains(escaped(Sentences.of(passed)));
    }

    @Test
    void aRunInWhichNothingWasJudgedSaysSoInAllFour() {
        SuiteVerdict nothing = TestSuite.of(new TestCell("virtual", "io", 500).notApplicable(Metric.P95, "<= 12 ms"));
        String sentence = GateRules.of(nothing).failures().getFirst();

        assertThat(new HtmlPage().text(nothing)).contains(escaped(sentence)).contains("! Loomgate: Nothing was judged");
        assertThat(flat(ConsoleSummary.of(nothing))).contains(flat(sentence));
        assertThat(MarkdownSummary.of(nothing)).contains(MarkdownSummary.escape(sentence));
    }

    /** First lines: what follows, the tail of a log, opens on demand. */
    private static Stream<String> sentences() {
        return SUITE.cells().stream()
                .flatMap(cell -> Sentences.of(cell).stream())
                .map(said -> said.sentence().lines().findFirst().orElseThrow());
    }

    private static String junit() {
        StringBuilder all = new StringBuilder();
        for (CellVerdict cell : SUITE.cells()) {
            GateRules rules = GateRules.of(SUITE.plan(), cell);
            Stream.concat(rules.failures().stream(), rules.warnings().stream())
                    .forEach(message -> all.append(message).append('\n'));
        }
        return all.toString();
    }

    private static String page() {
        return new HtmlPage().text(SUITE);
    }

    private static String console() {
        return flat(ConsoleSummary.of(SUITE));
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;");
    }
}
