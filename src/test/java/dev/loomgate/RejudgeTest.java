package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Metric;
import dev.loomgate.report.DuelWriter;
import dev.loomgate.server.TestCertificate;
import dev.loomgate.store.RunRecord;
import dev.loomgate.store.StoredDuel;
import dev.loomgate.store.UnitsFile;
import dev.loomgate.summary.DrawnMix;
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
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RejudgeTest {
    private static final String MIX = """
            runtimes:
              jdk21: {java: 21, heap: 256 MiB, memory: 768 MiB}
              jdk25: {java: 25, heap: 256 MiB, memory: 768 MiB}
            variants:
              virtual: {command: [shop], port: {env: PORT}, ready: /health}
            workloads:
              shop:
                warm-up-users: 4
                requests:
                  browse: {share: 67 %, path: /browse, body: ok}
                  search: {share: 27 %, path: /search, body: ok}
                  order: {share: 6 %, path: /order, body: ok}
            scales:
              quick:
                iteration: 2 s
                iterations: 1
                max-iterations: 1
                rest: 100 ms
                warm-up: {load: 1 s, pause: 100 ms, floor: 1, cap: 1, quiet: 100 %}
                cells:
                  - {variants: [virtual], workloads: [shop], loads: [100 req/s]}
            limits:
              - limits: {errors: "<= 0 %"}
            tolerances:
              p50: {tolerate: 2 %, catch: 10 %}
              errors: {tolerate: 1 %, catch: 2 %}
            duels:
              quick:
                window: 2 s
                windows: 10
                dropped: 500 ms
                rest: 100 ms
                warm-up: {requests: 300, pause: 100 ms, floor: 2, cap: 2, quiet: 100 %}
                units: 8
                at-most: 6 min
                cells:
                  - {variants: [virtual], workloads: [shop], loads: [2000 req/s]}
            """;

    @TempDir
    Path folder;

    @Test
    void judgesStoredUnitsByWhatWasInForce() {
        StoredRegression.write(folder);

        DuelVerdict verdict = Rejudge.verdict(StoredDuel.read(folder, ""));

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

    /** What is stored of each request is judged as if it had just been measured. */
    @Test
    void namesTheRequestThatGotWorse() throws IOException {
        Path thresholds = Files.writeString(folder.resolve("mix.yml"), MIX);
        Map<String, String> asked =
                Map.of("loomgate.baseline", "jdk21", "loomgate.candidate", "jdk25", "loomgate.scale", "quick");
        RunRecord.ofDuel(asked, 5, new Fingerprint(Map.of(), List.of(), List.of()))
                .write(folder, thresholds);
        DrawnMix mix = new DrawnMix(2000, 1).slower("order", 1.5).failing("order", 0.002);
        for (int unit = 1; unit <= 5; unit++) {
            new UnitsFile(folder).add(mix.unit(unit));
        }

        DuelVerdict verdict = Rejudge.verdict(StoredDuel.read(folder, ""));

        assertThat(verdict.state().comparisons()).hasSize(4 * 3);
        assertThat(verdict.failures(verdict.plan().cells().getFirst()))
                .singleElement()
                .asString()
                .startsWith("REGRESSION p50 of order, virtual/shop: jdk25 is ");
        assertThat(DuelWriter.lines(verdict))
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "REGRESSION: jdk25 is ",
                                " slower at the median of order than jdk21 on virtual/shop: "));
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
        assertThat(Rejudge.verdict(StoredDuel.read(folder, "")).fingerprint().facts())
                .containsEntry("kernel", "6.1");
    }

    /** Else a regression in what is left out would be gone without a word. */
    @Test
    void saysWhatItLeftOut() throws IOException {
        StoredRegression.write(folder);
        String units = Files.readString(folder.resolve("units.jsonl"));
        Files.writeString(
                folder.resolve("units.jsonl"),
                units.lines()
                        .limit(2)
                        .map(line -> line.replaceFirst("virtual[.]json", "virtual.gone") + "\n")
                        .reduce("", String::concat),
                StandardOpenOption.APPEND);
        ByteArrayOutputStream console = new ByteArrayOutputStream();

        Rejudge.judge(folder, "", new PrintStream(console, true, StandardCharsets.UTF_8));

        assertThat(console.toString(StandardCharsets.UTF_8)).contains(": 2 units of ", "virtual.gone", " left out, ");
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

        DuelVerdict verdict = Rejudge.verdict(StoredDuel.read(folder, ""));

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
        assertThatThrownBy(() -> Rejudge.verdict(StoredDuel.read(folder, "")))
                .hasMessageContaining("there is no duel in " + folder);
    }
}
