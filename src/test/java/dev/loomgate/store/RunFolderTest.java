package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.store.RunRecord.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an earlier run left is never lost, never in the way, and nothing else is touched. */
class RunFolderTest {
    @TempDir
    Path output;

    @TempDir
    Path elsewhere;

    /** Else a job that publishes whatever there is would publish those of yesterday, when the run of today breaks. */
    @Test
    void resultsOfTheRunBeforeAreOutOfTheWayFromTheStart() {
        aRun(Kind.CELLS, 2);

        RunFolder.begin(output);

        assertThat(names(output)).doesNotContain("results.json", "index.html", "summary.md", "logs");
        assertThat(names(output.resolve("previous"))).contains("results.json", "index.html", "logs");
        assertThat(names(output)).as("to go on with").contains("cells", "cells.json", "server-logs", "gatling");
    }

    @Test
    void aRunThatStartsAnewFindsItsFoldersEmptyAndTheRunBeforeStaysWhole() {
        aRun(Kind.CELLS, 2);

        Path before = RunFolder.begin(output).startAnew(Kind.CELLS).orElseThrow();

        assertThat(names(output))
                .containsExactlyInAnyOrder(
                        ".loomgate", before.getFileName().toString(), "cells.json", "cells-thresholds.yml");
        assertThat(names(before))
                .contains("cells", "cells.json", "cells-thresholds.yml", "results.json", "index.html", "logs")
                .contains("server-logs", "gatling", "hlog");
        assertThat(RunRecord.read(Kind.CELLS, before).asked()).containsEntry("loomgate.scale", "smoke");
    }

    @Test
    void unitsAreMovedAsideAsCellsAre() {
        aRun(Kind.DUEL, 3);
        RunFolder folder = RunFolder.begin(output);
        assertThat(Kind.DUEL.kept(folder.output())).isEqualTo(3);

        Path before = folder.startAnew(Kind.DUEL).orElseThrow();

        assertThat(before.getFileName().toString()).startsWith("duel.before-");
        assertThat(names(before)).contains("units.jsonl", "duel.json", "duel-thresholds.yml");
        assertThat(Kind.DUEL.kept(folder.output())).isZero();
    }

    /** A user may have put a folder on another disk. */
    @Test
    void linksAreMovedAndNotFollowed() throws IOException {
        Files.writeString(elsewhere.resolve("kept.html"), "kept");
        RunFolder.begin(output);
        Files.createSymbolicLink(output.resolve("gatling"), elsewhere);
        Files.createSymbolicLink(output.resolve("logs"), elsewhere);
        RunFolder.begin(output).startAnew(Kind.CELLS);
        write("logs/next.log", "next");

        RunFolder.begin(output);

        assertThat(elsewhere.resolve("kept.html")).hasContent("kept");
    }

    @Test
    void keepsTheNewestAndThoseWithTheMostCells() {
        for (int cells : List.of(50, 1, 2, 1, 3, 1)) {
            aRun(Kind.CELLS, cells);
            RunFolder.begin(output).startAnew(Kind.CELLS);
        }

        assertThat(names(output).stream()
                        .filter(name -> name.startsWith("cells.before-"))
                        .map(name -> Kind.CELLS.kept(output.resolve(name))))
                .containsExactlyInAnyOrder(50L, 3L, 1L);
    }

    @Test
    void previousResultsDoNotPileUp() {
        RunFolder.begin(output);
        write("results.json", "one");
        write("claims.md", "one");
        RunFolder.begin(output);
        write("results.json", "two");

        RunFolder folder = RunFolder.begin(output);

        assertThat(names(folder.previous())).containsExactly("results.json");
        assertThat(folder.previous().resolve("results.json")).hasContent("two");
    }

    /** A run that died before it wrote results says nothing of those of the run before it. */
    @Test
    void keepsPreviousResultsUntilThereAreNewerOnes() {
        RunFolder.begin(output);
        write("results.json", "one");
        RunFolder.begin(output);

        assertThat(RunFolder.begin(output).previous().resolve("results.json")).hasContent("one");
    }

    @Test
    void refusesAFolderInWhichOthersKeepFilesOfTheseNames() {
        write("logs/mine.log", "mine");
        write("index.html", "mine");

        assertThatThrownBy(() -> RunFolder.begin(output))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("holds index.html, logs, which no run of Loomgate has left there")
                .hasMessageContaining("-Dloomgate.output=<folder>");
        assertThat(output.resolve("logs/mine.log")).hasContent("mine");
        assertThat(output.resolve("index.html")).hasContent("mine");
    }

    @Test
    void touchesNothingElse() {
        write("notes.txt", "mine");
        write("cells.before-my-change/cells.json", "mine");
        aRun(Kind.CELLS, 1);
        for (int run = 0; run < 5; run++) {
            RunFolder.begin(output).startAnew(Kind.CELLS);
            aRun(Kind.CELLS, 1);
        }

        assertThat(output.resolve("notes.txt")).hasContent("mine");
        assertThat(output.resolve("cells.before-my-change/cells.json")).hasContent("mine");
    }

    @Test
    void copiesOfServersThatAKilledRunLeftAreDeleted() {
        RunFolder.begin(output);
        write("measured-servers/spring-mvc/run.jar", "jar");

        assertThat(RunFolder.begin(output).servers()).doesNotExist();
    }

    /** As {@code cells} or {@code claims} leave it. */
    private void aRun(Kind kind, int kept) {
        for (String name : List.of(
                "results.json",
                "index.html",
                "summary.md",
                "logs/generator.log",
                "server-logs/virtual.1.log",
                "gatling/report.html",
                "hlog/one.hlog")) {
            write(name, "text");
        }
        RunRecord.of(kind, Map.of("loomgate.scale", "smoke"), new Fingerprint(Map.of(), List.of(), List.of()))
                .write(output, Path.of("thresholds.yml"));
        for (int number = 1; number <= kept; number++) {
            if (kind == Kind.CELLS) {
                write("cells/cell-" + number + ".json", "{}");
            }
        }
        if (kind == Kind.DUEL) {
            write("units.jsonl", "{}\n".repeat(kept));
        }
    }

    private void write(String name, String text) {
        try {
            Path file = output.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
