package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.server.ServersBuild.InnerMaven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A shell script stands for Maven. */
@Timeout(60)
class InnerMavenTest {
    private static final Duration PLENTY = Duration.ofSeconds(40);

    @TempDir
    private Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();

    @Test
    void handsOnWhatTheOuterOneWasGiven() throws IOException {
        Path settings = Files.createFile(folder.resolve("work settings.xml"));
        Path global = Files.createFile(folder.resolve("global.xml"));
        InnerMaven maven = maven(
                "",
                List.of(
                        "settings=" + settings,
                        "global-settings=" + global,
                        "-Dhttps.proxyHost=proxy",
                        "-Dhttps.proxyPort=${https.proxyPort}"));

        assertThat(maven.command(Path.of("pom.xml"), Path.of("out")))
                .containsSubsequence("-s", settings.toString(), "-gs", global.toString())
                .contains("-Dhttps.proxyHost=proxy", "package")
                .noneMatch(word -> word.contains("proxyPort"));
    }

    @Test
    void leavesOutWhatWasNotGiven() throws IOException {
        InnerMaven maven = maven("", List.of("settings=${session.request.userSettingsFile}", "global-settings="));
        InnerMaven byDefault = maven("", List.of("settings=" + folder.resolve("nobody-has-one.xml")));

        assertThat(maven.command(Path.of("pom.xml"), Path.of("out"))).doesNotContain("-s", "-gs");
        assertThat(byDefault.command(Path.of("pom.xml"), Path.of("out"))).doesNotContain("-s");
    }

    @Test
    void saysWhatTheBuildSaysWhileItRuns() throws Exception {
        Path gate = folder.resolve("gate");
        InnerMaven maven = maven(
                "echo '[INFO] Building spring-mvc 0.1.0  [1/4]'\nwhile [ ! -e " + gate + " ]; do sleep 0.05; done",
                List.of());
        CountDownLatch heard = new CountDownLatch(1);
        List<String> failures = new ArrayList<>();
        Thread build = Thread.ofPlatform().start(() -> failures.add(build(maven, PLENTY, heard)));

        assertThat(heard.await(30, TimeUnit.SECONDS)).as("heard while it runs").isTrue();
        assertThat(build.isAlive()).isTrue();
        Files.createFile(gate);
        build.join();
        assertThat(said).containsExactly("  Building spring-mvc 0.1.0  [1/4]");
        assertThat(failures).containsExactly("");
    }

    @Test
    void tellsHowItFailed() throws IOException {
        InnerMaven maven = maven("echo '[ERROR] no such artifact'; echo '[INFO] BUILD FAILURE'; exit 3", List.of());

        assertThat(build(maven, PLENTY, new CountDownLatch(1))).contains("exit code 3", "The command was: ");
        assertThat(said).containsExactly("[ERROR] no such artifact");
    }

    @Test
    void stopsABuildThatDoesNotEnd() throws IOException {
        InnerMaven maven = maven("echo $$ > " + folder.resolve("pid") + "\nexec sleep 100", List.of());

        assertThat(build(maven, Duration.ofSeconds(2), new CountDownLatch(1))).contains("did not end within 2 s");
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
    }

    private String build(InnerMaven maven, Duration limit, CountDownLatch heard) {
        try {
            return maven.build(folder.resolve("pom.xml"), folder.resolve("out"), limit, line -> {
                said.add(line);
                heard.countDown();
            });
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private InnerMaven maven(String script, List<String> further) throws IOException {
        Path program = Files.writeString(folder.resolve("mvn"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return new InnerMaven(program, folder.resolve("jdk"), folder.resolve("repository"), false, further);
    }
}
