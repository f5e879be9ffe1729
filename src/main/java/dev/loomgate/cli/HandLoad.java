package dev.loomgate.cli;

import dev.loomgate.Request;
import dev.loomgate.load.ArrivalSpacing;
import dev.loomgate.load.GeneratorSetup;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.load.LoadRun;
import dev.loomgate.server.Placement;
import java.nio.file.Path;
import java.util.Locale;

/** Load on one server without a gate: the generator of a run, not pinned, and its numbers on the console. */
final class HandLoad {
    static final int WARM_UP_CYCLES = 2;

    private HandLoad() {}

    static void put(LoadOrder order, Path folder, Request request) {
        GeneratorSetup setup = new GeneratorSetup(
                request.java(),
                request.properties().getOrDefault("java.class.path", ""),
                Placement.switchedOff(),
                folder.resolve("generator.log"));
        request.console().println("warming the load generator, up to a minute");
        try (LoadGenerator generator = new LoadGenerator(setup);
                LoadRun run = generator.begin(order)) {
            for (int cycle = 1; cycle <= WARM_UP_CYCLES; cycle++) {
                run.warmUp();
            }
            run.endWarmUp();
            for (int phase = 1; phase <= order.maxIterations(); phase++) {
                run.drive(LoadRun.AS_ORDERED, ArrivalSpacing.EVEN);
                request.console().println(line(order.label(), run.recorded().getFirst()));
            }
            request.console().println("Gatling's report and the interval logs: " + run.end());
        }
    }

    private static String line(String label, IterationLoad load) {
        return String.format(
                Locale.ROOT,
                "%s · %s: %d of %d good, latency p50 %.2f ms, p99 %.2f ms, sent late p99 %.2f ms%s",
                label,
                load.phase(),
                load.good(),
                load.planned(),
                load.latency().getValueAtPercentile(50) / 1e6,
                load.latency().getValueAtPercentile(99) / 1e6,
                load.lateness().getValueAtPercentile(99) / 1e6,
                trouble(load));
    }

    /** The percentiles are those of good answers; a reader must see how many there were besides. */
    private static String trouble(IterationLoad load) {
        String wrong =
                load.wrongBodies() == 0 ? "" : ", " + load.wrongBodies() + " WRONG BODIES (" + load.wrongBody() + ")";
        return load.failed() == 0 ? wrong : wrong + ", " + load.failed() + " FAILED " + load.errors();
    }
}
