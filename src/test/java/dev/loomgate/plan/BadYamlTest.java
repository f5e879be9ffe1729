package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be wrong with a file before it says anything about thresholds. */
final class BadYamlTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void refuses(String what, String text, String words) {
        Sample.assertOneProblem(folder, text, words.split("\\|"));
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                arguments("an empty file", "¦", "the file is empty"),
                arguments("only a comment", "¦# nothing here yet\n", "the file is empty"),
                arguments("an empty document", "¦---\n...\n", "the file is empty"),
                arguments(
                        "a list at the root", "¦- runtimes\n", "the file is a mapping, found a list|allowed: runtimes"),
                arguments("a text at the root", "¦thresholds\n", "the file is a mapping, found 'thresholds'"),
                arguments("indentation by tab", "runtimes:\n¦\tjdk21: {}\n", "YAML is indented with spaces"),
                arguments(
                        "a bracket that is never closed",
                        "runtimes: [a\nvariants¦: b\n",
                        "not YAML: while parsing a flow sequence"),
                arguments(
                        "a quote that is never closed", "runtimes: \"a\n¦", "not YAML: while scanning a quoted scalar"),
                arguments("a second document", Sample.SOUND + "¦---\nruntimes: {}\n", "a second document"),
                arguments(
                        "a tag",
                        Sample.with("body: ok", "body: ¦!!javax.script.ScriptEngineManager ok"),
                        "tags (!…) are not allowed"),
                arguments(
                        "a tag of YAML's own",
                        Sample.with("{java: 21", "{java: ¦!!int 21"),
                        "tags (!…) are not allowed"),
                arguments("an anchor", Sample.with("body: ok", "body: ¦&b ok"), "anchors (&b) are not allowed"),
                arguments(
                        "a mapping as key",
                        Sample.with("guards:", "¦{a: b}: c\nguards:"),
                        "a key is a word, found a mapping"),
                arguments("a control character", Sample.SOUND + "# ¦\u0007", "control character U+0007"));
    }

    @Test
    void reportsAnAliasWhereItStands() {
        String text = Sample.with("path: /io, waits: 100 ms", "path: &p /io, waits: *p");
        assertThat(Sample.problems(folder, text))
                .extracting(Problem::message)
                .containsExactly(
                        "anchors (&p) are not allowed; write the value itself",
                        "aliases (*p) are not allowed; write the value itself");
    }

    @Test
    void survivesABillionLaughs() {
        var bomb = new StringBuilder("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
        for (int i = 1; i < 20; i++) {
            bomb.append("a")
                    .append(i)
                    .append(": &a")
                    .append(i)
                    .append(" [")
                    .append(("*a" + (i - 1) + ", ").repeat(8))
                    .append("x]\n");
        }
        List<Problem> problems = Sample.problems(folder, bomb.toString());
        assertThat(problems).filteredOn(p -> p.message().startsWith("anchors")).hasSize(20);
        assertThat(problems).filteredOn(p -> p.message().startsWith("aliases")).hasSize(19 * 8);
    }

    @Test
    void survivesAnAliasThatContainsItself() {
        assertThat(Sample.problems(folder, "runtimes: &r [*r]\n"))
                .extracting(Problem::message)
                .contains("aliases (*r) are not allowed; write the value itself");
    }

    @Test
    void refusesDeepNesting() {
        int depth = 100_000;
        String text = Sample.with("body: ok", "body: " + "[".repeat(depth) + "]".repeat(depth));
        assertThat(Sample.problems(folder, text))
                .extracting(Problem::message)
                .containsExactly("nested deeper than 8 levels; the file was read no further");
    }

    @Test
    void showsOnlyAWindowOfALongLine() {
        String text = Sample.with("body: ok", "body: !!x " + "y".repeat(5_000));
        assertThat(Sample.problems(folder, text))
                .allSatisfy(p -> assertThat(p.text()).hasSizeLessThan(400));
    }

    @Test
    void refusesAMissingFile() {
        Sample.assertProblemOfTheFile(
                folder.resolve("thresholds.yml"), "no such file; name another one with -Dloomgate.thresholds=path");
    }

    @Test
    void refusesADirectory() {
        Sample.assertProblemOfTheFile(folder, "is a directory, not a file");
    }

    @Test
    void refusesAHugeFile() {
        Path file = Sample.write(folder, "#".repeat(1024 * 1024 + 1));
        Sample.assertProblemOfTheFile(file, "is larger than 1 MiB; this can't be a thresholds file");
    }

    @Test
    void refusesBytesThatAreNotUtf8() throws IOException {
        byte[] latin = Sample.with("body: ok", "body: é").getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(folder.resolve("thresholds.yml"), latin);
        long line = Sample.SOUND
                .substring(0, Sample.SOUND.indexOf("body: ok"))
                .lines()
                .count();
        assertThat(ThresholdsFile.read(file, NamedFiles.read()).problems())
                .singleElement()
                .satisfies(p ->
                        assertThat(p.text()).contains("thresholds.yml:" + line + ":", "is not UTF-8 from here on"));
    }

    @Test
    void readsAFileWithByteOrderMarkAndWindowsLineEnds() {
        assertThat(Sample.problems(folder, "\uFEFF" + Sample.SOUND.replace("\n", "\r\n")))
                .isEmpty();
    }
}
