package dev.loomgate.load;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** What the harness tells the generator, one JSON object per line. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
@JsonSubTypes({
    @JsonSubTypes.Type(value = GeneratorCommand.Run.class, name = "run"),
    @JsonSubTypes.Type(value = GeneratorCommand.Renew.class, name = "renew"),
    @JsonSubTypes.Type(value = GeneratorCommand.Go.class, name = "go"),
    @JsonSubTypes.Type(value = GeneratorCommand.Enough.class, name = "enough")
})
sealed interface GeneratorCommand {
    record Run(LoadOrder order) implements GeneratorCommand {}

    /** Requests that follow carry these tokens, one for each server. */
    record Renew(List<String> tokens) implements GeneratorCommand {
        public Renew {
            tokens = List.copyOf(tokens);
        }

        /** No token in a log. */
        @Override
        public String toString() {
            return "Renew[" + tokens.size() + "]";
        }
    }

    /**
     * Let the load start that waits at the gate.
     *
     * @param requestsPerSecond {@link LoadRun#AS_ORDERED} where the order has said it
     * @param spacing of an open phase; others have none
     */
    record Go(int requestsPerSecond, ArrivalSpacing spacing) implements GeneratorCommand {}

    /** Skip the phase that waits at the gate and all of its kind. */
    record Enough() implements GeneratorCommand {}
}
