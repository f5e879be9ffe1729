package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFileTest {
    @TempDir
    Path folder;

    @Test
    void replacesAFileAndLeavesNothingElse() throws IOException {
        DurableFile.replace(folder.resolve("a.txt"), "one");
        DurableFile.replace(folder.resolve("a.txt"), "two");

        assertThat(folder.resolve("a.txt")).hasContent("two");
        assertThat(names()).containsExactly("a.txt");
    }

    /** The disk that is always full. What is moved onto a folder that is not empty fails as late as that. */
    @Test
    void whatCannotBeWrittenIsNamedAndLeavesNoTemporaryFile() throws IOException {
        Files.createDirectories(folder.resolve("a.txt/full"));

        assertThatThrownBy(() -> DurableFile.replace(folder.resolve("a.txt"), "one"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("cannot write " + folder.resolve("a.txt") + ": ");

        assertThat(names()).containsExactly("a.txt");
    }

    @Test
    void aFullDiskIsSaid() {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();

        assertThatThrownBy(() -> DurableFile.append(full, "line"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot write /dev/full: No space left on device");
    }

    @Test
    void addsLineByLine() {
        DurableFile.append(folder.resolve("units.jsonl"), "one");
        DurableFile.append(folder.resolve("units.jsonl"), "two");

        assertThat(folder.resolve("units.jsonl")).hasContent("one\ntwo\n");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }
}
