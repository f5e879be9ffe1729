package dev.loomgate.experiment;

import dev.loomgate.plan.AnswerCheck;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.WeightedRequest;
import dev.loomgate.plan.Workload;
import dev.loomgate.server.HttpAnswer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks each request of a workload once before anything is measured: a wrong answer makes every number about it
 * worthless. A simulation shows in its warm-up what comes.
 */
final class FirstAnswer {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int SHOWN_CHARACTERS = 60;

    private FirstAnswer() {}

    /** Only has the server work; what is wrong is told by {@link #problems}, later. */
    static void ask(URI server, Cell cell, String token) {
        var unused = problems(server, cell, token);
    }

    /** What is wrong with the answers, in words; empty when they are as they should be. */
    static List<String> problems(URI server, Cell cell, String token) {
        return problems(cell.variant().protocol(), server, cell.workload(), token, LIMIT);
    }

    /** @param limit of a whole exchange: a server may send a head and then stall */
    static List<String> problems(Protocol protocol, URI server, Workload workload, String token, Duration limit) {
        return workload.clients() instanceof Requests requests
                ? problems(protocol, server, workload, requests, token, limit)
                : List.of();
    }

    private static List<String> problems(
            Protocol protocol, URI server, Workload workload, Requests requests, String token, Duration limit) {
        List<String> problems = new ArrayList<>();
        for (WeightedRequest each : requests.mix()) {
            HttpRequest request = requests.example(each.request(), token);
            try {
                long start = System.nanoTime();
                HttpAnswer answer = HttpAnswer.to(protocol, server, request, limit);
                problems.addAll(
                        problems(workload, each.request(), answer, Duration.ofNanos(System.nanoTime() - start)));
            } catch (IOException e) {
                problems.add(each.request().inWords() + " got no answer: " + e.getMessage());
            }
        }
        return problems;
    }

    /** @param request as it stands in the file: what fills it may be secret */
    private static List<String> problems(Workload workload, HttpRequest request, HttpAnswer answer, Duration took) {
        List<String> problems = new ArrayList<>();
        String asked = request.inWords();
        if (answer.status() != request.status()) {
            problems.add(
                    asked + " answered status " + answer.status() + ", expected " + request.status() + quoted(answer));
        } else {
            AnswerCheck.of(request)
                    .problem(answer.body(), place -> workload.requests().exampleValue(place, ""))
                    .ifPresent(problem ->
                            problems.add(asked + " answered the body '" + shortened(answer.body()) + "', " + problem));
        }
        if (took.compareTo(workload.waits()) < 0) {
            problems.add(asked + " answered after " + took.toMillis() + " ms, but it has to wait "
                    + workload.waits().toMillis() + " ms");
        }
        return problems;
    }

    /** {@code , and the body '…'}, or nothing where there is none. */
    static String quoted(HttpAnswer answer) {
        return answer.body().isEmpty() ? "" : ", and the body '" + shortened(answer.body()) + "'";
    }

    private static String shortened(String body) {
        return body.length() <= SHOWN_CHARACTERS ? body : body.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
