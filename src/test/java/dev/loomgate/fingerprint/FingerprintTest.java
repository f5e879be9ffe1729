package dev.loomgate.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.fingerprint.Fingerprint.Facts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {
    private static String id(String kernel, String commit) {
        return new Fingerprint(
                        Map.of("kernel", kernel, "CPU model", "EPYC", "git commit", commit),
                        List.of("kernel", "CPU model"),
                        List.of())
                .id();
    }

    /** A run goes on only with the same data; what it was measured with does not change the machine. */
    @Test
    void filesThatTheThresholdsFileNamesAreMeasuredWith(@TempDir Path folder) throws IOException {
        Facts facts = new Facts();

        FingerprintReader.addFiles(
                facts,
                Map.of(
                        "items.csv",
                        Files.writeString(folder.resolve("items.csv"), "item\ntea\n"),
                        "gone.csv",
                        folder.resolve("gone.csv")));

        Fingerprint fingerprint = facts.fingerprint();
        assertThat(fingerprint.measured()).containsExactlyInAnyOrder("file items.csv", "file gone.csv");
        assertThat(fingerprint.deciding()).isEmpty();
        assertThat(fingerprint.facts().get("file items.csv")).matches("sha256 [0-9a-f]{64}");
        assertThat(fingerprint.facts()).containsEntry("file gone.csv", "unknown");
    }

    /** printf 'CPU model\tEPYC\nkernel\t6.1.0\n' | sha256sum */
    @Test
    void isTheBeginOfTheHashOverTheDecidingFacts() {
        assertThat(id("6.1.0", "abc")).isEqualTo("6c74b3066d19");
    }

    @Test
    void changesWithTheKernelAndNotWithTheCommit() {
        assertThat(id("6.1.0", "abc")).isNotEqualTo(id("6.8.0", "abc")).isEqualTo(id("6.1.0", "def"));
    }

    @Test
    void doesNotDependOnTheOrderOfFacts() {
        Map<String, String> one = new LinkedHashMap<>();
        one.put("kernel", "6.1.0");
        one.put("swap", "0 GiB");
        Map<String, String> other = new LinkedHashMap<>();
        other.put("swap", "0 GiB");
        other.put("kernel", "6.1.0");

        assertThat(new Fingerprint(one, List.of("kernel", "swap"), List.of()).id())
                .isEqualTo(new Fingerprint(other, List.of("swap", "kernel"), List.of()).id());
    }

    @Test
    void tellsApartWhatMovesFromOneFactToTheNext() {
        assertThat(new Fingerprint(Map.of("a", "1\nb\t2", "b", ""), List.of("a", "b"), List.of()).id())
                .isNotEqualTo(new Fingerprint(Map.of("a", "1", "b", "2"), List.of("a", "b"), List.of()).id());
    }

    @Test
    void refusesToDecideByWhatItDoesNotHave() {
        assertThatThrownBy(() -> new Fingerprint(Map.of(), List.of("kernel"), List.of()))
                .hasMessageContaining("kernel");
    }
}
