package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build of the servers with a script in Maven's place: a gate may start or copy servers while it goes on. */
class ServersBuildTest {
    @TempDir
    Path folder;

    private Path output;

    @BeforeEach
    void anEarlierBuild() throws IOException {
        Files.createDirectories(folder.resolve("sources/tiny"));
        Files.writeString(folder.resolve("sources/tiny/pom.xml"), "<project/>");
        output = folder.resolve("target/servers");
        Files.createDirectories(output.resolve("tiny"));
        Files.writeString(output.resolve("tiny/run.jar"), "old");
        Files.writeString(output.resolve("tiny/gone.jar"), "old");
    }

    @Test
    void theOldServersStayUntilTheNewOnesAreWhole() throws IOException, InterruptedException {
        build("cp \"" + output.resolve("tiny/run.jar") + "\" \"" + folder.resolve("seen-during-the-build")
                + "\"; mkdir -p \"$out/tiny\"; printf new > \"$out/tiny/run.jar\"");

        assertThat(folder.resolve("seen-during-the-build")).hasContent("old");
        assertThat(output.resolve("tiny/run.jar")).hasContent("new");
        assertThat(output.resolve("tiny/gone.jar")).doesNotExist();
        assertThat(names(folder.resolve("target"))).containsExactlyInAnyOrder("servers", "servers.lock");
    }

    @Test
    void whatHasNotChangedIsNotBuiltAgain() throws IOException, InterruptedException {
        String script = "echo once >> \"" + folder.resolve("builds")
                + "\"; mkdir -p \"$out/tiny\"; printf new > \"$out/tiny/run.jar\"";
        build(script);
        build(script);

        assertThat(folder.resolve("builds")).hasContent("once\n");
    }

    /** @param script knows where the servers belong as {@code $out} */
    private void build(String script) throws IOException, InterruptedException {
        Path maven = folder.resolve("mvn");
        Files.writeString(maven, """
                #!/bin/sh
                for word in "$@"; do
                  case "$word" in -Dservers.out=*) out="${word#-Dservers.out=}" ;; esac
                done
                """ + script + "\n");
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
        ServersBuild.main(new String[] {
            folder.resolve("sources").toString(),
            output.toString(),
            maven.toString(),
            folder.resolve("repository").toString(),
            "offline=true"
        });
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }
}
