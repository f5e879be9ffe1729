package dev.loomgate.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.sampling.Second;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HtmlPageTest {
    @Test
    void escapesWhateverComesFromOutside() {
        String page = page(TestSuite.everyCase());

        assertThat(page).doesNotContain(TestSuite.MARKUP).contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;");
    }

    @Test
    void aNameCannotLeaveAnAttribute() {
        String page = page(new TestCell("a\" onclick=\"evil()", "io", 500).missing(Metric.P50, "b\" onclick=\"evil()"));

        assertThat(page).doesNotContain("onclick=\"");
    }

    @Test
    void everyMetricIsAColumn() {
        assertThat(page(new TestCell("virtual", "io", 500)))
                .contains(Metric.keys().stream().map(key -> ">" + key + "<span").toList());
    }

    @Test
    void everyMetricBelongsToExactlyOneGroup() {
        assertThat(List.of(MetricGroup.values()).stream().flatMap(group -> group.metrics().stream()))
                .containsExactlyInAnyOrder(Metric.values());
    }

    @Test
    void everyOutcomeIsAWordAndASymbol() {
        assertThat(page(TestSuite.everyCase()))
                .containsPattern("✗ 2 <span class=\"word\">FAILED")
                .containsPattern("! 1 <span class=\"word\">INVALID")
                .containsPattern("\\? 1 <span class=\"word\">INCONCLUSIVE")
                .containsPattern("✓ 2 <span class=\"word\">PASSED")
                .containsPattern("– 1 <span class=\"word\">UNGATED");
    }

    @Test
    void brokenLimitsComeBeforeTheTables() {
        String page = page(TestSuite.everyCase());

        assertThat(page.indexOf("p99 is 131.4 ms (95 % interval 128 to 134.9), the limit is &lt;= 115 ms"))
                .isPositive()
                .isLessThan(page.indexOf("<h2>Results"));
        assertThat(page).contains("the limit is &lt;= 1.1 x virtual = 46.2 KiB/req (thresholds.yml:15)");
    }

    @Test
    void showsEstimateIntervalAndLimitInTheTable() {
        String page = page(new TestCell("virtual", "io", 500)
                .estimate(Metric.P99, 104.273, 103.118, 105.6)
                .passed(Metric.P99, "<= 115 ms", 115));

        assertThat(page)
                .contains("title=\"p99: 104.3 ms, 95 % interval 103.1 to 105.6 ms; iterations: 104.3, 103.1\">104.3<")
                .contains("<span class=\"interval\">103.1 to 105.6</span>")
                .contains("✓ &lt;= 115 ms</span>");
    }

    @Test
    void whatIsUnavailableIsShownWithItsReason() {
        assertThat(page(new TestCell("virtual", "io", 500).missing(Metric.RSS, "no /proc here")))
                .contains("title=\"rss: no /proc here\">n/a<");
    }

    /** Two are told apart in the table of results; more are drawn, with the names of the runtimes below. */
    @Test
    void runtimesAreDrawnSideBySideWhereThereAreThree() {
        TestCell half = new TestCell("virtual", "io", 500, "half-a-cpu");
        TestCell one = new TestCell("virtual", "io", 500, "one-cpu").estimate(Metric.P99, 104, 103, 105);
        TestCell zgc = new TestCell("virtual", "io", 500, "zgc").missing(Metric.P99, "it died");

        assertThat(page(half, one)).doesNotContain("Runtimes side by side");
        assertThat(page(half, one, zgc))
                .contains("<h3>Runtimes: io, 500 req/s</h3>", "<td>104 (103 to 105)</td>", "<td>n/a</td>")
                .contains("\"names\":[\"half-a-cpu\",\"one-cpu\",\"zgc\"]")
                .contains("{\"x\":1.0,\"y\":104.0,\"low\":103.0,\"high\":105.0}");
    }

    /** 0.4 and 0.6 CPUs have the mean 0.5, and scatter by 0.14 around it. */
    @Test
    void whatIsUsedIsDrawnSecondBySecond() {
        String page = page(new TestCell("virtual", "io", 500)
                .iteration(Map.of())
                .seconds(
                        new Second(0.4, 300, 31, Optional.of(new Second.Heap(40, 0, 0))),
                        new Second(0.6, 300, 31, Optional.of(new Second.Heap(60, 0, 0)))));

        assertThat(page)
                .contains("io, 500 req/s: cpus second by second", "[{\"x\":1.0,\"y\":0.4,")
                .contains("<td>0.5 (28.3 %)</td>", "<td>300 (0.0 %)</td>", "<td>31 (0.0 %)</td>")
                .contains("io, 500 req/s: heap second by second", "<td>50 (28.3 %)</td>")
                .as("there was no collection")
                .doesNotContain("collections second by second", "pauses second by second")
                .as("there is no interval log")
                .contains("<td>n/a</td>")
                .doesNotContain("p99 second by second", "throughput second by second");
    }

    /** A server that did nothing all the time is worth a look; one that did not collect is not. */
    @Test
    void whatIsZeroAllTheTimeIsDrawnAllTheSame() {
        String page = page(new TestCell("virtual", "io", 500)
                .iteration(Map.of())
                .seconds(new Second(0, 300, 31, Optional.empty()), new Second(0, 300, 31, Optional.empty())));

        assertThat(page).contains("io, 500 req/s: cpus second by second", "[{\"x\":1.0,\"y\":0.0,");
    }

    @Test
    void linksAreRelativeAndAsGiven() {
        assertThat(page(new TestCell("virtual", "io", 500).iteration(Map.of())))
                .contains("href=\"gatling/virtual.jdk25.io.500rps/index.html\"")
                .contains("href=\"logs/virtual.jdk25.io.500rps.log\"")
                .contains("href=\"hlog/virtual.jdk25.io.500rps.1.hlog\"")
                .doesNotContain("href=\"/", "href=\"http", "src=\"");
    }

    @Test
    void aPathCannotBecomeAScheme() {
        assertThat(HtmlPage.href("javascript:alert(1)")).isEqualTo("javascript%3Aalert%281%29");
        assertThat(HtmlPage.href("gatling/a b#c/index.html")).isEqualTo("gatling/a%20b%23c/index.html");
    }

    @Test
    void showsHowADeadServerEndedAndTheLastLinesOfItsLog() {
        assertThat(page(TestSuite.everyCase()))
                .contains("killed by signal 9 (out of memory?)</li>".replace("</li>", "<details>"))
                .contains("at Leak.main(Leak.java:7)");
    }

    @Test
    void showsInvalidIterationsWithTheirReasonAndFailuresByKind() {
        assertThat(page(TestSuite.everyCase()))
                .contains("the generator was late: p99 6.8 ms, allowed 5.2 ms")
                .contains("Failed: 12 × 503, 3 × ConnectException");
    }

    @Test
    void aPartialRunSaysSoAndIsNeverGreen() {
        TestCell passed = new TestCell("virtual", "io", 500).passed(Metric.P99, "<= 115 ms", 115);
        String partial = new HtmlPage().text(TestSuite.of(Path.of("target"), 3, passed));

        assertThat(partial).contains("Partial run: 1 of 3 cells measured.").contains("<header class=\"ungated\">");
        assertThat(page(passed)).doesNotContain("Partial run").contains("<header class=\"passed\">");
    }

    @Test
    void aRunThatJudgedNothingIsNotGreen() {
        assertThat(page(new TestCell("virtual", "io", 500)))
                .contains("nothing was judged: no limit of")
                .contains("<header class=\"invalid\">");
        assertThat(new HtmlPage().text(TestSuite.of(Path.of("target"), 3)))
                .contains("No cell has been measured.")
                .contains("<header class=\"ungated\">");
    }

    @Test
    void showsHowMuchOfTheWallTimeWasLoad() {
        assertThat(page(new TestCell("virtual", "io", 500)))
                .contains("12 min 4 s")
                .contains("7 min 0 s (58 %)");
    }

    private static String page(TestCell... cells) {
        return new HtmlPage().text(TestSuite.of(cells));
    }
}
