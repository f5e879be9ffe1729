package dev.loomgate.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Metric;
import dev.loomgate.store.ResultsFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EarlierRunTest {
    private static final Fingerprint NOW = new Fingerprint(Map.of("kernel", "6.8.0"), List.of("kernel"), List.of());

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    private static String results(String id, String kernel, double p50) {
        return """
                {"schemaVersion": 1, "started": "2026-03-29T01:30:00Z",
                 "fingerprint": {"id": "%s", "over": ["kernel"]},
                 "environment": {"kernel": "%s", "git commit": "abc"},
                 "cells": [
                   {"id": "virtual.jdk25.io.500rps", "outcome": "PASSED", "variant": {"name": "virtual"},
                    "estimates": {"p50": {"unit": "ms", "value": %s}, "p99": {"unit": "s", "value": 1}}},
                   {"id": "only-%s", "outcome": "INVALID", "estimates": {}}]}
                """.formatted(id, kernel, p50, id);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private record Printed(int code, String text) {}

    private static Printed compare(Path earlier, Path later, boolean anyway) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int code = SideBySide.print(earlier, later, anyway, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return new Printed(code, bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void nothingIsSaidWhereNothingWas() {
        assertThat(ResultsFile.note(folder, NOW)).isEmpty();
    }

    @Test
    void anotherFingerprintIsToldWithItsDifferences() throws IOException {
        write("results.json", results("aaaaaaaaaaaa", "6.1.0", 100));

        assertThat(ResultsFile.note(folder, NOW))
                .hasValueSatisfying(note -> assertThat(note)
                        .contains("came from fingerprint aaaaaaaaaaaa, this run is " + NOW.id())
                        .contains("differs in kernel: 6.1.0 -> 6.8.0; don't compare them"));
    }

    @Test
    void theSameFingerprintIsToldWithItsTime() throws IOException {
        write("results.json", results(NOW.id(), "6.8.0", 100));

        assertThat(ResultsFile.note(folder, NOW))
                .hasValue("the results that were here, of 2026-03-29T01:30:00Z, came from the same fingerprint");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {                                      | it is not JSON
            []                                     | holds no JSON object
            {"a": 1}                               | it has no schemaVersion
            {"schemaVersion": 99, "cells": []}     | has schema version 99, this Loomgate reads 1 to 2
            {"schemaVersion": 1, "cells": []}      | names no fingerprint
            """)
    void whatCannotBeReadIsToldAndNotFatal(String text, String words) throws IOException {
        Path file = write("results.json", text);

        assertThat(ResultsFile.note(folder, NOW))
                .hasValueSatisfying(note -> assertThat(note)
                        .contains("could not be read and are replaced: " + file)
                        .contains(words));
        Printed printed = compare(file, file, false);
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.text()).contains(file.toString(), words);
    }

    @Test
    void writtenResultsCanBeReadAgain() throws Exception {
        Path file = write("results.json", new ResultsJson().text(TestSuite.of(TestSuite.everyCase())));

        ResultsFile read = ResultsFile.read(file);

        assertThat(read.fingerprint())
                .isEqualTo(TestSuite.of(TestSuite.everyCase()).fingerprint().id());
        assertThat(read.deciding()).containsEntry("jdk25", "Temurin 25.0.1+8").doesNotContainKey("placement");
    }

    @Test
    void sideBySideShowsTheRatioAndSaysThatItIsNoVerdict() throws IOException {
        Path earlier = write("a.json", results("aaaaaaaaaaaa", "6.1.0", 100));
        Path later = write("b.json", results("aaaaaaaaaaaa", "6.1.0", 125));

        Printed printed = compare(earlier, later, false);

        assertThat(printed.code()).isZero();
        assertThat(printed.text())
                .containsPattern("virtual.jdk25.io.500rps +p50, ms +100 +125 +1\\.25\n")
                .containsPattern(" p99, ms +n/a +n/a +n/a\n")
                .contains("only-aaaaaaaaaaaa: the earlier result is INVALID", "This is no verdict")
                .doesNotContain("WARNING");
    }

    @Test
    void differentFingerprintsAreComparedOnlyOnDemand() throws IOException {
        Path earlier = write("a.json", results("aaaaaaaaaaaa", "6.1.0", 100));
        Path later = write("b.json", results("bbbbbbbbbbbb", "6.8.0", 125));

        Printed refused = compare(earlier, later, false);
        Printed forced = compare(earlier, later, true);

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.text())
                .startsWith("WARNING: the fingerprints differ")
                .contains("- kernel: 6.1.0 -> 6.8.0", "--anyway")
                .doesNotContain("1.25");
        assertThat(forced.code()).isZero();
        assertThat(forced.text())
                .startsWith("WARNING: the fingerprints differ")
                .contains("1.25", "Only in the earlier result: only-aaaaaaaaaaaa");
    }

    @Test
    void sideBySideNamesEveryFileThatIsMissing() {
        Printed printed = compare(folder.resolve("a.json"), folder.resolve("b.json"), false);

        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.text()).contains("a.json does not exist", "b.json does not exist");
    }

    @Test
    void everyReportShowsFingerprintAndLimitsThatDoNotApply() {
        var suite = TestSuite.of(new TestCell("virtual", "io", 500).notApplicable(Metric.P95, "<= 12 ms"));
        String words =
                "p95 <= 12 ms (thresholds.yml:14) is not applicable, it was calibrated on fingerprint aaaaaaaaaaaa";

        assertThat(ConsoleSummary.of(suite))
                .contains(
                        "NOT APPLICABLE: p95 <= 12 ms",
                        "Fingerprint " + suite.fingerprint().id());
        assertThat(MarkdownSummary.of(suite))
                .contains("aaaaaaaaaaaa", "Fingerprint " + suite.fingerprint().id());
        assertThat(new HtmlPage().text(suite))
                .contains(words.replace("<", "&lt;"), suite.fingerprint().id());
        assertThat(new ResultsJson().text(suite))
                .contains("NOT_APPLICABLE", suite.fingerprint().id());
    }
}
