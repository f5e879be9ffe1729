package dev.loomgate.plan;

import java.util.List;
import java.util.function.Function;

/** The result of reading a text: its value, or what is wrong with it and the words that are allowed there. */
sealed interface Outcome<T> {
    record Good<T>(T value) implements Outcome<T> {}

    record Bad<T>(String message, List<String> allowed) implements Outcome<T> {
        public Bad {
            allowed = List.copyOf(allowed);
        }
    }

    static <T> Outcome<T> bad(String message) {
        return new Bad<>(message, List.of());
    }

    /** Goes on with a good value. */
    default <R> Outcome<R> then(Function<T, Outcome<R>> next) {
        return switch (this) {
            case Good<T> good -> next.apply(good.value());
            case Bad<T> bad -> new Bad<>(bad.message(), bad.allowed());
        };
    }
}
