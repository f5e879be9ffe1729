package dev.loomgate.report;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.summary.LimitingResource;
import java.util.List;
import java.util.stream.Stream;

/** What is to be said of a cell as a whole: where its ramps or its search have ended, what the server had run out of there, and its notes. */
final class Endings {
    private Endings() {}

    static List<String> andNotes(CellRun run) {
        return Stream.of(
                        run.sustained().stream().map(way -> "held up to " + way.held() + " req/s: " + way.ending()),
                        LimitingResource.of(run).stream().map(resource -> "at its end: " + resource),
                        run.notes().stream())
                .flatMap(words -> words)
                .toList();
    }
}
