package dev.loomgate.experiment;

import dev.loomgate.plan.Cell;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Login;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Workload;
import dev.loomgate.server.HttpAnswer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * What came of a workload's login at a server.
 *
 * @param token empty where there is none
 * @param problem why there is none, in words; empty where none is wanted
 */
record LogIn(String token, Optional<String> problem) {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    static LogIn at(URI server, Cell cell) {
        return at(cell.variant().protocol(), server, cell.workload());
    }

    static LogIn at(Protocol protocol, URI server, Workload workload) {
        return workload.login()
                .map(login -> at(protocol, server, login))
                .orElseGet(() -> new LogIn("", Optional.empty()));
    }

    private static LogIn at(Protocol protocol, URI server, Login login) {
        HttpRequest request = login.request();
        String asked = "the login " + request.inWords();
        try {
            HttpAnswer answer = HttpAnswer.to(protocol, server, request, LIMIT);
            if (answer.status() != request.status()) {
                return failed(asked + " answered status " + answer.status() + ", expected " + request.status()
                        + FirstAnswer.quoted(answer));
            }
            return login.tokenIn(answer.body(), answer.cookies())
                    .map(token -> new LogIn(token, Optional.empty()))
                    // What it did answer may be the secret.
                    .orElseGet(() -> failed(asked + " answered well, and without a token " + login.where()));
        } catch (IOException e) {
            return failed(asked + " got no answer: " + e.getMessage());
        }
    }

    private static LogIn failed(String problem) {
        return new LogIn("", Optional.of(problem));
    }
}
