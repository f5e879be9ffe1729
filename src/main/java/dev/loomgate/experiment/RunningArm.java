package dev.loomgate.experiment;

import dev.loomgate.sampling.Sampling;
import dev.loomgate.server.RunningServer;
import dev.loomgate.server.ServerEnvironment;

/** A server that is up, what it has behind it for itself, and what watches it; all are closed together. */
record RunningArm(RunningServer server, ServerEnvironment environment, Sampling sampling) implements AutoCloseable {
    @Override
    public void close() {
        sampling.close();
        server.close();
        environment.close();
    }
}
