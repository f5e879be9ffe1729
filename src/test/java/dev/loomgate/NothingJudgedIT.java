package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server that is measured well, and a file none of whose limits may be applied here. */
@Tag("untimed")
class NothingJudgedIT {
    private static final String FILE = "src/test/resources/elsewhere/thresholds.yml";

    @TempDir
    Path output;

    @Test
    void aFileWhoseLimitsAreAllCalibratedElsewhereIsRedWithTheWayOut() throws IOException {
        ByteArrayOutputStream console = new ByteArrayOutputStream();

        SuiteVerdict verdict = Loomgate.fromSystemProperties(new PrintStream(console, true, StandardCharsets.UTF_8))
                .withColdGenerator()
                .withLockIn(output)
                .with(Map.of(
                        "loomgate.thresholds", FILE, "loomgate.scale", "smoke", "loomgate.output", output.toString()))
                .run();

        String said = console.toString(StandardCharsets.UTF_8);
        System.out.print(said);
        assertThat(verdict.cells()).singleElement().satisfies(cell -> {
            assertThat(cell.outcome()).as("%s", cell.reasons()).isEqualTo(Outcome.UNGATED);
            assertThat(GateRules.of(verdict.plan(), cell).warnings())
                    .singleElement()
                    .asString()
                    .contains("p50 <= 200 ms (" + FILE + ":28) is not applicable");
        });
        assertThat(GateRules.of(verdict).failures())
                .singleElement()
                .asString()
                .contains(
                        "calibrated on fingerprint 000000000000",
                        verdict.fingerprint().id(),
                        "calibrate here");
        String sentence = GateRules.of(verdict).failures().getFirst();
        assertThat(said.replaceAll("\\s+", " ")).contains(sentence);
        assertThat(Files.readString(output.resolve("index.html"))).contains(sentence.replace("'", "&#39;"));
        assertThat(Files.readString(output.resolve("summary.md"))).contains(sentence);
    }
}
