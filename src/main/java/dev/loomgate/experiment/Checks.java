package dev.loomgate.experiment;

import dev.loomgate.plan.Cell;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What is asked of servers, and of the services behind them, outside of the load. */
interface Checks {
    /** Before any load. */
    Preflight before(Cell cell, RunningServer server);

    /** Behind the load: what changed meanwhile. */
    EffectiveAudit.Outcome after(RunningServer server);

    /**
     * Whether a server that could not follow answers well again: how long that took; empty when it died, or did not
     * within half a minute.
     *
     * @param token that its login got
     */
    Optional<Duration> recovery(RunningServer server, Cell cell, String token);

    /** Logs in again. */
    LogIn logIn(RunningServer server, Cell cell);

    /** Services behind the servers that have ended, in words. */
    List<String> troubles();
}
