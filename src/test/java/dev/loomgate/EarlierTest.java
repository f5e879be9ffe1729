package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.report.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlierTest {
    private static final Map<String, String> ASKED =
            Map.of("loomgate.baseline", "jdk21", "loomgate.candidate", "jdk25", "loomgate.units", "5");

    @TempDir
    Path output;

    @TempDir
    Path project;

    private Path thresholds;

    @BeforeEach
    void aRunThatStopped() throws IOException {
        thresholds = Files.writeString(project.resolve("thresholds.yml"), "duels: {}\n");
        RunRecord.ofDuel(ASKED, 77, "f1").write(output, thresholds);
        Files.writeString(output.resolve("units.jsonl"), "");
    }

    @Test
    void thereIsNoneWhereNoDuelWas() {
        assertThat(Earlier.duelIn(project)).isEmpty();
    }

    @Test
    void theSameCoinsFallOn() {
        assertThat(Earlier.duelIn(output).orElseThrow().withItsSeed(ASKED)).containsEntry("loomgate.seed", "77");
    }

    @Test
    void howLongToGoOnMayDiffer() {
        Map<String, String> longer = Map.of(
                "loomgate.baseline", "jdk21",
                "loomgate.candidate", "jdk25",
                "loomgate.units", "20",
                "loomgate.rounds", "7",
                "loomgate.at-most", "2 h",
                "loomgate.continue", "true");

        assertThat(difference(longer, "f1")).isEmpty();
    }

    @Test
    void otherArmsAreAnotherDuel() {
        Map<String, String> others = Map.of("loomgate.baseline", "jdk21", "loomgate.candidate", "jdk21");

        assertThat(difference(others, "f1")).contains("loomgate.candidate=jdk25", "loomgate.candidate=jdk21");
    }

    @Test
    void anotherMachineIsAnotherDuel() {
        assertThat(difference(ASKED, "f2")).contains("f1", "f2");
    }

    @Test
    void otherThresholdsAreAnotherDuel() throws IOException {
        Files.writeString(thresholds, "duels: {quick: {}}\n");

        assertThat(difference(ASKED, "f1")).contains("thresholds.yml has changed");
    }

    private String difference(Map<String, String> asked, String fingerprint) {
        return Earlier.duelIn(output)
                .orElseThrow()
                .difference(RunRecord.ofDuel(asked, 77, fingerprint), output, thresholds)
                .orElse("");
    }
}
