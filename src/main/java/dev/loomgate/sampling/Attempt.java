package dev.loomgate.sampling;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** What came of one try to read something: the value, or the reason in words why there is none. */
sealed interface Attempt<T> {
    record Got<T>(T value) implements Attempt<T> {}

    record Failed<T>(String reason) implements Attempt<T> {}

    /** A read that may fail with the world it reads from. */
    interface Read<T> {
        T now() throws IOException;
    }

    /** The value; empty when there is none. */
    default Optional<T> got() {
        return this instanceof Got<T> got ? Optional.of(got.value()) : Optional.empty();
    }

    /** What a value says, or why it does not; a failed attempt hands on its reason. */
    default <U> Attempt<U> then(Function<T, U> part) {
        return switch (this) {
            case Got<T> got -> of(() -> part.apply(got.value()));
            case Failed<T> failed -> new Failed<>(failed.reason());
        };
    }

    /**
     * Tries, and turns the failures of JMX and of files into a reason; anything else is a bug of ours and passes
     * through.
     */
    static <T> Attempt<T> of(Read<T> read) {
        try {
            return new Got<>(read.now());
        } catch (JmxFailure failure) {
            return new Failed<>(failure.reason());
        } catch (IOException | ProcText.Unreadable failure) {
            return new Failed<>("/proc could not be read: " + failure.getMessage());
        }
    }
}
