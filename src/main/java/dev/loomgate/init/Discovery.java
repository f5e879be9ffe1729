package dev.loomgate.init;

import dev.loomgate.init.OpenApiDocument.Operation;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.server.HttpAnswer;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out what a service can be asked: from its OpenAPI document, from paths that the user names, and by asking it. */
final class Discovery {
    /** Where frameworks say that they serve, the most telling first. */
    static final List<String> READY = List.of("/actuator/health", "/q/health/ready", "/health", "/healthz", "/");

    /** Where frameworks have their document: springdoc, many, Quarkus, MicroProfile. */
    static final List<String> DOCUMENTS =
            List.of("/v3/api-docs", "/openapi.json", "/openapi.yaml", "/q/openapi", "/openapi");

    private final Optional<Path> openApi;
    private final List<Operation> named;
    private final Optional<String> ready;

    /**
     * Takes what the user says.
     *
     * @param openApi a file with the document; empty to look for it at the service
     * @param paths that are asked beside it
     * @param ready path that answers 200 once the service serves; empty to look for it
     */
    Discovery(Optional<Path> openApi, List<String> paths, Optional<String> ready) {
        this.openApi = openApi;
        this.named = paths.stream().map(path -> named("--path", path)).toList();
        this.ready = ready.map(path -> named("--ready", path).template());
    }

    /** What the file has, which is not called. */
    FoundService unasked(Path file) {
        FoundRequests requests = new FoundRequests();
        requests.unasked(distinct(OpenApiDocument.parse(text(file), file.toString())));
        String path = ready.orElse("/");
        if (requests.active() == 0) {
            requests.unasked(List.of(operation(path)));
        }
        return new FoundService(nameOf(file), path, false, requests.requests(), requests.left());
    }

    /**
     * What a running service has.
     *
     * @param pause between the two times that each request is asked
     */
    FoundService asked(RunningService service, Runnable pause) {
        service.silence().ifPresent(why -> {
            throw new InitException(why);
        });
        String source = "";
        Collection<Operation> operations = named;
        Optional<Map.Entry<String, OpenApiDocument>> document = openApi.map(
                        file -> Map.entry(nameOf(file), OpenApiDocument.parse(text(file), file.toString())))
                .or(() -> document(service));
        if (document.isPresent()) {
            source = document.get().getKey();
            operations = distinct(document.get().getValue());
        }
        String path = ready.or(() -> ready(service))
                .orElseThrow(() -> new InitException("none of " + String.join(", ", READY) + " at " + service
                        + " answers 200: name a path that does once the service serves, with --ready"));
        FoundRequests requests = new FoundRequests();
        requests.asked(operations.isEmpty() ? List.of(operation("/")) : List.copyOf(operations), service, pause);
        if (requests.active() == 0) {
            requests.asked(List.of(operation(path)), service, pause);
        }
        if (requests.active() == 0) {
            throw new InitException("no request was found that " + service + " answers well, not even " + path
                    + ": name one with --path");
        }
        return new FoundService(source, path, true, requests.requests(), requests.left());
    }

    /** Those that the user names come first, and once where the document has them, too. */
    private List<Operation> distinct(OpenApiDocument document) {
        Map<String, Operation> operations = new LinkedHashMap<>();
        List<Operation> all = new ArrayList<>(named);
        all.addAll(document.operations());
        all.forEach(each -> operations.putIfAbsent(
                each.method() + " " + each.request().map(HttpRequest::path).orElse(each.template()), each));
        return List.copyOf(operations.values());
    }

    private static Operation named(String option, String path) {
        if (!OpenApiDocument.PATH.matcher(path).matches()) {
            throw new InitException(
                    option + " '" + path + "' is no path, as in /orders?page=1: it starts with /, and what is"
                            + " not a letter, a digit or one of /?&=%._~:@!$'()*+,;- is escaped");
        }
        return operation(path);
    }

    private static Operation operation(String path) {
        return new Operation("GET", path, Optional.of(HttpRequest.get(path)), "", "");
    }

    private static Optional<String> ready(RunningService service) {
        return READY.stream()
                .filter(path -> service.get(path).filter(HttpAnswer::good).isPresent())
                .findFirst();
    }

    /** The first that is one: some servers answer 200 to any path. */
    private static Optional<Map.Entry<String, OpenApiDocument>> document(RunningService service) {
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

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
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
