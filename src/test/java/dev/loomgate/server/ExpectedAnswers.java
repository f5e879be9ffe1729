package dev.loomgate.server;

import dev.loomgate.plan.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The whole body that every variant must answer, written down from the contract and the data behind the servers and not
 * by a server: one file per path or workload below {@code answers}. A number that the clock decides stands there as {@code #}.
 */
final class ExpectedAnswers {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+(E\\d+)?)?");

    private ExpectedAnswers() {}

    static String of(Workload workload) {
        return read(file(workload));
    }

    static boolean isJson(Workload workload) {
        return file(workload).endsWith(".json");
    }

    /** Named after the workload where there is one, else after its path: most workloads of a path have the same answer. */
    private static String file(Workload workload) {
        String path = workload.path().replaceFirst("\\?.*", "").substring(1);
        return Stream.of(workload.name(), path)
                .flatMap(name -> Stream.of("answers/" + name + ".json", "answers/" + name + ".txt"))
                .filter(file -> ExpectedAnswers.class.getResource(file) != null)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no answer of " + workload.name()));
    }

    /** What the clock decides is replaced where the whole answer is one number. */
    static String normalised(String body) {
        return NUMBER.matcher(body).matches() ? "#" : body;
    }

    private static String read(String file) {
        try (InputStream in =
                Objects.requireNonNull(ExpectedAnswers.class.getResourceAsStream(file), () -> "there is no " + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
