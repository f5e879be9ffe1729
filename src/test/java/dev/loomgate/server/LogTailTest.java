package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
    @TempDir
    Path folder;

    @Test
    void keepsTheLastTwentyLines() throws IOException {
        String text =
                IntStream.rangeClosed(1, 50_000).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));

        assertThat(LogTail.of(log(text)).lines()).hasSize(20).first().isEqualTo("line 49981");
        assertThat(LogTail.of(log(text))).endsWith("line 50000");
    }

    @Test
    void keepsAShortLogWhole() throws IOException {
        assertThat(LogTail.of(log("a\nb\n"))).isEqualTo("a\nb");
        assertThat(LogTail.of(log(""))).isEmpty();
    }

    @Test
    void recognisesATakenPortInTheWordsOfServersAndOfTheJmxAgent() throws IOException {
        assertThat(LogTail.tellsPortTaken(log("Web server failed to start. Port 8080 was already in use.")))
                .isTrue();
        assertThat(LogTail.tellsPortTaken(log("java.rmi.server.ExportException: Port already in use: 21000; nested")))
                .isTrue();
        assertThat(LogTail.tellsPortTaken(log("java.net.BindException: Address already in use")))
                .isTrue();
        assertThat(LogTail.tellsPortTaken(log("Started in 3 s on port 8080"))).isFalse();
    }

    private Path log(String text) throws IOException {
        return Files.writeString(folder.resolve("server.log"), text);
    }
}
