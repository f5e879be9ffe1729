package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerProgramTest {
    @TempDir
    private Path folder;

    @Test
    void findsQuarkusAmongTheLibrariesBesideAThinJar() throws IOException {
        writeJar("run.jar");
        // Quarkus puts the group before the name of every library.
        writeJar("lib/lib/main/io.quarkus.quarkus-core-3.37.1.jar");
        writeJar("lib/lib/main/io.quarkus.quarkus-arc-3.37.1.jar");

        assertThat(ServerProgram.describe(folder))
                .hasValueSatisfying(program -> assertThat(program).endsWith(", quarkus-core 3.37.1"));
    }

    @Test
    void saysSoWhenItKnowsNoFrameworkInside() throws IOException {
        writeJar("run.jar");
        writeJar("lib/some.other.quarkus-core-3.37.1.jar");

        assertThat(ServerProgram.describe(folder))
                .hasValueSatisfying(program -> assertThat(program).endsWith(", framework unknown"));
    }

    private void writeJar(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        new JarOutputStream(Files.newOutputStream(file), new Manifest()).close();
    }
}
