package dev.loomgate.experiment;

import dev.loomgate.sampling.Sampling;
import dev.loomgate.server.RunningServer;

/** A server that is up, and what watches it; both are closed together. */
record RunningArm(RunningServer server, Sampling sampling) implements AutoCloseable {
    @Override
    public void close() {
        sampling.close();
        server.close();
    }
}
