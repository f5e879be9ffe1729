package dev.loomgate.instrument;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the truth server wrote down of itself: its requests in order of arrival, phase by phase. */
record TruthLog(List<Phase> phases) {
    private static final String HEADER = "phase,place,arrived-ns,replied-ns,delay-ns,burned-ns,outcome";

    TruthLog {
        phases = List.copyOf(phases);
    }

    /** How a request ended, as the server saw it. */
    enum Outcome {
        OK,
        ERROR,
        RESET,
        HALF
    }

    /** Times in {@link System#nanoTime} of the server. */
    record Request(long arrivedNanos, long repliedNanos, long burnedNanos, Outcome outcome) {}

    /** Requests without a gap of 200 ms between them. */
    record Phase(int number, List<Request> requests) {
        Phase {
            requests = List.copyOf(requests);
        }

        long count(Outcome outcome) {
            return requests.stream()
                    .filter(request -> request.outcome() == outcome)
                    .count();
        }
    }

    /** A log of an older run must not be taken for one of this run. */
    static void deleteAll(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> logs = Files.list(folder)) {
                for (Path log : logs.toList()) {
                    Files.delete(log);
                }
            }
        }
    }

    static TruthLog read(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return parse(lines.filter(line -> !line.startsWith("#")).toList(), file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("there is no truth log: the server did not end in order, see its log", e);
        }
    }

    static TruthLog parse(List<String> lines, String place) {
        if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
            throw new IllegalArgumentException(place + ": expected the header " + HEADER + ", found "
                    + (lines.isEmpty() ? "nothing" : lines.getFirst()));
        }
        var requests = new TreeMap<Integer, List<Request>>();
        for (String line : lines.subList(1, lines.size())) {
            String[] words = line.split(",", -1);
            if (words.length != 7) {
                throw new IllegalArgumentException(place + ": expected 7 values, found '" + line + "'");
            }
            List<Request> phase = requests.computeIfAbsent(Integer.valueOf(words[0]), number -> new ArrayList<>());
            if (Integer.parseInt(words[1]) != phase.size()) {
                throw new IllegalArgumentException(place + ": expected place " + phase.size() + " in phase " + words[0]
                        + ", found '" + line + "'");
            }
            phase.add(new Request(
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[5]),
                    Outcome.valueOf(words[6].toUpperCase(Locale.ROOT))));
        }
        return new TruthLog(requests.entrySet().stream()
                .map(phase -> new Phase(phase.getKey(), phase.getValue()))
                .toList());
    }

    /**
     * The measured iterations, valid or not, which are the last that happened to the server. A generator that stalls
     * for 200 ms parts an iteration into several phases of the log: from the end on, phases are joined until an
     * iteration has as many requests as were started.
     */
    List<Phase> iterations(List<Long> started) {
        Deque<Phase> left = new ArrayDeque<>(phases);
        Deque<Phase> found = new ArrayDeque<>();
        for (long wanted : started.reversed()) {
            Phase joined = takeLast(left, started.size());
            while (joined.requests().size() < wanted && !left.isEmpty()) {
                List<Request> both = new ArrayList<>(left.removeLast().requests());
                both.addAll(joined.requests());
                joined = new Phase(joined.number(), both);
            }
            found.addFirst(joined);
        }
        return List.copyOf(found);
    }

    private Phase takeLast(Deque<Phase> left, int iterations) {
        if (left.isEmpty()) {
            throw new IllegalStateException("the truth log has " + phases.size() + " phases, too few for " + iterations
                    + " iterations with the requests that were started");
        }
        return left.removeLast();
    }

    /** All requests the server had ever seen when a phase ended. */
    long requestsUpTo(Phase last) {
        return phases.stream()
                .filter(phase -> phase.number() <= last.number())
                .mapToLong(phase -> phase.requests().size())
                .sum();
    }
}
