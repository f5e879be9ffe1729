package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlierTest {
    private static final Map<String, String> ASKED =
            Map.of("loomgate.baseline", "jdk21", "loomgate.candidate", "jdk25", "loomgate.units", "5");

    private static final String SPRING = "sha256 " + "1".repeat(64) + ", spring-boot 4.0.7";
    private static final String REBUILT = "sha256 " + "2".repeat(64) + ", spring-boot 4.0.7";

    @TempDir
    Path output;

    @TempDir
    Path project;

    private Path thresholds;

    @BeforeEach
    void aRunThatStopped() throws IOException {
        thresholds = Files.writeString(project.resolve("thresholds.yml"), "duels: {}\n");
        RunRecord.ofDuel(ASKED, 77, machine("6.1", SPRING)).write(output, thresholds);
        Files.writeString(output.resolve("units.jsonl"), "");
    }

    @Test
    void thereIsNoneWhereNoDuelWas() {
        assertThat(Earlier.in(RunRecord.Kind.DUEL, project)).isEmpty();
    }

    @Test
    void aRunThatGoesOnHasTheSeedOfTheOneBefore() {
        assertThat(Earlier.in(RunRecord.Kind.DUEL, output).orElseThrow().withItsSeed(ASKED))
                .containsEntry("loomgate.seed", "77");
    }

    @Test
    void howLongToGoOnMayDiffer() {
        Map<String, String> longer = Map.of(
                "loomgate.baseline", "jdk21",
                "loomgate.candidate", "jdk25",
                "loomgate.units", "20",
                "loomgate.rounds", "7",
                "loomgate.at-most", "2 h",
                "loomgate.strict", "true",
                "loomgate.ci", "true",
                "loomgate.continue", "true");

        assertThat(difference(longer, machine("6.1", SPRING))).isEmpty();
    }

    @Test
    void otherArmsAreAnotherDuel() {
        Map<String, String> others = Map.of("loomgate.baseline", "jdk21", "loomgate.candidate", "jdk21");

        assertThat(difference(others, machine("6.1", SPRING)))
                .isEqualTo("-Dloomgate.candidate has changed: jdk25 then, jdk21 now");
    }

    @Test
    void anotherMachineIsAnotherDuel() {
        assertThat(difference(ASKED, machine("6.8", SPRING))).isEqualTo("kernel has changed: 6.1 then, 6.8 now");
    }

    @Test
    void anotherBuildIsAnotherDuelAndIsNamed() {
        assertThat(difference(ASKED, machine("6.1", REBUILT)))
                .isEqualTo("server spring-mvc was rebuilt since: sha256 111111111111, spring-boot 4.0.7 then,"
                        + " sha256 222222222222, spring-boot 4.0.7 now");
    }

    @Test
    void anotherBuildOfTheSameJavaIsAnotherDuel() {
        Fingerprint other = new Fingerprint(
                Map.of("kernel", "6.1", "server spring-mvc", SPRING, "java of jdk25", "25.0.3+9"),
                List.of("kernel"),
                List.of("server spring-mvc", "java of jdk25"));

        assertThat(difference(ASKED, other)).isEqualTo("java of jdk25 has changed: 25.0.2+10 then, 25.0.3+9 now");
    }

    @Test
    void anotherDataFileIsAnotherDuelAndIsNamed() throws IOException {
        RunRecord.ofDuel(ASKED, 77, withData("1")).write(output, thresholds);

        assertThat(difference(ASKED, withData("1"))).isEmpty();
        assertThat(difference(ASKED, withData("2")))
                .isEqualTo("file data/items.csv has changed: sha256 111111111111 then, sha256 222222222222 now");
    }

    private static Fingerprint withData(String digit) {
        return new Fingerprint(
                Map.of("kernel", "6.1", "file data/items.csv", "sha256 " + digit.repeat(64)),
                List.of("kernel"),
                List.of("file data/items.csv"));
    }

    /** Records of earlier versions hold the id of the machine only. */
    @Test
    void aRecordThatNamesNoProgramsIsNoneToGoOnFrom() throws IOException {
        Files.writeString(output.resolve("duel.json"), "{\"asked\": {}, \"fingerprint\": \"0123456789ab\"}");

        assertThat(difference(ASKED, machine("6.1", SPRING)))
                .isEqualTo("the run before did not record which programs and JDKs it measured");
    }

    @Test
    void otherThresholdsAreAnotherDuel() throws IOException {
        Files.writeString(thresholds, "duels: {quick: {}}\n");

        assertThat(difference(ASKED, machine("6.1", SPRING))).contains("thresholds.yml has changed");
    }

    private static Fingerprint machine(String kernel, String server) {
        return new Fingerprint(
                Map.of("kernel", kernel, "server spring-mvc", server, "java of jdk25", "25.0.2+10"),
                List.of("kernel"),
                List.of("server spring-mvc", "java of jdk25"));
    }

    private String difference(Map<String, String> asked, Fingerprint fingerprint) {
        return Earlier.in(RunRecord.Kind.DUEL, output)
                .orElseThrow()
                .difference(RunRecord.ofDuel(asked, 77, fingerprint), output, thresholds)
                .orElse("");
    }
}
