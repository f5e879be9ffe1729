package dev.loomgate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.metric.Metric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportWriterTest {
    @TempDir
    private Path folder;

    @Test
    void leavesThreeFilesAndNothingElse() throws IOException {
        new ReportWriter().write(TestSuite.of(folder, 7, TestSuite.everyCase()));

        assertThat(names()).containsExactlyInAnyOrder("results.json", "index.html", "summary.md");
    }

    @Test
    void createsTheOutputFolder() {
        Path deep = folder.resolve("target").resolve("loomgate");

        new ReportWriter().write(TestSuite.of(deep, 7, TestSuite.everyCase()));

        assertThat(deep.resolve("index.html")).exists();
    }

    @Test
    void replacesWhatAnEarlierCellLeft() {
        ReportWriter writer = new ReportWriter();
        TestCell first = new TestCell("virtual", "io", 500).passed(Metric.P99, "<= 115 ms", 115);
        TestCell second = new TestCell("webflux", "io", 500).passed(Metric.P99, "<= 115 ms", 115);

        writer.write(TestSuite.of(folder, 2, first));
        assertThat(folder.resolve("results.json")).content().contains("\"complete\" : false");
        assertThat(folder.resolve("index.html")).content().contains("1 of 2 cells measured");

        writer.write(TestSuite.of(folder, 2, first, second));
        assertThat(folder.resolve("results.json")).content().contains("\"complete\" : true");
        assertThat(folder.resolve("index.html")).content().doesNotContain("cells measured");
    }

    @Test
    void halfACharacterInALogLineCostsNoReport() throws IOException {
        new ReportWriter().write(TestSuite.of(folder, 1, new TestCell("virtual", "io", 500).died("cut \uD83D")));

        assertThat(folder.resolve("index.html")).content().contains("cut ?");
        assertThat(names()).hasSize(3);
    }

    @Test
    void namesTheFileThatCannotBeWritten() throws IOException {
        Path file = Files.createFile(folder.resolve("taken"));

        assertThatThrownBy(() -> new ReportWriter().write(TestSuite.of(file, 7, TestSuite.everyCase())))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("results.json");
    }

    @Test
    void writesTheSameUnderEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            String[] texts = Stream.of("en-US", "tr-TR", "de-DE", "ar-EG")
                    .map(tag -> {
                        Locale.setDefault(Locale.forLanguageTag(tag));
                        return allTexts();
                    })
                    .toArray(String[]::new);
            assertThat(Arrays.stream(texts).distinct()).hasSize(1);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void neverPrintsAnInfinityOrNaN() {
        assertThat(allTexts()).doesNotContainIgnoringCase("infinity").doesNotContain("NaN", "∞");
    }

    /** For people: what the page looks like with every case on it. */
    @Test
    void leavesADemoReportInTarget() {
        Path demo = Path.of("target", "report-demo");

        new ReportWriter().write(TestSuite.of(demo, 9, DemoSuite.cells()));

        assertThat(demo.resolve("index.html")).isNotEmptyFile();
    }

    private String allTexts() {
        new ReportWriter().write(TestSuite.of(folder, 9, TestSuite.everyCase()));
        return read("results.json")
                + withoutScripts(read("index.html"))
                + read("summary.md")
                + ConsoleSummary.of(TestSuite.of(folder, 9, TestSuite.everyCase()));
    }

    /**
     * The chart library and our use of it know infinity; the numbers it draws are looked at as they stand in the page.
     */
    private static String withoutScripts(String page) {
        return page.replaceAll("(?s)<script>.*?</script>", "");
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }
}
