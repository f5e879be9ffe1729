package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameGraphTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    void liesBesideItsRecording() {
        assertThat(FlameGraph.beside(folder.resolve("virtual.jfr.io.jfr")))
                .isEqualTo(folder.resolve("virtual.jfr.io.flame.html"));
    }

    @Test
    void whatIsNoRecordingIsNotDrawnAndSaysWhy() throws IOException {
        Path file = Files.writeString(folder.resolve("broken.jfr"), "not a recording");

        assertThat(FlameGraph.draw(file, true))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("it can't be drawn: "));
    }
}
