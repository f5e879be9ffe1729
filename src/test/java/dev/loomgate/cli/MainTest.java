package dev.loomgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.StoredRegression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
    @TempDir
    Path folder;

    private record Ended(int code, String out, String err) {}

    private static Ended run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                args);
        return new Ended(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aRedVerdictEndsWithOne() {
        StoredRegression.write(folder);

        Ended ended = run("rejudge", folder.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("The gate is red:", "  REGRESSION cpu");
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void aGreenVerdictEndsWithZero() throws IOException {
        StoredRegression.write(folder);
        Path lenient = folder.resolve("lenient.yml");
        Files.writeString(
                lenient,
                Files.readString(Path.of("thresholds.yml"))
                        .replaceAll("tolerate: [0-9.]+ %, catch: [0-9.]+ %", "tolerate: 50 %, catch: 60 %"));

        Ended ended = run("rejudge", folder.toString(), "--tolerances", lenient.toString());

        assertThat(ended.out()).doesNotContain("The gate is red");
        assertThat(ended.code()).isZero();
    }

    @Test
    void calibrationIsWrittenAgain() {
        StoredRegression.write(folder);

        Ended ended = run("calibrate", folder.toString());

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(folder.resolve("calibration.md")).isNotEmptyFile();
    }

    @Test
    void differentFingerprintsEndWithTwo() throws IOException {
        Path earlier = results("a.json", "aaaaaaaaaaaa");
        Path later = results("b.json", "bbbbbbbbbbbb");

        assertThat(run("compare", earlier.toString(), later.toString()).code()).isEqualTo(2);
        assertThat(run("compare", earlier.toString(), later.toString(), "--anyway")
                        .code())
                .isZero();
    }

    private Path results(String name, String fingerprint) throws IOException {
        return Files.writeString(folder.resolve(name), """
                {"schemaVersion": 2, "started": "2026-03-29T01:30:00Z",
                 "fingerprint": {"id": "%s", "over": []}, "environment": {}, "cells": []}
                """.formatted(fingerprint));
    }

    @Test
    void aFolderWithoutARunIsNamedWithoutAStackTrace() {
        Ended ended = run("rejudge", folder.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("there is no duel in " + folder).doesNotContain("\tat ");
    }

    @Test
    void aTolerancesFileIsRefusedWithoutAStackTrace() throws IOException {
        StoredRegression.write(folder);
        Path wrong = Files.writeString(folder.resolve("wrong.yml"), "version: none\n");

        Ended ended = run("rejudge", folder.toString(), "--tolerances", wrong.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("wrong.yml:1:").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            judge                                | Unmatched argument at index 0: 'judge'
            compare a.json                       | Missing required parameter: 'LATER'
            rejudge a --tolerance=b              | Unknown option: '--tolerance=b'
            load localhost:8080/io               | an address as in http://127.0.0.1:8080/io is expected, was localhost:8080/io
            load http://127.0.0.1/ --rate 0      | '--rate': a whole number of at least 1 is expected, was 0
            load http://127.0.0.1/ --seconds ten | '--seconds': a whole number of at least 1 is expected, was ten
            load http://127.0.0.1/ --body (      | --body
            init                                 | say what is started, with one of --jar
            init --command run --rate 0          | '--rate': a whole number of at least 1 is expected, was 0
            init --command run --url http://a:1  | is another host
            limits nowhere.yml                   | there is no file nowhere.yml; 'init' writes a first one
            """)
    void aBadCommandLineEndsWithOneAndIsExplained(String line, String words) {
        Ended ended = run(line.split(" "));

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains(words).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource({"--help", "''"})
    void helpNamesEveryCommand(String line) {
        Ended ended = line.isEmpty() ? run() : run(line);

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("init", "limits", "compare", "rejudge", "calibrate", "load");
    }

    @Test
    void aFirstFileIsWrittenFromADocument() throws IOException {
        Files.writeString(
                folder.resolve("api.json"), "{\"openapi\": \"3.1.0\", \"paths\": {\"/items\": {\"get\": {}}}}");
        Path file = folder.resolve("perf.yml");

        Ended ended = run("init", "--file", file.toString(), "--command", "run", "--openapi", "api.json");

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("from api.json; 1 measured, 0 in comments, 0 left out")
                .contains("gate: mvn verify -Pperf -Dloomgate.thresholds=" + file);
        assertThat(file).content().contains("path: '/items'");
    }

    @Test
    void limitsOfAFileThatCantBeReadNameThePlaceWithoutAStackTrace() throws IOException {
        Path file = Files.writeString(folder.resolve("perf.yml"), "variants: none\n");

        Ended ended = run("limits", file.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("perf.yml:1:").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8080, http://127.0.0.1:8080, /",
        "http://127.0.0.1:8080/io, http://127.0.0.1:8080, /io",
        "https://example.org/primes?from=1&to=9, https://example.org, /primes?from=1&to=9"
    })
    void anAddressIsAServerAndAPath(String text, String base, String path) {
        assertThat(HttpAddress.base(new HttpAddress().convert(text))).isEqualTo(base);
        assertThat(HttpAddress.path(new HttpAddress().convert(text))).isEqualTo(path);
    }
}
