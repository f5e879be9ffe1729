package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A small sound file, and ways to spoil it. A {@code ¦} in the spoiled text marks where the problem must be reported.
 */
final class Sample {
    static final String SOUND = """
            runtimes:
              jdk21: {java: 21, heap: 256 MiB, memory: 768 MiB}
              jdk25: {java: 25, heap: 256 MiB, memory: 768 MiB, jvm-args: ["-XX:+UseG1GC"]}
            variants:
              platform-100:
                server: spring-mvc
                settings: {server.tomcat.threads.max: 100}
                effective: {threads: platform, request-threads: 100}
              virtual: {server: spring-mvc, effective: {threads: virtual}}
              webflux: {server: spring-webflux}
            workloads:
              io: {path: /io, waits: 100 ms, body: ok, warm-up-users: 50}
              compute: {path: /compute, waits: 0 ms, body: '-?\\d+', warm-up-users: 2}
            scales:
              quick:
                iteration: 5 s
                iterations: 3
                max-iterations: 5
                rest: 500 ms
                warm-up: {load: 3 s, pause: 500 ms, floor: 2, cap: 6, quiet: 5 %}
                cells:
                  - {variants: [platform-100, virtual], workloads: [io], loads: [1200 req/s, 500 req/s]}
                  - {variants: [virtual], workloads: [compute], loads: [80 req/s]}
            guards: {rate: 1 %, lateness: 2 ms, lateness-share: 5 %, generator-cpu: 85 %, remeasure: 2}
            limits:
              - variants: [virtual]
                workloads: [io]
                limits:
                  p50: "<= 115 ms"
                  p99: "<= 1.5 x platform-100"
              - workloads: [compute]
                limits:
                  throughput: ">= 95 % of offered"
            """;

    /** To stand behind it: how two arms are compared. */
    static final String DUEL = """

            tolerances:
              cpu: {tolerate: 0.5 %, catch: 3 %}
              p50: {tolerate: 1 %, catch: 5 %}

            duels:
              quick:
                window: 2 s
                windows: 10
                dropped: 500 ms
                rest: 100 ms
                warm-up: {requests: 6000, pause: 400 ms, floor: 2, cap: 6, quiet: 10 %}
                units: 12
                at-most: 60 min
                cells:
                  - {variants: [virtual, webflux], workloads: [io], loads: [500 req/s]}
            """;

    private static final char MARK = '¦';

    private Sample() {}

    static String with(String sound, String spoiled) {
        assertThat(SOUND).as("the sample holds what is to be replaced").containsOnlyOnce(sound);
        return SOUND.replace(sound, spoiled);
    }

    static Path write(Path folder, String text) {
        try {
            return Files.writeString(folder.resolve("thresholds.yml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Problem> problems(Path folder, String text) {
        return ThresholdsFile.read(write(folder, text), NamedFiles.read()).problems();
    }

    /** Exactly one problem, at the mark, with all the words; and nothing that only a programmer would understand. */
    static void assertOneProblem(Path folder, String marked, String... words) {
        int at = marked.indexOf(MARK);
        assertThat(at).as("a place is marked").isNotNegative();
        List<Problem> problems = problems(folder, marked.replace(String.valueOf(MARK), ""));
        assertThat(problems).hasSize(1);
        String before = marked.substring(0, at);
        long line = before.chars().filter(c -> c == '\n').count() + 1;
        int column = at - before.lastIndexOf('\n');
        String text = problems.get(0).text();
        assertThat(text)
                .contains("thresholds.yml:" + line + ":" + column + "  ")
                .contains(words)
                .doesNotContainPattern("(?i)exception|java\\.|snakeyaml|dev\\.loomgate|\\tat ");
    }

    static void assertProblemOfTheFile(Path path, String words) {
        assertThat(ThresholdsFile.read(path, NamedFiles.read()).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.text()).isEqualTo(path + "  " + words));
    }
}
