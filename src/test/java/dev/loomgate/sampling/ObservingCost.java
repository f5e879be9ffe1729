package dev.loomgate.sampling;

import dev.loomgate.load.Address;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.GeneratorSetup;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.server.JdkFinder;
import dev.loomgate.server.Launchers;
import dev.loomgate.server.Placement;
import dev.loomgate.server.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * What observing costs the server that is observed. One server, launched and pinned as in a run, gets the same load
 * phase after phase; every other phase is sampled. The result is printed and written to {@code
 * target/observing-cost.md}.
 */
public final class ObservingCost {
    private static final int WARM_UP_MILLIS = 2_000;

    private final Path target;
    private final Path folder;
    private final String workload;
    private final int rate;
    private final int phases;
    private final int seconds;

    private ObservingCost(Path target, String workload, int rate, int phases, int seconds) throws IOException {
        if (phases < 8 || phases % 4 != 0) {
            throw new IllegalArgumentException("phases come in blocks of four, at least two of them; was " + phases);
        }
        this.target = target;
        this.folder = Files.createDirectories(target.resolve("observing-cost"));
        this.workload = workload;
        this.rate = rate;
        this.phases = phases;
        this.seconds = seconds;
    }

    /**
     * Measures at this rate per second.
     *
     * @param target the build folder
     * @param seconds length of a phase
     */
    public static void measure(Path target, String workload, int rate, int phases, int seconds) throws IOException {
        new ObservingCost(target, workload, rate, phases, seconds).run();
    }

    private void run() throws IOException {
        long start = System.nanoTime();
        Path home = Path.of(System.getProperty("user.home"));
        Placement placement = Placement.ofMachine();
        Plan plan = plan(new JdkFinder(Map.of(), System.getenv(), home));
        Cell cell = plan.cells().getFirst();
        var launching = Launchers.choose(plan, placement, System.getenv(), home, System.out::println);
        System.out.println(phases + " phases of " + seconds + " s take about " + (60 + phases * (seconds + 2)) + " s");
        try (RunningServer server = launching.launcher().launch(cell.variant(), cell.runtime());
                LoadGenerator generator = new LoadGenerator(setup(placement));
                Sampler sampler = Sampler.attach(server, Set.of(), placement, generator::pid, Set::of)) {
            ObservedPhases measured = new ObservedPhases(server, sampler, phases);
            measured.play(generator, order(cell, server, plan.maxConnections()));
            long took = (System.nanoTime() - start) / 1_000_000_000;
            String heading = "/%s at %,d req/s, %d phases of %d s, server on CPU %s, %s, took %d s"
                    .formatted(
                            workload,
                            rate,
                            phases,
                            seconds,
                            placement.serverCpus(),
                            cell.runtime().name(),
                            took);
            String report = new ObservingCostReport(heading, measured.costs(), placement.serverCpuCount()).markdown();
            Files.writeString(target.resolve("observing-cost.md"), report);
            System.out.println(report);
        }
    }

    private Plan plan(JdkFinder jdks) {
        return PlanReader.read(
                Map.of(
                        "loomgate.thresholds",
                        target.resolveSibling("thresholds.yml").toString(),
                        "loomgate.scale",
                        "smoke",
                        "loomgate.variants",
                        "virtual",
                        "loomgate.workloads",
                        workload,
                        "loomgate.launcher",
                        "process",
                        "loomgate.servers",
                        target.resolve("servers").toString(),
                        "loomgate.output",
                        folder.toString()),
                jdks.versions());
    }

    private GeneratorSetup setup(Placement placement) {
        return new GeneratorSetup(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                placement,
                folder.resolve("generator.log"));
    }

    private LoadOrder order(Cell cell, RunningServer server, int maxConnections) {
        return new LoadOrder(
                "observing cost",
                Address.of(server.baseUri().toString()),
                cell.workload().requests(),
                new Arrivals.Open(rate),
                seconds * 1000L,
                0,
                phases,
                cell.workload().warmUpUsers(cell.load()),
                WARM_UP_MILLIS,
                maxConnections,
                folder.resolve("gatling").toString(),
                folder.resolve("hlog").toString(),
                "observing-cost",
                null);
    }
}
