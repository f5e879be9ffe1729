package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.TestRuntimes;
import dev.loomgate.server.JdkFinder.JdkPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkFinderTest {
    @TempDir
    Path folder;

    @Test
    void readsTheVersionFromTheReleaseFile() {
        Jdk jdk = Jdk.fromRelease(folder, """
                        IMPLEMENTOR="Eclipse Adoptium"
                        JAVA_RUNTIME_VERSION="25.0.3+9-LTS"
                        JAVA_VERSION="25.0.3"
                        JAVA_VERSION_DATE="2026-04-21"
                        """).orElseThrow();

        assertThat(jdk.feature()).isEqualTo(25);
        assertThat(jdk.version()).isEqualTo("25.0.3+9-LTS");
    }

    @Test
    void readsOldAndShortVersions() {
        assertThat(Jdk.fromRelease(folder, "JAVA_VERSION=\"1.8.0_402\"")
                        .orElseThrow()
                        .feature())
                .isEqualTo(8);
        assertThat(Jdk.fromRelease(folder, "JAVA_VERSION=\"26-ea\"")
                        .orElseThrow()
                        .feature())
                .isEqualTo(26);
        assertThat(Jdk.fromRelease(folder, "JAVA_VERSION=\"21\"\r\n")
                        .orElseThrow()
                        .version())
                .isEqualTo("21");
    }

    @Test
    void knowsNoVersionWithoutOne() {
        assertThat(Jdk.fromRelease(folder, "IMPLEMENTOR=\"x\"\n")).isEmpty();
        assertThat(Jdk.fromRelease(folder, "JAVA_VERSION=\"\"")).isEmpty();
    }

    @Test
    void readsTheVersionFromWhatJavaPrints() {
        Jdk jdk = Jdk.fromSettings(folder, """
                        Property settings:
                            java.home = /somewhere
                            java.runtime.version = 21.0.5+11
                            java.specification.version = 21
                            java.version = 21.0.5
                        """).orElseThrow();

        assertThat(jdk.feature()).isEqualTo(21);
        assertThat(jdk.version()).isEqualTo("21.0.5+11");
    }

    @Test
    void prefersTheFirstOfAVersion() throws IOException {
        Path first = jdk("first", "21.0.1");
        Path second = jdk("second", "21.0.9");

        JdkFinder finder = new JdkFinder(Map.of(), List.of(first, second, folder.resolve("absent")));

        assertThat(finder.require(java(21)).home()).isEqualTo(first);
        assertThat(finder.versions()).containsExactly(21);
    }

    @Test
    void prefersAnExplicitHome() throws IOException {
        Path found = jdk("found", "21.0.1");
        Path given = jdk("given", "21.0.9");

        JdkFinder finder = new JdkFinder(Map.of(21, given), List.of(found));

        assertThat(finder.require(java(21)).version()).isEqualTo("21.0.9");
    }

    @Test
    void saysWhatThereIsWhereItLookedAndTheTwoWaysOut() throws IOException {
        JdkFinder finder = new JdkFinder(Map.of(), List.of(jdk("seventeen", "17.0.15")));

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> finder.require(java(21)))
                .withMessageContaining("No JDK 21")
                .withMessageContaining("17.0.15 in " + folder.resolve("seventeen"))
                .withMessageContaining("toolchains.xml")
                .withMessageContaining("-Dloomgate.jdk.21=/path")
                .withMessageContaining("-Dloomgate.launcher=container");
    }

    @Test
    void rejectsAnExplicitHomeOfAnotherVersion() throws IOException {
        Path home = jdk("home", "17.0.15");

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> new JdkFinder(Map.of(21, home), List.of()).require(java(21)))
                .withMessageContaining("-Dloomgate.jdk.21=" + home)
                .withMessageContaining("17.0.15");
    }

    @Test
    void rejectsAnExplicitHomeWithoutJava() {
        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> new JdkFinder(Map.of(21, folder), List.of()).require(java(21)))
                .withMessageContaining("is not a JDK");
    }

    @Test
    void looksIntoTheEnvironmentAndTheToolchainsOfMaven() throws IOException {
        Path maven = Files.createDirectories(folder.resolve(".m2"));
        Files.writeString(maven.resolve("toolchains.xml"), """
                <toolchains><toolchain><type>jdk</type>
                  <configuration><jdkHome>${env.MY_JDKS}/a</jdkHome></configuration></toolchain>
                  <toolchain><configuration><jdkHome>/jdks/b</jdkHome></configuration></toolchain></toolchains>
                """);
        Map<String, String> environment =
                Map.of("JAVA_HOME", "/jdks/c", "JAVA_HOME_21_X64", "/jdks/d", "JDK25", "/jdks/e", "MY_JDKS", "/mine");

        assertThat(new JdkPlaces(environment, folder).candidates())
                .contains(
                        Path.of("/mine/a"),
                        Path.of("/jdks/b"),
                        Path.of("/jdks/c"),
                        Path.of("/jdks/d"),
                        Path.of("/jdks/e"));
    }

    @Test
    void findsTheJavaThatRunsThis() {
        JdkFinder finder = new JdkFinder(Map.of(), Map.of(), folder);

        assertThat(finder.versions()).contains(Runtime.version().feature());
    }

    @Test
    void aRuntimeWithAHomeOfItsOwnIsRunOnThat() throws IOException {
        Path home = jdk("nightly", "25.0.4");

        JvmRuntime runtime = new JvmRuntime(
                "jdk25-candidate",
                25,
                OptionalDouble.empty(),
                64,
                128,
                List.of(),
                Map.of(),
                Optional.of(home),
                Optional.empty());

        assertThat(new JdkFinder(Map.of(25, folder), List.of()).require(runtime).version())
                .isEqualTo("25.0.4");
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private static JvmRuntime java(int feature) {
        return TestRuntimes.of("jdk" + feature, feature, 64, 128, List.of());
    }
}
