package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Needs;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.TestRuntimes;
import dev.loomgate.plan.Variant;
import dev.loomgate.server.EngineSearch.EngineAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Launchers, a variant and a runtime that need nothing but the JDK which runs the tests. */
final class TestLaunchers {
    private TestLaunchers() {}

    static ServerLauncher named(String name, Path servers, Path logs) {
        if (name.equals("process") || name.equals("limited") || name.equals("service")) {
            return forked(servers, logs);
        }
        return switch (engine()) {
            case EngineSearch.Found found -> inContainers(found.engine(), servers, logs);
            case EngineSearch.Missing missing -> throw new IllegalStateException(missing.why());
        };
    }

    /** Never pulls: a test is no place to wait for that. */
    static EngineSearch.Outcome engine() {
        List<EngineAddress> candidates =
                EngineAddress.candidates(System.getenv(), Path.of(System.getProperty("user.home")));
        return new EngineSearch(candidates, line -> {})
                .engineWith(Map.of(runtime(), image()), List.of(), Duration.ZERO);
    }

    static ContainerLauncher inContainers(ContainerEngine engine, Path servers, Path logs) {
        Map<Integer, String> images = Map.of(runtime().java(), image());
        return new ContainerLauncher(engine, images, servers, logs, Placement.ofMachine());
    }

    static String image() {
        int java = runtime().java();
        return System.getProperty("loomgate.image." + java, "eclipse-temurin:" + java + "-jre");
    }

    static ForkedJvmLauncher forked(Path servers, Path logs) {
        return forked(servers, logs, Placement.ofMachine());
    }

    static ForkedJvmLauncher forked(Path servers, Path logs, Placement placement) {
        JdkFinder jdks = new JdkFinder(Map.of(), Map.of(), servers);
        return new ForkedJvmLauncher(servers, logs, placement, jdks, Optional.empty());
    }

    static Variant tiny(String mood) {
        return new Variant(
                "tiny", new Program.Shipped("tiny"), Map.of("tiny", mood), List.of(), Map.of(), Protocol.PLAIN);
    }

    /** One of the servers under test, told that it stands in for the downstream service; {@code target/servers} has it. */
    static RunningServer askingItself(ServerLauncher launcher) {
        JvmRuntime runtime = runtime();
        return launcher.launch(
                new Variant("helidon", new Program.Shipped("helidon"), Map.of(), List.of(), Map.of(), Protocol.PLAIN),
                TestRuntimes.of(runtime.name(), runtime.java(), 64, 256, List.of("-XX:+UseSerialGC")),
                new ServerEnvironment(
                        Map.of("loomgate.downstream", "http://127.0.0.1:" + ServerEnvironment.OWN_PORT), Map.of()));
    }

    /**
     * A service that knows nothing of Loomgate.
     *
     * @param jar as its build calls it
     */
    static Variant service(Path jar, String moods) {
        return service(jar, new Program.PortSetting.Property("port"), "/health", moods);
    }

    static Variant service(Path jar, Program.PortSetting port, String ready, String moods) {
        return service(jar, port, ready, moods, Duration.ofSeconds(20));
    }

    static Variant service(Path jar, Program.PortSetting port, String ready, String moods, Duration within) {
        return new Variant(
                "shop",
                new Program.Jar(
                        Path.of(""),
                        Optional.empty(),
                        jar,
                        List.of(),
                        Optional.empty(),
                        List.of("--loud"),
                        new Program.Start(port, ready, within, Map.of("GREETING", "hello"), Needs.NOTHING)),
                Map.of("moods", moods),
                List.of(),
                Map.of(),
                Protocol.PLAIN);
    }

    /** The same in an image, of which it is told that it is a JVM. */
    static Variant image(String name, Program.PortSetting port) {
        Program.Image program = new Program.Image(
                name,
                List.of(),
                true,
                new Program.Start(
                        port,
                        "/health",
                        Duration.ofSeconds(20),
                        Map.of(
                                "GREETING",
                                "hello",
                                "HOST",
                                port instanceof Program.PortSetting.Fixed ? "0.0.0.0" : "127.0.0.1"),
                        Needs.NOTHING));
        return new Variant("shop", program, Map.of("moods", "a b"), List.of(), Map.of(), Protocol.PLAIN);
    }

    /** The same with half a CPU. */
    static JvmRuntime limited() {
        JvmRuntime runtime = runtime();
        return new JvmRuntime(
                "limited",
                runtime.java(),
                OptionalDouble.of(0.5),
                32,
                256,
                runtime.jvmArgs(),
                Map.of(),
                Optional.empty(),
                Optional.empty());
    }

    static JvmRuntime runtime() {
        int java = Runtime.version().feature();
        return TestRuntimes.of("jdk" + java, java, 32, 256, List.of("-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=1g"));
    }
}
