package dev.loomgate.experiment;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.plan.Cell;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks real servers over HTTP. */
record ServerChecks(BackingServices backing) implements Checks {
    @Override
    public Preflight before(Cell cell, RunningServer server) {
        return Preflight.of(cell, server, backing);
    }

    @Override
    public EffectiveAudit.Outcome after(RunningServer server) {
        return EffectiveAudit.afterwards(server);
    }

    @Override
    public Optional<Duration> recovery(RunningServer server, Cell cell, String token) {
        return Recovery.of(server, cell, token);
    }

    @Override
    public LogIn logIn(RunningServer server, Cell cell) {
        return LogIn.at(server.baseUri(), cell);
    }

    @Override
    public List<String> troubles() {
        return backing.troubles();
    }
}
