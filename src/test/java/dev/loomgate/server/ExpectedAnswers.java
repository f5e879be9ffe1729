package dev.loomgate.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The whole body that every variant must answer, written down from the contract and the data behind the servers and not
 * by a server: one file per path below {@code answers}. A number that the clock decides stands there as {@code #}.
 */
final class ExpectedAnswers {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+(E\\d+)?)?");

    private ExpectedAnswers() {}

    /** @param path of the workload */
    static String of(String path) {
        return read("answers/" + name(path) + (isJson(path) ? ".json" : ".txt"));
    }

    /** The range of {@code primes} is in its answer, so that another range has a file of its own. */
    private static String name(String path) {
        String name = path.replaceFirst("\\?.*", "").substring(1);
        return path.endsWith("tasks=each") ? name + "-each" : name;
    }

    static boolean isJson(String path) {
        return ExpectedAnswers.class.getResource("answers/" + name(path) + ".json") != null;
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
