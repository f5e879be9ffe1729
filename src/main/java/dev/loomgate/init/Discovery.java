package dev.loomgate.init;

import dev.loomgate.init.OpenApiDocument.Operation;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.server.HttpAnswer;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out what a service can be asked: from its OpenAPI document, from paths that the user names, and by asking it. */
final class Discovery {
    /** Where frameworks say that they serve, the most telling first. */
    static final List<String> READY = List.of("/actuator/health", "/q/health/ready", "/health", "/healthz", "/");

    /** Where frameworks have their document: springdoc, many, Quarkus, MicroProfile. */
    static final List<String> DOCUMENTS = List.of("/v3/api-docs", "/openapi.json", "/q/openapi", "/openapi");

    private final RunningService service;
    private final FoundRequests.Pause pause;

    Discovery(RunningService service, FoundRequests.Pause pause) {
        this.service = service;
        this.pause = pause;
    }

    /**
     * What there is.
     *
     * @param openApi a file with the document; empty to look for it at the service
     * @param paths that are asked beside it
     * @param ready path that answers 200 once the service serves; empty to look for it
     */
    FoundService find(Optional<Path> openApi, List<String> paths, Optional<String> ready) {
        Optional<String> silence = service.silence();
        if (silence.isPresent() && openApi.isEmpty()) {
            throw new InitException(silence.get());
        }
        List<Operation> operations = new ArrayList<>();
        ready.ifPresent(path -> named("--ready", path));
        paths.forEach(path -> operations.add(named("--path", path)));
        String source;
        if (openApi.isPresent()) {
            operations.addAll(OpenApiDocument.parse(text(openApi.get()), openApi.get().toString()).operations());
            source = String.valueOf(openApi.get().getFileName());
        } else {
            Optional<Map.Entry<String, OpenApiDocument>> document = document();
            document.ifPresent(found -> operations.addAll(found.getValue().operations()));
            source = document.map(Map.Entry::getKey).orElse("");
        }
        FoundRequests requests = new FoundRequests();
        if (silence.isPresent()) {
            String path = ready.orElse("/");
            requests.unasked(operations);
            if (requests.active() == 0) {
                requests.unasked(List.of(operation(path)));
            }
            return new FoundService(source, path, false, requests.requests(), requests.left());
        }
        String path = ready.or(this::ready).orElseThrow(() -> new InitException("none of " + String.join(", ", READY)
                + " at " + service + " answers 200: name a path that does once the service serves, with --ready"));
        if (operations.isEmpty() && !path.equals("/")) {
            operations.add(operation("/"));
        }
        requests.asked(operations, service, pause);
        if (requests.active() == 0) {
            requests.asked(List.of(operation(path)), service, pause);
        }
        if (requests.active() == 0) {
            throw new InitException("no request was found that " + service + " answers well, not even " + path
                    + ": name one with --path");
        }
        return new FoundService(source, path, true, requests.requests(), requests.left());
    }

    private static Operation named(String option, String path) {
        if (!OpenApiDocument.PATH.matcher(path).matches()) {
            throw new InitException(option + " '" + path + "' is no path, as in /orders?page=1: it starts with /, and what is"
                    + " not a letter, a digit or one of /?&=%._~:@!$'()*+,;- is escaped");
        }
        return operation(path);
    }

    private static Operation operation(String path) {
        return new Operation("GET", path, Optional.of(HttpRequest.get(path)), 200, "", "");
    }

    private Optional<String> ready() {
        return READY.stream()
                .filter(path -> service.get(path).filter(HttpAnswer::good).isPresent())
                .findFirst();
    }

    /** The first that is one: other servers answer 200 to any path. */
    private Optional<Map.Entry<String, OpenApiDocument>> document() {
        for (String path : DOCUMENTS) {
            Optional<HttpAnswer> answer = service.get(path).filter(HttpAnswer::good);
            if (answer.isPresent()) {
                try {
                    return Optional.of(
                            Map.entry(path, OpenApiDocument.parse(answer.get().body(), service + path)));
                } catch (InitException e) {
                    // The next one may be.
                }
            }
        }
        return Optional.empty();
    }

    private static String text(Path file) {
        try {
            if (Files.size(file) > 4L * OpenApiDocument.MOST_CHARACTERS) {
                throw new InitException(file + " has more than " + (OpenApiDocument.MOST_CHARACTERS >> 20) + " MiB");
            }
            return Files.readString(file);
        } catch (MalformedInputException e) {
            throw new InitException(file + " is not UTF-8 text");
        } catch (IOException e) {
            throw new InitException("there is no file " + file + " that can be read");
        }
    }
}
