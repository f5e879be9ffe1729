package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.metric.Metric;
import dev.loomgate.store.StoredDuel;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.DuelVerdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RejudgeTest {
    @TempDir
    Path folder;

    @Test
    void judgesStoredUnitsByWhatWasInForce() {
        StoredRegression.write(folder);

        DuelVerdict verdict = Rejudge.again(folder, "");

        assertThat(verdict.state().comparisons())
                .filteredOn(each -> each.compared().metric() == Metric.APPLICATION_CPU && !each.pooled())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.outcome()).isEqualTo(ComparisonVerdict.Outcome.REGRESSION);
                    assertThat(each.effect().orElseThrow().change()).isBetween(0.09, 0.11);
                });
        assertThat(verdict.failures(verdict.plan().cells().getFirst()))
                .anySatisfy(message -> assertThat(message)
                        .startsWith("REGRESSION cpu, virtual/json: jdk25 needs 10.")
                        .contains("more CPU per request than jdk21 on virtual/json", "10 units"));
    }

    @Test
    void endsLikeAGateAndSaysWhy() {
        StoredRegression.write(folder);
        ByteArrayOutputStream console = new ByteArrayOutputStream();

        assertThat(Rejudge.judge(folder, "", new PrintStream(console, true, StandardCharsets.UTF_8)))
                .isEqualTo(1);
        assertThat(console.toString(StandardCharsets.UTF_8)).contains("The gate is red:", "  REGRESSION cpu");
    }

    @Test
    void saysWhatWasMeasured() throws IOException {
        StoredRegression.write(folder);
        Files.writeString(folder.resolve("units.jsonl"), "{\"unit\":11,\"no", StandardOpenOption.APPEND);

        assertThat(StoredDuel.read(folder, "").about())
                .containsExactly(
                        "Measured:",
                        "  server spring-mvc: sha256 12ab",
                        folder.resolve("units.jsonl") + ":11 was cut off by the end of a run; that unit is left out");
        assertThat(Rejudge.again(folder, "").fingerprint().facts()).containsEntry("kernel", "6.1");
    }

    @Test
    void aFolderWithoutADuelIsNamed() {
        assertThatThrownBy(() -> Rejudge.again(folder, "")).hasMessageContaining("there is no duel in " + folder);
    }
}
