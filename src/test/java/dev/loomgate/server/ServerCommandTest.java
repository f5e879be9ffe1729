package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Needs;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.TestRuntimes;
import dev.loomgate.plan.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerCommandTest {
    private final Variant variant = new Variant(
            "virtual",
            new Program.Shipped("spring-mvc"),
            Map.of("threads", "100"),
            List.of("-Xlog:gc"),
            Map.of(),
            Protocol.PLAIN);
    private final ServerEnvironment environment = new ServerEnvironment(
            Map.of("threads", "7", "loomgate.downstream", "http://127.0.0.1:8081"), Map.of("PASSWORD", "secret"));
    private final JvmRuntime runtime = TestRuntimes.of("jdk25", 25, 256, 512, List.of("-XX:+UseParallelGC"));
    private final Endpoint endpoint = new Endpoint("127.0.0.1", "127.0.0.1", 20001, 20002);
    private final JmxLogin login = JmxLogin.random();
    private final List<String> arguments =
            ServerCommand.arguments(variant, runtime, environment, 1, endpoint, "/secrets", "/servers/run.jar");

    @Test
    void fixesHeapAndProcessors() {
        assertThat(arguments)
                .contains("-Xms256m", "-Xmx256m", "-XX:ActiveProcessorCount=1", "-XX:+ExitOnOutOfMemoryError");
    }

    @ParameterizedTest
    @CsvSource({"0.5, 2, 1", "1, 2, 1", "1.5, 4, 2", "3, 2, 2"})
    void countsNoMoreProcessorsThanTheQuotaKeepsBusy(double quota, int given, int counted) {
        JvmRuntime limited = new JvmRuntime(
                "debs",
                25,
                OptionalDouble.of(quota),
                256,
                512,
                List.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty());

        assertThat(ServerCommand.arguments(
                        variant, limited, environment, given, endpoint, "/secrets", "/servers/run.jar"))
                .contains("-XX:ActiveProcessorCount=" + counted);
    }

    @Test
    void carriesTheArgumentsOfRuntimeAndVariantAndTheSettings() {
        assertThat(arguments).containsSubsequence("-XX:+UseParallelGC", "-Xlog:gc", "-Dthreads=100", "-jar");
    }

    @Test
    void keepsTheContractOfServers() {
        assertThat(arguments)
                .contains("-Dloomgate.host=127.0.0.1", "-Dloomgate.port=20001", "-Dloomgate.lifeline=true")
                .endsWith("-jar", "/servers/run.jar");
    }

    @Test
    void tellsTheServerItsMemoryAndWhatStandsBehindIt() {
        assertThat(arguments).contains("-Dloomgate.memory=512", "-Dloomgate.downstream=http://127.0.0.1:8081");
    }

    @Test
    void aServerThatAsksItselfIsToldItsOwnPort() {
        ServerEnvironment itself = new ServerEnvironment(
                Map.of("loomgate.downstream", "http://127.0.0.1:" + ServerEnvironment.OWN_PORT), Map.of());

        assertThat(ServerCommand.arguments(variant, runtime, itself, 1, endpoint, "/secrets", "/servers/run.jar"))
                .contains("-Dloomgate.downstream=http://127.0.0.1:20001");
    }

    @Test
    void letsAVariantOverrideWhatEveryServerIsTold() {
        assertThat(arguments).contains("-Dthreads=100").doesNotContain("-Dthreads=7");
    }

    /** An arm's variables stand in its runtime, and where its variant has them, in that, too. */
    @Test
    void variablesOfTheVariantGoBeforeThoseOfTheRuntimeAndTheseBeforeWhatEveryServerIsTold() {
        JvmRuntime told = new JvmRuntime(
                "jdk25",
                25,
                OptionalDouble.empty(),
                256,
                512,
                List.of(),
                Map.of("PASSWORD", "of the arm", "FEATURE", "of the runtime", "LOUD", "1"),
                Optional.empty(),
                Optional.empty());
        Variant shop = new Variant(
                "shop",
                new Program.Command(
                        Path.of("."),
                        List.of("shop"),
                        new Program.Start(
                                new Program.PortSetting.Variable("PORT"),
                                "/up",
                                Duration.ofSeconds(1),
                                Map.of("FEATURE", "of the variant"),
                                Needs.NOTHING)),
                Map.of(),
                List.of(),
                Map.of(),
                Protocol.PLAIN);

        assertThat(ServerCommand.variables(shop, told, environment, endpoint))
                .isEqualTo(Map.of("PASSWORD", "of the arm", "FEATURE", "of the variant", "LOUD", "1", "PORT", "20001"));
    }

    @Test
    void neverShowsTheEnvironment() {
        assertThat(arguments).noneMatch(word -> word.contains("hush"));
        assertThat(environment.toString()).contains("PASSWORD").doesNotContain("hush");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ServerEnvironment(Map.of("password", "hush"), Map.of("PASSWORD", "hush")));
    }

    @Test
    void bindsJmxToLoopbackBehindAPassword() {
        assertThat(arguments)
                .contains(
                        "-Dcom.sun.management.jmxremote.port=20002",
                        "-Dcom.sun.management.jmxremote.rmi.port=20002",
                        "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                        "-Djava.rmi.server.hostname=127.0.0.1",
                        "-Dcom.sun.management.jmxremote.authenticate=true",
                        "-Dcom.sun.management.jmxremote.password.file=/secrets/jmx.password");
    }

    /** A JVM splits the variable at blanks outside of quotes, and joins what stands in quotes side by side. */
    @Test
    void tellsAnImageInAVariableWhatAJarIsToldOnItsCommandLine() {
        Program.Image shop = new Program.Image(
                "acme/shop:1",
                List.of(),
                true,
                new Program.Start(
                        new Program.PortSetting.Property("server.port"),
                        "/up",
                        Duration.ofSeconds(1),
                        Map.of(),
                        Needs.NOTHING));
        Variant image = new Variant(
                "shop", shop, Map.of("said", "a \"b\" c", "plain", "d"), List.of("-Xlog:gc"), Map.of(), Protocol.PLAIN);

        String told = ServerCommand.withOptions(
                        Map.of("JAVA_TOOL_OPTIONS", "-Down=1", "LOUD", "1"),
                        image,
                        runtime,
                        environment,
                        1,
                        new Endpoint("0.0.0.0", "", 8080, 20002),
                        "/secrets")
                .getOrDefault("JAVA_TOOL_OPTIONS", "");

        assertThat(told)
                .startsWith("-Down=1 -Xms256m -Xmx256m ")
                .contains(" -XX:+UseParallelGC -Xlog:gc ", " -Dplain=d", " -Dserver.port=8080")
                .contains(" \"-Dsaid=a \"'\"'\"b\"'\"'\" c\"")
                .doesNotContain("java.rmi.server.hostname", "lifeline");
    }

    @Test
    void hidesThePasswordInTheWordsOfTheLogin() {
        assertThat(login.toString()).doesNotContain(login.password());
        assertThat(new JmxAddress("127.0.0.1", 1, login.user(), login.password()).toString())
                .doesNotContain(login.password());
    }

    @Test
    void givesEveryServerAnotherPassword() {
        assertThat(login.password())
                .hasSizeGreaterThanOrEqualTo(32)
                .isNotEqualTo(JmxLogin.random().password());
    }
}
