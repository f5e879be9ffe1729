package dev.loomgate.experiment;

import dev.loomgate.load.IterationLoad;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * How an arm answered, counted. A machine that was busy meanwhile changes nothing about it: what a server answers is a
 * result.
 *
 * @param sent requests that reached the network and whose end is known
 * @param failed of these without a good status: 4xx, 5xx, time-out, reset
 * @param wrong of these with a good status and a wrong body
 * @param requests the same of each of several requests of a workload, by name; empty where all are alike
 */
public record Answers(long sent, long failed, long wrong, Map<String, Answers> requests) {
    /** Before the first request. */
    public static final Answers NONE = new Answers(0, 0, 0);

    public Answers {
        if (failed < 0 || wrong < 0 || failed + wrong > sent) {
            throw new IllegalArgumentException(
                    "of " + sent + " requests " + failed + " can't have failed and " + wrong + " have a wrong body");
        }
        requests = Map.copyOf(requests);
    }

    /** To requests that are all alike. */
    public Answers(long sent, long failed, long wrong) {
        this(sent, failed, wrong, Map.of());
    }

    /** Without the requests that the generator itself could not send: the server never saw them. */
    static Answers of(IterationLoad load) {
        long failed = load.failed() - GeneratorGuards.neverSent(load);
        Map<String, Answers> requests = new HashMap<>();
        load.requests().forEach((name, part) -> requests.put(name, of(part)));
        return new Answers(load.good() + load.wrongBodies() + failed, failed, load.wrongBodies(), requests);
    }

    /** To one of several requests; none where it has not been asked. */
    public Answers of(String request) {
        return requests.getOrDefault(request, NONE);
    }

    /** All together. */
    public static Answers sum(Collection<Answers> parts) {
        return parts.stream().reduce(NONE, Answers::plus);
    }

    /** Both together. */
    public Answers plus(Answers more) {
        Map<String, Answers> together = new HashMap<>(requests);
        more.requests.forEach((name, part) -> together.merge(name, part, Answers::plus));
        return new Answers(sent + more.sent, failed + more.failed, wrong + more.wrong, together);
    }

    /**
     * {@code 30 of 40000}, or {@code 30 of 40000 (30 of 4000 order)} with the requests that were hit.
     *
     * @param hits what is counted: {@link #failed}, {@link #wrong}
     */
    public String inWords(ToLongFunction<Answers> hits) {
        String named = requests.entrySet().stream()
                .filter(request -> hits.applyAsLong(request.getValue()) > 0)
                .sorted(Map.Entry.comparingByKey())
                .map(request -> request.getValue().inWords(hits) + " " + request.getKey())
                .collect(Collectors.joining(", "));
        return hits.applyAsLong(this) + " of " + sent + (named.isEmpty() ? "" : " (" + named + ")");
    }
}
