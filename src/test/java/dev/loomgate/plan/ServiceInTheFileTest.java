package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service of the user's own below {@code variants}, what is asked of it, and its revisions as arms. */
class ServiceInTheFileTest {
    private static final String SHOP = """
            webflux:
                jar: target/shop.jar
                build: [mvn, package]
                port: {property: server.port}
                ready: /health
                args: [--loud]
                env: {GREETING: hello}
            """;
    private static final String ORDER =
            "compute: {path: /orders, method: POST, headers: {X-Shop: tea}, send-file: order.json, status: 201, body: .*,"
                    + " warm-up-users: 2}";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    private final Map<String, String> properties = new HashMap<>();

    @BeforeEach
    void writeFile() throws IOException {
        Files.writeString(folder.resolve("order.json"), "{\"item\": 7}");
        write(SHOP);
    }

    @Test
    void aJarStandsBesideTheFileThatNamesIt() {
        Program.Jar shop = (Program.Jar)
                duel("jdk21", "jdk25").cells().getFirst().baseline().variant().program();

        assertThat(shop.file()).isEqualTo(folder.resolve("target/shop.jar"));
        assertThat(shop.folder()).isEqualTo(folder);
        assertThat(shop.port()).isEqualTo(new Program.PortSetting.Property("server.port"));
        assertThat(shop.ready()).isEqualTo("/health");
        assertThat(shop.within()).isEqualTo(Duration.ofMinutes(2));
        assertThat(shop.arguments()).containsExactly("--loud");
        assertThat(shop.environment()).containsExactly(Map.entry("GREETING", "hello"));
    }

    @Test
    void aRequestIsWhatTheFileSays() {
        HttpRequest order =
                PlanReader.read(Map.of("loomgate.thresholds", file().toString()), Set.of(21, 25)).cells().stream()
                        .map(cell -> cell.workload().requests().first())
                        .filter(request -> request.path().equals("/orders"))
                        .findFirst()
                        .orElseThrow();

        assertThat(order)
                .isEqualTo(new HttpRequest("POST", "/orders", Map.of("X-Shop", "tea"), "{\"item\": 7}", 201, ".*"));
    }

    @Test
    void revisionsAreArmsOnTheUsualRuntime() {
        PairedCell cell = duel("git:origin/main", "git:HEAD").cells().getFirst();

        assertThat(cell.displayName()).isEqualTo("webflux · io · 500 req/s · git:origin/main → git:HEAD");
        assertThat(cell.baseline().runtime().name()).isEqualTo("jdk25");
        assertThat(((Program.Jar) cell.baseline().variant().program()).revision())
                .contains("origin/main");
    }

    @Test
    void revisionsAreComparedOnTheRuntimeThatIsNamed() {
        properties.put("loomgate.runtimes", "jdk21");

        PairedCell cell = duel("git:origin/main", "git:HEAD").cells().getFirst();

        assertThat(cell.baseline().runtime().name()).isEqualTo("jdk21");
        assertThat(cell.candidate().runtime().name()).isEqualTo("jdk21");
    }

    @Test
    void anArmThatIsNotGivenIsTheJarAsItStandsThere() {
        PairedCell cell = duel("git:v1", "").cells().getFirst();

        assertThat(cell.candidate().label()).isEqualTo("as built");
        assertThat(((Program.Jar) cell.candidate().variant().program()).revision())
                .isEmpty();
    }

    @Test
    void aJarOfAnArmTakesThePlaceOfThatOfTheVariant() {
        properties.put("loomgate.baseline.jar", "/old/shop.jar");

        PairedCell cell = duel("jdk25", "").cells().getFirst();

        assertThat(((Program.Jar) cell.baseline().variant().program()).file()).isEqualTo(Path.of("/old/shop.jar"));
        assertThat(cell.baseline().label()).isEqualTo("jdk25 baseline build");
    }

    @Test
    void refusesARevisionOfWhatNobodySaysHowToBuild() {
        write(SHOP.replace("    build: [mvn, package]\n", ""));

        assertThatThrownBy(() -> duel("git:v1", ""))
                .hasMessageContaining("baseline")
                .hasMessageContaining("variant webflux has no 'build'");
    }

    @Test
    void refusesARevisionOfAServerOfThisProject() {
        write("webflux: {server: spring-webflux}\n");

        assertThatThrownBy(() -> duel("git:v1", "git:v2"))
                .hasMessageContaining("webflux is a server of this project")
                .hasMessageContaining("-Dloomgate.baseline.servers");
    }

    /** The folder would be ignored, and the jar be compared with itself. */
    @Test
    void refusesServersOfThisProjectForAServiceOfTheUsers() {
        properties.put("loomgate.baseline.servers", "/old");

        assertThatThrownBy(() -> duel("jdk25", ""))
                .hasMessageContaining("-Dloomgate.baseline.servers=/old: is about servers of this project, and webflux"
                        + " is a service of yours: compare two jars with -Dloomgate.baseline.jar");
    }

    @Test
    void refusesTwoJavasOfAnImageWhichBringsItsOwn() {
        write("webflux: {image: 'acme/shop:2', port: {env: PORT}, ready: /up}\n");

        assertThatThrownBy(() -> duel("jdk21", "jdk25"))
                .hasMessageContaining("-Dloomgate.candidate=jdk25: changes nothing of webflux, an image")
                .hasMessageContaining("compare two images with -Dloomgate.candidate.image");

        write("webflux: {image: 'acme/shop:2', jvm: true, port: {env: PORT}, ready: /up}\n");
        assertThat(duel("jdk21", "jdk25").cells())
                .as("the options of jdk25 are its JVM's")
                .hasSize(1);
        properties.put("loomgate.baseline.with", "-XX:+UseG1GC");
        assertThatThrownBy(() -> duel("jdk21", "jdk25")).hasMessageContaining("changes nothing of webflux, an image");
    }

    @Test
    void refusesAHeapOfACommand() {
        write("webflux: {command: [node, app.js], port: {env: PORT}, ready: /up, env: {JAVA_HOME: /opt/jdk}}\n");

        assertThatThrownBy(() -> duel("jdk21", "jdk25"))
                .hasMessageContaining("-Dloomgate.candidate=jdk25: changes nothing of webflux, a command")
                .hasMessageContaining("neither heap nor options");
    }

    @Test
    void saysThatTwoJavasOfACommandMayChangeNothing() {
        write("webflux: {command: [node, app.js], port: {env: PORT}, ready: /up}\n");

        assertThat(duel("jdk21", "jdk25").notes())
                .singleElement()
                .asString()
                .startsWith("webflux is a command: jdk21 and jdk25 differ in nothing but JAVA_HOME");
        properties.put("loomgate.candidate.env", "GOGC=10");
        assertThat(duel("jdk25", "jdk25").notes()).isEmpty();
    }

    /** They would change nothing: the command would be compared with itself. */
    @Test
    void refusesWhatIsNotAboutACommand() {
        write("webflux: {command: [node, app.js], port: {env: PORT}, ready: /up}\n");

        assertThatThrownBy(() -> duel("git:v1", "git:v2")).hasMessageContaining("webflux is a command");
        properties.put("loomgate.candidate.with", "-XX:+UseSerialGC");
        assertThatThrownBy(() -> duel("jdk25", "jdk25"))
                .hasMessageContaining("candidate.with")
                .hasMessageContaining("options of a JVM, and webflux is a command");
    }

    @Test
    void variablesOfACommandMayDiffer() {
        write("webflux: {command: [node, app.js], port: {env: PORT}, ready: /up}\n");
        properties.put("loomgate.candidate.env", "GOGC=10");

        assertThat(duel("jdk25", "jdk25").cells().getFirst().candidate().label())
                .contains("GOGC=10");
    }

    /** Both arms would have that of the file, and one of them a label that says otherwise. */
    @Test
    void variablesOfAnArmReplaceThoseOfItsVariant() {
        for (String program : List.of("jar: target/shop.jar", "command: [node, app.js]", "image: 'acme/shop:2'")) {
            write("webflux: {" + program
                    + ", port: {env: PORT}, ready: /up, env: {FEATURE: 'off', GREETING: hello}}\n");
            properties.put("loomgate.candidate.env", "FEATURE=on MALLOC_ARENA_MAX=2");

            PairedCell cell = duel("jdk25", "jdk25").cells().getFirst();

            assertThat(cell.baseline().variant().program().environment())
                    .as(program)
                    .isEqualTo(Map.of("FEATURE", "off", "GREETING", "hello"));
            assertThat(cell.candidate().variant().program().environment())
                    .as(program)
                    .isEqualTo(Map.of("FEATURE", "on", "GREETING", "hello"));
            assertThat(cell.candidate().runtime().environment())
                    .as(program)
                    .isEqualTo(Map.of("FEATURE", "on", "MALLOC_ARENA_MAX", "2"));
            assertThat(cell.candidate().label()).as(program).contains("FEATURE=on");
        }
    }

    @Test
    void refusesAVariableThatTellsThePort() {
        properties.put("loomgate.candidate.env", "LOUD=1 PORT=8080");
        write("webflux: {command: [node, app.js], port: {env: PORT}, ready: /up}\n");

        assertThatThrownBy(() -> duel("jdk25", "jdk25"))
                .hasMessageContaining("-Dloomgate.candidate.env=LOUD=1 PORT=8080: names the variable that tells webflux"
                        + " its port, which is another one in each start: leave it out");
    }

    @Test
    void anImageOfAnArmTakesThePlaceOfThatOfTheVariant() {
        write("webflux: {image: 'acme/shop:2', port: {env: PORT}, ready: /up}\n");
        properties.put("loomgate.baseline.image", "acme/shop:1");

        PairedCell cell = duel("jdk25", "jdk25").cells().getFirst();

        assertThat(((Program.Image) cell.baseline().variant().program()).name()).isEqualTo("acme/shop:1");
        assertThat(((Program.Image) cell.candidate().variant().program()).name())
                .isEqualTo("acme/shop:2");
        assertThat(cell.baseline().label()).isEqualTo("jdk25 in acme/shop:1");
        assertThat(cell.candidate().label()).isEqualTo("jdk25");
    }

    @Test
    void refusesWhatIsNotAboutAnImage() {
        write("webflux: {image: 'acme/shop:2', port: {env: PORT}, ready: /up}\n");

        assertThatThrownBy(() -> duel("git:v1", "git:v2"))
                .hasMessageContaining("webflux is an image")
                .hasMessageContaining("-Dloomgate.baseline.image");
        properties.put("loomgate.candidate.with", "-XX:+UseSerialGC");
        assertThatThrownBy(() -> duel("jdk25", "jdk25"))
                .hasMessageContaining("options of a JVM, and webflux is an image");
        write("webflux: {image: 'acme/shop:2', jvm: true, port: {env: PORT}, ready: /up}\n");
        assertThat(duel("jdk25", "jdk25").cells().getFirst().candidate().label())
                .contains("UseSerialGC");
    }

    @Test
    void refusesTwoArmsOnOnePortUnlessEachHasANetworkOfItsOwn() {
        properties.put("loomgate.candidate.env", "LOUD=1");
        write("webflux: {command: [node, app.js], port: {fixed: 8080}, ready: /up}\n");
        assertThatThrownBy(() -> duel("jdk25", "jdk25"))
                .hasMessageContaining("candidate")
                .hasMessageContaining("webflux always listens on port 8080")
                .hasMessageContaining("by property, env or argument");

        write("webflux: {image: 'acme/shop:2', port: {fixed: 8080}, ready: /up}\n");
        assertThat(duel("jdk25", "jdk25")
                        .cells()
                        .getFirst()
                        .candidate()
                        .variant()
                        .fixedPort())
                .hasValue(8080);
    }

    @Test
    void whatItNeedsIsWhatTheFileSays() throws IOException {
        Files.writeString(folder.resolve("kafka.conf"), "");
        write("""
                webflux:
                    jar: target/shop.jar
                    port: {property: server.port}
                    ready: /health
                    args: ['--manage=${server.port}', '--kafka=${kafka.host}:${kafka.port}', '${HOME}']
                    needs:
                      mail: {address: 'localhost:25'}
                      kafka:
                        image: acme/kafka:4
                        port: 9092
                        command: [run, --small]
                        env: {LOUD: 1}
                        files: {kafka.conf: /etc/kafka.conf}
                        ready: {log: 'started$'}
                        within: 20 s
                        start: once per unit
                """);

        Needs needs = duel("jdk21", "jdk25")
                .cells()
                .getFirst()
                .baseline()
                .variant()
                .program()
                .needs();

        assertThat(needs.all())
                .containsExactly(
                        new NeededService.Address("mail", "localhost", 25),
                        new NeededService.Container(
                                "kafka",
                                "acme/kafka:4",
                                9092,
                                List.of("run", "--small"),
                                Map.of("LOUD", "1"),
                                Map.of("/etc/kafka.conf", folder.resolve("kafka.conf")),
                                new NeededService.Readiness.Line("started$"),
                                Duration.ofSeconds(20),
                                true));
        assertThat(needs.places()).containsExactly("mail.host", "mail.port", "kafka.host", "kafka.port");
    }

    /** What is no place of a need is the container's own. */
    @Test
    void aNeedIsToldWhereThoseAboveItAre() {
        NeededService.Container registry = new NeededService.Container(
                "registry",
                "acme/registry:1",
                8081,
                List.of("run", "${kafka.host}"),
                Map.of("BROKER", "${kafka.host}:${kafka.port}", "OWN", "${HOME}"),
                Map.of(),
                new NeededService.Readiness.Port(),
                Duration.ofSeconds(20),
                false);

        NeededService.Container told = registry.filled(Map.of("kafka.host", "10.0.0.2", "kafka.port", "9092"));

        assertThat(told.command()).containsExactly("run", "10.0.0.2");
        assertThat(told.environment()).isEqualTo(Map.of("BROKER", "10.0.0.2:9092", "OWN", "${HOME}"));
        assertThat(told.image()).isEqualTo(registry.image());
    }

    /** Valkey is told by an empty word to keep nothing. */
    @Test
    void anImageHasArgumentsInPlaceOfItsCommand() {
        write("""
                webflux:
                    image: acme/shop:1
                    args: [serve, --save, '']
                    port: {env: PORT}
                    ready: /up
                """);
        properties.put("loomgate.candidate.image", "acme/shop:2");

        Program.Image image = (Program.Image)
                duel("jdk25", "jdk25").cells().getFirst().baseline().variant().program();

        assertThat(image.words()).containsExactly("serve", "--save", "");
    }

    @Test
    void refusesTwoArmsOfOneRevision() {
        assertThatThrownBy(() -> duel("git:v1", "git:v1")).hasMessageContaining("is the baseline itself");
    }

    private DuelPlan duel(String baseline, String candidate) {
        properties.put("loomgate.thresholds", file().toString());
        for (Map.Entry<String, String> arm :
                List.of(Map.entry("loomgate.baseline", baseline), Map.entry("loomgate.candidate", candidate))) {
            if (!arm.getValue().isEmpty()) {
                properties.put(arm.getKey(), arm.getValue());
            }
        }
        return PlanReader.readDuel(properties, Set.of(21, 25), 1);
    }

    private Path file() {
        return folder.resolve("thresholds.yml");
    }

    private void write(String webflux) {
        Sample.write(
                folder,
                Sample.SOUND
                                .replace("webflux: {server: spring-webflux}\n", webflux)
                                .replace(
                                        "compute: {path: /compute, waits: 0 ms, body: '-?\\d+', warm-up-users: 2}",
                                        ORDER)
                        + Sample.DUEL.replace("[virtual, webflux]", "[webflux]"));
    }
}
