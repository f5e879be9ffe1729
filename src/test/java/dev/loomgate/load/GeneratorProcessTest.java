package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorProcessTest {
    @TempDir
    private Path folder;

    @Test
    void collectsGarbageSeriallyUnlessToldOtherwise() throws IOException {
        assertThat(command(List.of())).contains("-XX:+UseSerialGC");
        assertThat(command(List.of("-XX:+UseZGC"))).contains("-XX:+UseZGC").doesNotContain("-XX:+UseSerialGC");
    }

    /** Java takes the last of two values. */
    @Test
    void putsFurtherOptionsBehindTheUsualOnes() throws IOException {
        List<String> command = command(List.of("-Dio.netty.eventLoopThreads=2"));

        assertThat(command)
                .containsSubsequence("-Dio.netty.eventLoopThreads=1", "-Dio.netty.eventLoopThreads=2", "-cp");
    }

    @Test
    void leavesNothingInTheTemporaryFolderOfTheMachine() throws IOException {
        Path own = folder.resolve("generator-tmp");
        Files.createFile(Files.createDirectories(own.resolve("library")).resolve("of a killed generator.so"));

        assertThat(command(List.of())).contains("-Djava.io.tmpdir=" + own.toAbsolutePath());
        assertThat(own).isEmptyDirectory();
    }

    private List<String> command(List<String> options) throws IOException {
        return GeneratorProcess.jvm(new GeneratorSetup(
                Path.of("java"), "a.jar", new Placement("", "", 1, 1, ""), options, folder.resolve("generator.log")));
    }
}
