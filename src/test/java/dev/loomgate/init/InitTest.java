package dev.loomgate.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.WeightedRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A first file, from a service that answers, and from a document alone; read back by the reader of the gate. */
class InitTest {
    private static final String DOCUMENT = """
            openapi: 3.0.3
            paths:
              /items/{id}:
                get:
                  summary: 'One item: it''s tea'
                  parameters: [{name: id, in: path, required: true, example: 7}]
              /time: {get: {}}
              /gone: {get: {}}
              /secret: {get: {}}
              /people/{name}: {get: {}}
              /orders:
                post:
                  summary: "An order\\n  p99: '<= 1 ms'"
                  requestBody: {content: {application/json: {example: {item: "it's tea"}}}}
                  responses: {'201': {}}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final AtomicInteger clock = new AtomicInteger();

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer service;

    @BeforeEach
    void startTheService() throws IOException {
        answers.putAll(Map.of("/health", "up", "/items/7", "{\"id\": 7}", "/openapi.yaml", DOCUMENT, "/time", "now "));
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            String path = exchange.getRequestURI().toString();
            asked.add(exchange.getRequestMethod() + " " + path);
            String answer = answers.getOrDefault(path, "");
            String text = path.equals("/time") ? answer + clock.incrementAndGet() : answer;
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            int status = path.equals("/secret") ? 401 : answer.isEmpty() ? 404 : 200;
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        service.start();
    }

    @AfterEach
    void stopTheService() {
        service.stop(0);
    }

    @Test
    void whatTheServiceAnswersWellIsMeasured() {
        init(command("node server.js")).write(() -> {});

        Plan plan = read();
        assertThat(plan.cells()).singleElement().satisfies(cell -> {
            Program.Command program = (Program.Command) cell.variant().program();
            assertThat(program.words()).containsExactly("node", "server.js");
            assertThat(program.port()).isEqualTo(new Program.PortSetting.Variable("PORT"));
            assertThat(program.ready()).isEqualTo("/health");
            assertThat(cell.load().displayName()).isEqualTo("100 req/s");
        });
        List<WeightedRequest> mix =
                plan.cells().getFirst().workload().requests().mix();
        assertThat(mix).extracting(WeightedRequest::name).containsExactly("items-id", "time");
        assertThat(mix).extracting(each -> each.request().path()).containsExactly("/items/7", "/time");
        // The same twice is a text to hold; the time of day is any body.
        assertThat(mix).extracting(each -> each.request().answer()).containsExactly("\\{\"id\": 7\\}", "(?s).*");
        assertThat(mix).extracting(WeightedRequest::share).containsExactly(0.5, 0.5);
    }

    /** A request that changes data is not sent only because a document names it. */
    @Test
    void onlyGetsAreSent() {
        init(command("run")).write(() -> {});

        assertThat(asked).isNotEmpty().allSatisfy(each -> assertThat(each).startsWith("GET "));
        assertThat(asked).contains("GET /items/7", "GET /secret").doesNotContain("GET /orders");
    }

    @Test
    void theRestStandsInCommentsWithItsReason() {
        init(command("run")).write(() -> {});

        assertThat(text())
                .contains("# # GET, it answered 401: it needs a token, see 'login' and 'headers' in own-service.md")
                .contains("# # GET, it answered 404: is the example in the document one that exists?")
                .contains("# # POST, it may change data: An order   p99: '<= 1 ms'")
                .contains("# Left out: GET /people/{name}: its path has characters that a path of the file can't have");
    }

    /** A comment that a user takes away leaves a request. */
    @Test
    void aRequestInACommentIsOneWithoutTheMarks() throws IOException {
        init(command("run")).write(() -> {});
        List<String> lines = new ArrayList<>();
        boolean ofOrder = false;
        for (String line : text().lines().toList()) {
            ofOrder = line.startsWith("      # ") && (ofOrder || line.equals("      # post-orders:"));
            lines.add(
                    ofOrder
                            ? "      " + line.substring("      # ".length())
                            : line.replace("share: 50 %", "share: 45 %"));
            ofOrder = ofOrder && !line.contains("body:");
        }
        Files.writeString(file(), String.join("\n", lines));

        WeightedRequest order =
                read().cells().getFirst().workload().requests().mix().getLast();

        assertThat(order.name()).isEqualTo("post-orders");
        assertThat(order.request().method()).isEqualTo("POST");
        assertThat(order.request().body()).isEqualTo("{\"item\":\"it's tea\"}");
        assertThat(order.request().status()).isEqualTo(201);
        assertThat(order.share()).isEqualTo(0.1);
    }

    @Test
    void withoutADocumentPathsAreAsked() {
        answers.remove("/openapi.yaml");
        new InitBuilder()
                .command("run")
                .paths("/items/7", "/time?zone=utc")
                .build()
                .write(() -> {});

        // /time?zone=utc has no answer here.
        assertThat(read().cells().getFirst().workload().requests().names()).containsExactly("items-7");
        assertThat(text()).contains("# # GET, it answered 404");
    }

    @Test
    void aPathOfTheDocumentThatIsNamedTooIsThereOnce() {
        new InitBuilder().command("run").paths("/time").build().write(() -> {});

        assertThat(read().cells().getFirst().workload().requests().names()).containsExactly("time", "items-id");
    }

    @Test
    void aDocumentAloneIsEnough() throws IOException {
        Files.writeString(folder.resolve("api.yaml"), DOCUMENT);
        new InitBuilder()
                .command("run")
                .noUrl()
                .openApi("api.yaml")
                .ready("/up")
                .build()
                .write(() -> {});

        assertThat(asked).isEmpty();
        assertThat(read().cells().getFirst().workload().requests().names())
                .containsExactly("items-id", "time", "gone", "secret");
        assertThat(text()).contains("ready: '/up'    # not asked: a path that answers 200 once it serves");
    }

    /** Also those that a second and a half has no whole number of requests of. */
    @ParameterizedTest
    @CsvSource({"1", "3", "5", "100", "1000", "99999"})
    void anyRateGivesAFileThatCanBeRead(int rate) {
        new InitBuilder().command("run").rate(rate).build().write(() -> {});

        assertThat(read().cells().getFirst().load().displayName()).isEqualTo(rate + " req/s");
    }

    @Test
    void aRateThatTheGateCantReadIsRefusedWithItsPlaceAndNothingIsWritten() {
        Init init = new InitBuilder().command("run").rate(100_000_000).build();

        assertThatThrownBy(() -> init.write(() -> {}))
                .isInstanceOf(InitException.class)
                .hasMessageContaining("nothing was written")
                .hasMessageContaining("100000000 req/s");
        assertThat(file()).doesNotExist();
    }

    @Test
    void aFileIsNeverOverwritten() throws IOException {
        Files.writeString(file(), "mine");

        assertThatThrownBy(() -> init(command("run")).write(() -> {}))
                .isInstanceOf(InitException.class)
                .hasMessageContaining("perf.yml is there already, and is left as it is");
        assertThat(text()).isEqualTo("mine");
        assertThat(asked).isEmpty();
    }

    @Test
    void aJarTellsHowItIsToldItsPort() throws IOException {
        jar(
                "shop-1.2-SNAPSHOT.jar",
                "org.springframework.boot.loader.launch.JarLauncher",
                "Spring-Boot-Version",
                "4.0.7");
        new InitBuilder().jar("shop-1.2-SNAPSHOT.jar").build().write(() -> {});

        Program.Jar program = (Program.Jar) read().cells().getFirst().variant().program();
        assertThat(program.file()).isEqualTo(folder.resolve("shop-1.2-SNAPSHOT.jar"));
        assertThat(program.port()).isEqualTo(new Program.PortSetting.Property("server.port"));
        assertThat(read().cells().getFirst().variant().name()).isEqualTo("shop");
    }

    @ParameterizedTest
    @CsvSource({
        "org.springframework.boot.loader.launch.JarLauncher, X, x,                             Spring Boot",
        "com.acme.Main, Class-Path, lib/spring-boot-4.0.7.jar,                                 Spring Boot",
        "io.quarkus.bootstrap.runner.QuarkusEntryPoint, X, x,                                  Quarkus",
        "com.acme.Main, Class-Path, lib/micronaut-context-5.0.jar,                             Micronaut",
        "com.acme.Main, X, x,                                           'neither Spring Boot, Quarkus nor Micronaut'"
    })
    void theManifestTellsTheFramework(String main, String key, String value, String words) throws IOException {
        assertThat(ServiceKind.of(jar("a.jar", main, key, value)).words()).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            --command run --jar a.jar                     | say what is started, with one of --jar target/shop.jar and --command 'node server.js'
            --port 8080                                   | say what is started
            --jar nowhere.jar                             | nowhere.jar: build it, or name it relative to the folder of --file
            --jar broken.jar                              | broken.jar is no jar
            --command run --port 8080                     | --port '8080' does not say how the service is told its port: property=server.port (of a jar), env=PORT or argument=--port={port}
            --command run --port property=a               | --port 'property=a' does not say
            --command run --port argument=--port          | --port 'argument=--port' does not say
            --command run --path items                    | --path 'items' is no path, as in /orders?page=1
            --command run --ready health                  | --ready 'health' is no path
            --command run --openapi nowhere.json          | nowhere.json that can be read
            --command run --openapi broken.jar            | broken.jar is no OpenAPI document
            --command run --url 127.0.0.1:8080            | --url '127.0.0.1:8080' is no address
            --command run --url http://10.0.0.7:80        | is another host: Loomgate asks and loads services of this machine only
            --command run --url http://127.0.0.1:80/api   | has a path: give the address alone, as in http://127.0.0.1:80, and paths with --path
            --command run --url http://127.0.0.1:1        | http://127.0.0.1:1 does not answer
            """)
    void whatCantBeIsASentenceWithTheWayOut(String line, String sentence) throws IOException {
        Files.writeString(folder.resolve("broken.jar"), "no jar");
        InitBuilder builder = new InitBuilder();
        List<String> words = Arrays.asList(line.split(" "));
        for (int i = 0; i < words.size(); i += 2) {
            String value = words.get(i + 1);
            switch (words.get(i)) {
                case "--command" -> builder.command(value);
                case "--jar" -> builder.jar(value);
                case "--port" -> builder.port(value);
                case "--path" -> builder.paths(value);
                case "--ready" -> builder.ready(value);
                case "--openapi" -> builder.openApi(value);
                default -> builder.url(value);
            }
        }

        assertThatThrownBy(() -> builder.build().write(() -> {}))
                .isInstanceOf(InitException.class)
                .hasMessageContaining(sentence);
        assertThat(file()).doesNotExist();
    }

    @Test
    void aServiceWithoutAPathThatTellsReadinessNeedsIt() {
        answers.remove("/health");

        assertThatThrownBy(() -> init(command("run")).write(() -> {}))
                .isInstanceOf(InitException.class)
                .hasMessageContaining("answers 200: name a path that does once the service serves, with --ready");
    }

    private Path jar(String name, String main, String key, String value) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        manifest.getMainAttributes().put(new Attributes.Name(key), value);
        Path file = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.finish();
        }
        return file;
    }

    private Path file() {
        return folder.resolve("perf.yml");
    }

    private String text() {
        try {
            return Files.readString(file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Plan read() {
        return PlanReader.read(Map.of("loomgate.thresholds", file().toString()), Set.of(25));
    }

    private static Init init(InitBuilder builder) {
        return builder.build();
    }

    private InitBuilder command(String words) {
        return new InitBuilder().command(words);
    }

    /** What the command line gives. */
    private final class InitBuilder {
        private String jar = "";
        private String command = "";
        private String port = "";
        private String url = "http://127.0.0.1:" + service.getAddress().getPort();
        private String openApi = "";
        private List<String> paths = List.of();
        private String ready = "";
        private int rate = 100;

        InitBuilder jar(String value) {
            jar = value;
            return this;
        }

        InitBuilder command(String value) {
            command = value;
            return this;
        }

        InitBuilder port(String value) {
            port = value;
            return this;
        }

        InitBuilder url(String value) {
            url = value;
            return this;
        }

        InitBuilder noUrl() {
            return url("");
        }

        InitBuilder openApi(String value) {
            openApi = value;
            return this;
        }

        InitBuilder paths(String... values) {
            paths = List.of(values);
            return this;
        }

        InitBuilder ready(String value) {
            ready = value;
            return this;
        }

        InitBuilder rate(int value) {
            rate = value;
            return this;
        }

        Init build() {
            return new Init(file(), jar, command, port, url, openApi, paths, ready, rate, 25);
        }
    }
}
