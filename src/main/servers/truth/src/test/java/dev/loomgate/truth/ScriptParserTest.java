package dev.loomgate.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptParserTest {
    private static Script parse(Map<String, String> entries) {
        return ScriptParser.parse(entries.entrySet().stream()
                .collect(Collectors.toMap(entry -> "loomgate.truth." + entry.getKey(), Map.Entry::getValue)));
    }

    @Test
    void understandsNothingAsNothing() {
        Script none = ScriptParser.parse(Map.of("loomgate.port", "8080", "loomgate.truthful", "1"));
        assertThat(none.delay()).isEqualTo(new Delay.None());
        assertThat(none.seed()).isEqualTo(1);
        assertThat(none.given()).isEmpty();
        assertThat(none.answersAtOnce()).isTrue();
    }

    @Test
    void understandsEveryEntry(@TempDir Path folder) {
        Path log = folder.resolve("new/folder/truth.csv");
        Script all = parse(Map.ofEntries(
                Map.entry("delay", "constant 5ms"),
                Map.entry("seed", "-7"),
                Map.entry("freeze", "1s at 2s"),
                Map.entry("rate-cap", "800/s"),
                Map.entry("errors", "1%"),
                Map.entry("resets", "0.5%"),
                Map.entry("half-bodies", "0.0001 %"),
                Map.entry("accept-delay", "200ms"),
                Map.entry("burn", "1.5ms"),
                Map.entry("allocate", "64KiB"),
                Map.entry("retain", "4 KiB"),
                Map.entry("hold", "1MiB"),
                Map.entry("threads", "25"),
                Map.entry("log", log.toString())));
        assertThat(all)
                .usingRecursiveComparison()
                .ignoringFields("given")
                .isEqualTo(new Script(
                        new Delay.Constant(5_000_000),
                        -7,
                        Optional.of(new Script.Freeze(2_000_000_000L, 1_000_000_000)),
                        1_250_000,
                        10_000,
                        5_000,
                        1,
                        200_000_000,
                        1_500_000,
                        65_536,
                        4_096,
                        1_048_576,
                        25,
                        Optional.of(log),
                        Map.of()));
        assertThat(log.getParent()).isDirectory();
    }

    @Test
    void understandsEveryDistribution() {
        assertThat(delay("uniform 2ms..10ms")).isEqualTo(new Delay.Uniform(2_000_000, 10_000_000));
        assertThat(delay("uniform 0.5 ms .. 1 s")).isEqualTo(new Delay.Uniform(500_000, 1_000_000_000));
        assertThat(delay("bimodal 90% 2ms, 10% 20ms")).isEqualTo(new Delay.Bimodal(900_000, 2_000_000, 20_000_000));
        assertThat(delay("pareto 200us alpha 1.5 max 200ms")).isEqualTo(new Delay.Pareto(200_000, 1.5, 200_000_000));
    }

    private static Delay delay(String value) {
        return parse(Map.of("delay", value)).delay();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "delay | \"\" | _ | here a distribution: constant, uniform, bimodal or pareto is missing",
                "delay | 5ms | 5ms | is not a distribution: constant, uniform, bimodal or pareto",
                "delay | constant | ________^ | understood \"constant\"; here a time",
                "delay | constant 5 | ^5 | has no unit, known are ms, s, us",
                "delay | constant 5m | 5m | has an unknown unit",
                "delay | constant 5MS | 5MS | has an unknown unit",
                "delay | constant -5ms | -5ms | is not a time",
                "delay | constant 0ms | 0ms | above 0",
                "delay | constant 3601s | 3601s | up to an hour",
                "delay | constant 0.1us 5 | 5 | nothing may follow",
                "delay | constant 0.0001us | 0.0001us | too fine",
                "delay | uniform 10ms..2ms | 2ms | is less than where the range begins",
                "delay | uniform 2ms-10ms | 2ms-10ms | unknown unit",
                "delay | uniform 2ms 10ms | 10ms | where \"..\" is expected",
                "delay | bimodal 90% 2ms, 20% 20ms | 20% | make 110.0%",
                "delay | bimodal 90% 2ms 10% 20ms | ^10% | where \",\" is expected",
                "delay | pareto 2ms alpha 0 max 200ms | ^0_max | is not a number above 0",
                "delay | pareto 2ms alpha -1 max 200ms | -1 | is not a number above 0",
                "delay | pareto 2ms alpha 1.5 max 1ms | 1ms | less than the smallest delay",
                "seed | one | one | is not a whole number",
                "freeze | 2h at 2s | 2h | has an unknown unit",
                "freeze | 3601s at 2s | 3601s | up to an hour",
                "freeze | 1s in 2s | in | where \"at\" is expected",
                "rate-cap | 0/s | 0/s | from 1 to 1000000",
                "rate-cap | 800 | 800 | has no unit",
                "errors | 0% | 0% | above 0% and up to 100%",
                "resets | 100.1% | 100.1% | above 0% and up to 100%",
                "half-bodies | 1 | 1 | has no unit",
                "accept-delay | 200 | 200 | has no unit",
                "burn | 11s | 11s | up to 10s",
                "allocate | 8B | 8B | from 16B to 1024MiB",
                "allocate | 17B | 17B | a multiple of 8B",
                "allocate | 64KB | 64KB | known are B, KiB, MiB",
                "retain | 1025MiB | 1025MiB | from 16B to 1024MiB",
                "hold | 99999999MiB | 99999999MiB | fits into this heap",
                "threads | 0 | 0 | from 1 to 10000"
            })
    void pointsAtWhatItDoesNotUnderstand(String entry, String value, String wrong, String why) {
        String head = "  -Dloomgate.truth." + entry + "=";
        String place = wrong.replace("^", "").replace("_max", "");
        int column = head.length() + (wrong.startsWith("_") ? value.length() : value.lastIndexOf(place));
        if (entry.equals("delay") && wrong.equals("^0_max")) {
            column = head.length() + value.indexOf(" 0 ") + 1;
        }
        int carets = wrong.startsWith("_") ? 1 : place.length();
        assertThatThrownBy(() -> parse(Map.of(entry, value)))
                .hasMessageContaining("one problem")
                .hasMessageContaining(head + value + "\n" + " ".repeat(column) + "^".repeat(carets) + "\n")
                .hasMessageContaining(why)
                .hasMessageContaining("what is understood: "
                        + Entry.named(entry).orElseThrow().example());
    }

    @Test
    void listsAllProblemsAtOnce() {
        assertThatThrownBy(() -> parse(Map.of("dely", "constant 5ms", "burn", "1", "errors", "60%", "resets", "41%")))
                .hasMessageContaining("3 problems")
                .hasMessageContaining("did you mean \"delay\"? Known are delay, seed, freeze, rate-cap, errors,")
                .hasMessageContaining("-Dloomgate.truth.burn=1")
                .hasMessageContaining("-Dloomgate.truth.resets=41%")
                .hasMessageContaining("together 101.0%");
    }

    @Test
    void refusesALogWhereNoneCanBe(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "no log\n");
        assertThatThrownBy(() -> parse(Map.of("log", file.toString()))).hasMessageContaining("is no truth log");
        assertThatThrownBy(() -> parse(Map.of("log", file + "/below.csv")))
                .hasMessageContaining("no log can be written");
        assertThatThrownBy(() -> parse(Map.of("log", folder.toString()))).hasMessageContaining("is a folder");
        assertThatThrownBy(() -> parse(Map.of("log", ""))).hasMessageContaining("a file, such as");
    }
}
