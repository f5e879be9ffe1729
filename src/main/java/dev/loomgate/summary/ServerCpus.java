package dev.loomgate.summary;

import dev.loomgate.experiment.CellRun;

/** How much CPU a server had. */
final class ServerCpus {
    private ServerCpus() {}

    /** The runtime's quota, or else what the JVM counts. */
    static double of(CellRun run) {
        return run.cell()
                .runtime()
                .cpus()
                .orElseGet(() -> Double.parseDouble(run.effective().getOrDefault("processors", "1")));
    }
}
