package dev.loomgate.experiment;

import dev.loomgate.plan.Workload;
import dev.loomgate.server.HttpAnswer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Asks a workload once before anything is measured: a wrong answer makes every number about it worthless. */
final class FirstAnswer {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int SHOWN_CHARACTERS = 60;

    private FirstAnswer() {}

    /** Only has the server work; what is wrong is told by {@link #problems}, later. */
    static void ask(URI server, Workload workload) {
        var unused = answer(server, workload, LIMIT, (answer, took) -> List.of());
    }

    /** What is wrong with the answer, in words; empty when it keeps the contract. */
    static List<String> problems(URI server, Workload workload) {
        return problems(server, workload, LIMIT);
    }

    /** @param limit of the whole exchange: a server may send a head and then stall */
    static List<String> problems(URI server, Workload workload, Duration limit) {
        return answer(server, workload, limit, (answer, took) -> problems(workload, answer, took));
    }

    private static List<String> answer(
            URI server, Workload workload, Duration limit, BiFunction<HttpAnswer, Duration, List<String>> look) {
        try {
            long start = System.nanoTime();
            HttpAnswer answer = HttpAnswer.to(server, workload.request(), limit);
            return look.apply(answer, Duration.ofNanos(System.nanoTime() - start));
        } catch (IOException e) {
            return List.of(workload.request().inWords() + " got no answer: " + e.getMessage());
        }
    }

    private static List<String> problems(Workload workload, HttpAnswer answer, Duration took) {
        List<String> problems = new ArrayList<>();
        String asked = workload.request().inWords();
        int expected = workload.request().status();
        if (answer.status() != expected) {
            problems.add(asked + " answered status " + answer.status() + ", expected " + expected
                    + (answer.body().isEmpty() ? "" : ", and the body '" + shortened(answer.body()) + "'"));
        } else if (!workload.body().matcher(answer.body()).matches()) {
            problems.add(asked + " answered the body '" + shortened(answer.body()) + "', expected a match of '"
                    + workload.body() + "'");
        }
        if (took.compareTo(workload.waits()) < 0) {
            problems.add(asked + " answered after " + took.toMillis() + " ms, but it has to wait "
                    + workload.waits().toMillis() + " ms");
        }
        return problems;
    }

    private static String shortened(String body) {
        return body.length() <= SHOWN_CHARACTERS ? body : body.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
