package dev.loomgate.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerProgramTest {
    @TempDir
    private Path folder;

    @TempDir
    private Path copy;

    @Test
    void findsQuarkusAmongTheLibrariesBesideAThinJar() throws IOException {
        writeJar("run.jar", "lib/quarkus-run.jar");
        // Quarkus puts the group before the name of every library.
        writeJar("lib/lib/main/io.quarkus.quarkus-core-3.37.1.jar", "");
        writeJar("lib/lib/main/io.quarkus.quarkus-arc-3.37.1.jar", "");

        assertThat(program().describe()).endsWith(", quarkus-core 3.37.1");
    }

    @Test
    void saysSoWhenItKnowsNoFrameworkInside() throws IOException {
        writeJar("run.jar", "");
        writeJar("lib/io.quarkus.quarkus-core-3.37.1.jar", "");

        assertThat(program().describe()).endsWith(", framework unknown");
    }

    /** Quarkus starts from a list of what there is, which is no jar. */
    @Test
    void isEveryFileBesideTheJarThatItsManifestLeadsTo() throws IOException {
        writeJar("run.jar", "libs/one.jar libs/two.jar");
        writeJar("libs/one.jar", "");
        Files.writeString(folder.resolve("libs/application.dat"), "a");
        Files.createDirectories(folder.resolve("classes"));
        String before = program().describe();

        Files.writeString(folder.resolve("classes/left-by-the-build"), "a");
        assertThat(program().describe()).isEqualTo(before);
        Files.writeString(folder.resolve("libs/application.dat"), "b");
        assertThat(program().describe()).isNotEqualTo(before);

        program().copyTo(copy);
        assertThat(new ServerProgram(copy.resolve("run.jar")).describe())
                .isEqualTo(program().describe());
        assertThat(copy.resolve("classes")).doesNotExist();
    }

    @Test
    void aJarThatIsNoneHasADigestAllTheSame() throws IOException {
        Files.writeString(folder.resolve("run.jar"), "no zip");

        assertThat(program().describe()).startsWith("sha256 ").endsWith(", framework unknown");
    }

    private ServerProgram program() {
        return new ServerProgram(folder.resolve("run.jar"));
    }

    private void writeJar(String name, String classPath) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
    }
}
