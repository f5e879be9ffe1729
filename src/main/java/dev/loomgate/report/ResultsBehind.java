package dev.loomgate.report;

import dev.loomgate.plan.Behind;
import dev.loomgate.report.ResultsDocument.DatabaseDelayPart;
import dev.loomgate.trial.DatabaseDelay;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code results.json} says of the services behind a server. */
final class ResultsBehind {
    private ResultsBehind() {}

    static @Nullable String word(Behind behind) {
        return switch (behind) {
            case Behind.Nothing nothing -> null;
            case Behind.Downstream downstream -> "downstream";
            case Behind.Database database -> "database";
        };
    }

    static @Nullable DatabaseDelayPart delay(Optional<DatabaseDelay> delay) {
        return delay.isEmpty()
                ? null
                : new DatabaseDelayPart(
                        delay.get().planned().toNanos() / 1e6,
                        delay.get().measured().toNanos() / 1e6);
    }
}
