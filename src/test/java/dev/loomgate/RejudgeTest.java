package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.metric.Metric;
import dev.loomgate.server.TestCertificate;
import dev.loomgate.store.StoredDuel;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.DuelVerdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
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
                .filteredOn(each -> each.metric() == Metric.APPLICATION_CPU && !each.pooled())
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

    /** Data, bodies, certificates and SQL decide what is measured, and not how it is judged. */
    @Test
    void judgesWhatWasMeasuredWithFilesThatAreGone(@TempDir Path project) throws IOException {
        List<Path> files = List.of(
                Files.writeString(project.resolve("items.csv"), "item\ntea\n"),
                Files.writeString(project.resolve("order.json"), "{\"item\": \"${item}\"}"),
                Files.writeString(project.resolve("schema.sql"), "create table item (id int);"),
                TestCertificate.in(project, "shop.example").pem(project.resolve("shop.example.pem")));
        StoredRegression.write(folder, Files.writeString(project.resolve("perf.yml"), shippedWithFiles()));
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(project.resolve("perf.yml"));

        DuelVerdict verdict = Rejudge.again(folder, "");

        assertThat(verdict.failures(verdict.plan().cells().getFirst()))
                .anySatisfy(message -> assertThat(message).startsWith("REGRESSION cpu, virtual/json: jdk25 needs 10."));
    }

    private static String shippedWithFiles() {
        try {
            String shipped = Files.readString(Path.of("thresholds.yml"));
            String json = "  json: {path: /json, ";
            assertThat(shipped).contains(json, "\nvariants:\n");
            return shipped.replace(
                            json,
                            "  json: {path: '/json?of=${item}', feed: {file: items.csv}, method: POST, send-file:"
                                    + " order.json, ")
                    .replace(
                            "\nvariants:\n",
                            "\nvariants:\n  shop: {jar: shop.jar, port: {env: PORT}, ready: /up, tls: {certificate:"
                                    + " shop.example.pem}, http: 2, needs: {database: {seed: [schema.sql]}}}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFolderWithoutADuelIsNamed() {
        assertThatThrownBy(() -> Rejudge.again(folder, "")).hasMessageContaining("there is no duel in " + folder);
    }
}
