package dev.loomgate.init;

import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Protocol;
import dev.loomgate.server.HttpAnswer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Asks a service of this machine. What it answers is not trusted: each exchange has a limit of time and of size. */
final class RunningService {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final URI base;

    /** @param url of a service on a loopback address, without a path */
    RunningService(String url) {
        this.base = loopback(url);
    }

    private static URI loopback(String url) {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw new InitException("--url '" + url + "' is no address, as in http://127.0.0.1:8080");
        }
        String host = uri.getHost();
        if (!"http".equals(uri.getScheme()) || host == null || uri.getRawUserInfo() != null) {
            throw new InitException("--url '" + url + "' is no address as in http://127.0.0.1:8080");
        }
        // Only what is one by its letters: a name that resolves to loopback now may resolve to another host later.
        if (!host.equals("localhost") && !host.equals("[::1]") && !host.matches("127(\\.\\d{1,3}){3}")) {
            throw new InitException(
                    "--url '" + url + "' is another host: Loomgate asks and loads services of this machine"
                            + " only. Start the service here, and name it as in http://127.0.0.1:8080");
        }
        if (!uri.getRawPath().matches("/?") || uri.getRawQuery() != null) {
            throw new InitException("--url '" + url + "' has a path: give the address alone, as in " + uri.getScheme()
                    + "://" + uri.getRawAuthority() + ", and paths with --path");
        }
        return uri;
    }

    /** Empty when there is no whole answer. */
    Optional<HttpAnswer> ask(HttpRequest request) {
        try {
            return Optional.of(HttpAnswer.to(Protocol.PLAIN, base, request, LIMIT));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    Optional<HttpAnswer> get(String path) {
        return ask(HttpRequest.get(path));
    }

    /** Why there is no answer; empty when there is one, whatever it says. */
    Optional<String> silence() {
        try {
            HttpAnswer.to(Protocol.PLAIN, base, HttpRequest.get("/"), LIMIT);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(base + " does not answer (" + e.getMessage()
                    + "): start the service, or say with --url where it listens");
        }
    }

    @Override
    public String toString() {
        return base.toString();
    }
}
