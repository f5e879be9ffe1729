package dev.loomgate.init;

import dev.loomgate.init.OpenApiDocument.Operation;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.server.HttpAnswer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes requests of the file: what a running service answers well, twice, is measured; the rest is a comment. */
final class FoundRequests {
    static final int MOST_ACTIVE = 10;

    private static final int MOST = 60;
    private static final int LONGEST_LITERAL = 80;

    /** What has a meaning in a regular expression. */
    private static final Pattern SPECIAL = Pattern.compile("[\\\\^$.|?*+()\\[\\]{}]");

    private final List<FoundRequest> requests = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    List<FoundRequest> requests() {
        return requests;
    }

    long active() {
        return requests.stream().filter(FoundRequest::active).count();
    }

    /** Sentences on what is not in the file at all. */
    List<String> left() {
        return left;
    }

    /** Of the document alone, where no service answers. */
    void unasked(List<Operation> operations) {
        operations.forEach(operation -> add(operation, request -> new Asked(Optional.of(request), "not asked")));
    }

    /**
     * Each GET is asked once, then each once more, to see what changes from second to second.
     *
     * @param pause between both
     */
    void asked(List<Operation> operations, RunningService service, Runnable pause) {
        List<Operation> gets = operations.stream()
                .filter(operation -> operation.method().equals("GET"))
                .filter(operation -> operation.request().isPresent())
                .limit(MOST)
                .toList();
        List<Optional<HttpAnswer>> first = gets.stream()
                .map(operation -> service.ask(operation.request().orElseThrow()))
                .toList();
        pause.run();
        List<Asked> asked = new ArrayList<>();
        for (int i = 0; i < gets.size(); i++) {
            HttpRequest request = gets.get(i).request().orElseThrow();
            asked.add(
                    first.get(i).filter(answer -> answer.status() / 100 == 2).isPresent()
                            ? compared(request, first.get(i).orElseThrow(), service.ask(request))
                            : refused(first.get(i)));
        }
        operations.forEach(operation -> add(operation, request -> {
            int place = gets.indexOf(operation);
            return place < 0 ? new Asked(Optional.empty(), "not asked") : asked.get(place);
        }));
    }

    /** @param request that is measured; empty when its answer was not good */
    private record Asked(Optional<HttpRequest> request, String why) {}

    private static Asked refused(Optional<HttpAnswer> answer) {
        if (answer.isEmpty()) {
            return new Asked(Optional.empty(), "it did not answer");
        }
        int status = answer.get().status();
        return new Asked(
                Optional.empty(),
                "it answered " + status
                        + switch (status) {
                            case 401, 403 -> ": it needs a token, see 'login' and 'headers' in own-service.md";
                            case 404 -> ": is the example in the document one that exists?";
                            default -> "";
                        });
    }

    private static Asked compared(HttpRequest request, HttpAnswer first, Optional<HttpAnswer> second) {
        if (second.isEmpty() || second.get().status() != first.status()) {
            return new Asked(
                    Optional.empty(),
                    "it answered " + first.status() + ", and then "
                            + second.map(answer -> String.valueOf(answer.status()))
                                    .orElse("not at all"));
        }
        String body = first.body();
        boolean same = body.equals(second.get().body());
        boolean literal = same && !body.isBlank() && body.length() <= LONGEST_LITERAL && Words.fitOneLine(body);
        String why = literal
                ? "the same answer twice"
                : same ? "any body: the same twice, but long" : "any body: two answers differed";
        return new Asked(
                Optional.of(new HttpRequest(
                        request.method(),
                        request.path(),
                        request.headers(),
                        request.body(),
                        first.status(),
                        literal ? literal(body) : HttpRequest.ANY)),
                body.isEmpty() ? "no body" : why);
    }

    /** A regular expression that matches nothing but the text. */
    static String literal(String text) {
        return SPECIAL.matcher(text).replaceAll(found -> "\\\\" + Matcher.quoteReplacement(found.group()));
    }

    private void add(Operation operation, Function<HttpRequest, Asked> asked) {
        String what = operation.method() + " " + operation.template();
        if (operation.request().isEmpty()) {
            left.add(what + ": " + operation.problem());
            return;
        }
        if (requests.size() >= MOST) {
            left.add(what + ": the file has " + MOST + " requests already");
            return;
        }
        HttpRequest request = operation.request().get();
        if (!operation.method().equals("GET")) {
            requests.add(new FoundRequest(name(operation), request, operation.says(), false, "it may change data"));
            return;
        }
        Asked answer = asked.apply(request);
        boolean room = active() < MOST_ACTIVE;
        requests.add(new FoundRequest(
                name(operation),
                answer.request().orElse(request),
                operation.says(),
                answer.request().isPresent() && room,
                answer.request().isPresent() && !room ? MOST_ACTIVE + " requests are measured already" : answer.why()));
    }

    private String name(Operation operation) {
        String path = Words.name(operation.template(), "root");
        String name = operation.method().equals("GET")
                ? path
                : Words.name(operation.method() + "-" + operation.template(), "other");
        String unique = name;
        for (int number = 2; !names.add(unique); number++) {
            unique = name + "-" + number;
        }
        return unique;
    }
}
