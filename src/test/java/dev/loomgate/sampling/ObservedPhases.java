package dev.loomgate.sampling;

import static org.awaitility.Awaitility.await;

import dev.loomgate.load.ArrivalSpacing;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.load.Load;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.load.LoadRun;
import dev.loomgate.sampling.PhaseCost.Edge;
import dev.loomgate.server.RunningServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.HdrHistogram.Histogram;

/**
 * The same load again and again; the sampler looks at half of the phases. Order ABBA or BAAB in every block of four, as
 * a coin decides: neither a drift nor a rhythm of the server can favour one arm. Both arms rest, wait at the edges and
 * collect garbage alike.
 */
final class ObservedPhases {
    private static final int WARM_UPS = 6;
    private static final Duration PAUSE = Duration.ofMillis(800);
    private static final Duration REST = Duration.ofMillis(500);

    /** Longer than opening or closing takes, so that an edge is equally long with and without. */
    private static final Duration EDGE = Duration.ofMillis(200);

    private final ProcFs proc;
    private final Sampler sampler;
    private final List<Boolean> order;
    private final List<PhaseCost> costs = new ArrayList<>();

    ObservedPhases(RunningServer server, Sampler sampler, int phases) {
        this.proc = new ProcFs(Path.of("/proc"), server.pid().orElseThrow());
        this.sampler = sampler;
        this.order = order(phases, new Random());
    }

    static List<Boolean> order(int phases, Random random) {
        List<Boolean> order = new ArrayList<>();
        while (order.size() < phases) {
            boolean first = random.nextBoolean();
            order.addAll(List.of(first, !first, !first, first));
        }
        return order;
    }

    List<PhaseCost> costs() {
        return List.copyOf(costs);
    }

    /** Plays them all. */
    void play(Load generator, LoadOrder order) {
        try (LoadRun run = generator.begin(order)) {
            for (int cycle = 0; cycle < WARM_UPS; cycle++) {
                run.ready();
                rest(cycle == 0 ? Duration.ZERO : PAUSE);
                run.warmUp();
            }
            run.endWarmUp();
            run.ready();
            sampler.collectGarbage();
            for (boolean observed : this.order) {
                run.ready();
                measure(run, observed);
            }
            run.end();
        }
    }

    private void measure(LoadRun run, boolean observed) {
        rest(REST);
        long start = System.nanoTime();
        Edge before = edge();
        if (observed) {
            sampler.settle();
        }
        Optional<Sampling.OpenWindow> window = observed ? Optional.of(sampler.open()) : Optional.empty();
        Edge opened = edge();
        restOfEdge(start);
        run.drive(LoadRun.AS_ORDERED, ArrivalSpacing.EVEN);
        long end = System.nanoTime();
        Edge loaded = edge();
        window.map(Sampling.OpenWindow::close).map(Samples::unavailable).ifPresent(missing -> {
            if (!missing.isEmpty()) {
                throw new IllegalStateException("the window was not whole: " + missing);
            }
        });
        restOfEdge(end);
        Edge closed = edge();
        sampler.collectGarbage();
        IterationLoad load = run.recorded().getFirst();
        PhaseCost cost = new PhaseCost(
                observed,
                before,
                opened,
                loaded,
                closed,
                millis(load.latency(), 50),
                millis(load.latency(), 99),
                load.planned() - load.good());
        costs.add(cost);
        System.out.printf(
                "phase %2d %-8s CPU %7.1f ms, at the edges %5.1f, answering JMX %5.1f%n",
                costs.size(), cost.observed() ? "observed" : "alone", cost.cpu(), cost.edges(), cost.answering());
    }

    private Edge edge() {
        try {
            return new Edge(proc.threads());
        } catch (IOException e) {
            throw new UncheckedIOException("the server's /proc cannot be read", e);
        }
    }

    private static void restOfEdge(long startNanos) {
        Duration left = EDGE.minusNanos(System.nanoTime() - startNanos);
        if (left.isNegative()) {
            System.out.println("an edge took " + left.negated().toMillis() + " ms longer than the other arm waits");
        }
        rest(left);
    }

    private static void rest(Duration pause) {
        if (pause.isPositive()) {
            await().pollDelay(pause).pollInterval(Duration.ofMillis(1)).until(() -> true);
        }
    }

    private static double millis(Histogram latency, double percentile) {
        return latency.getValueAtPercentile(percentile) / 1e6;
    }
}
