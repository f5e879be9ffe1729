package dev.loomgate.experiment;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What stands behind a server while one cell is measured.
 *
 * @param delay of the database, where the cell goes through the delay proxy
 * @param problems why the cell must not be judged
 */
record Background(Optional<DatabaseDelay> delay, List<Invalidity> problems) {
    Background {
        problems = List.copyOf(problems);
    }

    /**
     * Makes it ready for a cell; may take some seconds, in which the server opens its connections.
     *
     * @param token that the server's login got
     */
    static Background ready(BackingServices backing, Cell cell, URI server, String token) {
        List<String> troubles = backing.troubles();
        if (!troubles.isEmpty()) {
            return new Background(
                    Optional.empty(),
                    troubles.stream().map(Invalidity::instrument).toList());
        }
        try {
            Optional<DatabaseDelay> delay = backing.prepare(cell, () -> FirstAnswer.ask(server, cell, token))
                    .map(DatabaseDelay::of);
            return new Background(
                    delay, delay.flatMap(DatabaseDelay::problem).stream().toList());
        } catch (IllegalStateException e) {
            return new Background(Optional.empty(), List.of(Invalidity.instrument(String.valueOf(e.getMessage()))));
        }
    }

    Stream<String> notes() {
        return delay.map(DatabaseDelay::inWords).stream();
    }
}
