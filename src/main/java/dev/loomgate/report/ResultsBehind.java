package dev.loomgate.report;

import dev.loomgate.experiment.DatabaseDelay;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.report.ResultsDocument.DatabaseDelayPart;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code results.json} says of the services behind a server. */
final class ResultsBehind {
    private ResultsBehind() {}

    static @Nullable String word(BackendDependency behind) {
        return switch (behind) {
            case BackendDependency.Nothing nothing -> null;
            case BackendDependency.Downstream downstream -> "downstream";
            case BackendDependency.Database database -> "database";
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
