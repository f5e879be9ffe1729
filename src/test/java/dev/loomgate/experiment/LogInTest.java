package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Login;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.Workload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A login that works gives its token; one that doesn't says what came instead. */
@Timeout(30)
class LogInTest {
    private static final Login LOGIN = new Login(
            new HttpRequest("POST", "/login", Map.of("X-Shop", "tea"), "{\"user\": \"u\"}", 200, ""),
            "/token",
            "",
            Optional.empty());

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void getsTheTokenForWhatItSends() {
        server.createContext("/login", exchange -> {
            try (exchange) {
                String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                byte[] answer = ("{\"token\": \"" + exchange.getRequestMethod() + " "
                                + exchange.getRequestHeaders().getFirst("X-Shop") + sent.length() + "\"}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });

        assertThat(logIn(Optional.of(LOGIN))).isEqualTo(new LogIn("POST tea13", Optional.empty()));
    }

    @Test
    void aWorkloadWithoutALoginAsksNobody() {
        assertThat(logIn(Optional.empty())).isEqualTo(new LogIn("", Optional.empty()));
    }

    @Test
    void saysWithWhichStatusItFailed() {
        answer(401, "who are you?");

        assertThat(logIn(Optional.of(LOGIN)).problem())
                .contains("the login POST /login answered status 401, expected 200, and the body 'who are you?'");
    }

    @Test
    void saysThatTheAnswerHasNoToken() {
        answer(200, "{\"id\": 7}");

        assertThat(logIn(Optional.of(LOGIN)).problem())
                .contains("the login POST /login answered well, and without a token at '/token'");
    }

    /** As a form does it: by a redirect with a session. */
    @Test
    void theTokenMayBeACookie() {
        HttpRequest form = new HttpRequest(
                "POST", "/form", Map.of(), "user=u", 302, HttpRequest.get("/").answer());
        server.createContext("/form", exchange -> {
            try (exchange) {
                exchange.getResponseHeaders().add("Set-Cookie", "theme=dark; Path=/");
                exchange.getResponseHeaders().add("Set-Cookie", "SESSION=a=b; Path=/; HttpOnly; SameSite=Lax");
                exchange.sendResponseHeaders(302, -1);
            }
        });

        assertThat(logIn(Optional.of(new Login(form, "", "SESSION", Optional.empty()))))
                .isEqualTo(new LogIn("a=b", Optional.empty()));
        assertThat(logIn(Optional.of(new Login(form, "", "JSESSIONID", Optional.empty())))
                        .problem())
                .contains("the login POST /form answered well, and without a token in a cookie 'JSESSIONID'");
    }

    @Test
    void saysThatNobodyAnswers() {
        server.stop(0);

        assertThat(logIn(Optional.of(LOGIN)).problem().orElseThrow())
                .startsWith("the login POST /login got no answer: ");
    }

    private LogIn logIn(Optional<Login> login) {
        Workload workload = new Workload(
                "shop", Requests.of(HttpRequest.get("/")), login, Duration.ZERO, 1, new BackendDependency.Nothing());
        return LogIn.at(
                Protocol.PLAIN,
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                workload);
    }

    private void answer(int status, String body) {
        server.createContext("/login", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(status, body.length());
                exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
            }
        });
    }
}
