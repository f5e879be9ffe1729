package dev.loomgate.sampling;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import dev.loomgate.load.Conductor;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.sampling.PhaseCost.Edge;
import dev.loomgate.server.RunningServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The same load again and again; the sampler looks at half of the phases. Order ABBA or BAAB in every block of four, as a coin decides:
 * neither a drift nor a rhythm of the server can favour one arm. Both arms rest, wait at the edges and collect garbage alike.
 */
final class ObservedPhases implements Conductor {
    private static final int WARM_UPS = 6;
    private static final Duration PAUSE = Duration.ofMillis(800);
    private static final Duration REST = Duration.ofMillis(500);

    /** Longer than opening or closing takes, so that an edge is equally long with and without. */
    private static final Duration EDGE = Duration.ofMillis(200);

    private final ProcFs proc;
    private final Sampler sampler;
    private final List<Boolean> order;
    private final List<PhaseCost> costs = new ArrayList<>();
    private @Nullable Window window;
    private @Nullable Edge before;
    private @Nullable Edge opened;
    private @Nullable Edge loaded;
    private @Nullable Edge closed;

    ObservedPhases(RunningServer server, Sampler sampler, int phases) {
        this.proc = new ProcFs(Path.of("/proc"), server.pid().orElseThrow());
        this.sampler = sampler;
        this.order = order(phases, new Random());
    }

    static List<Boolean> order(int phases, Random coin) {
        List<Boolean> order = new ArrayList<>();
        while (order.size() < phases) {
            boolean first = coin.nextBoolean();
            order.addAll(List.of(first, !first, !first, first));
        }
        return order;
    }

    List<PhaseCost> costs() {
        return List.copyOf(costs);
    }

    @Override
    public boolean anotherWarmUp(int cycle) {
        rest(cycle == 1 ? Duration.ZERO : PAUSE);
        return cycle <= WARM_UPS;
    }

    @Override
    public void warmUpEnded(int cycle) {
        // What it was like does not matter here.
    }

    @Override
    public boolean anotherIteration(int iteration) {
        if (iteration > order.size()) {
            return false;
        }
        if (iteration == 1) {
            sampler.collectGarbage();
        }
        rest(REST);
        long start = System.nanoTime();
        before = edge();
        window = order.get(iteration - 1) ? sampler.open() : null;
        opened = edge();
        restOfEdge(start);
        return true;
    }

    @Override
    public void iterationEnded(int iteration) {
        long start = System.nanoTime();
        loaded = edge();
        if (window != null) {
            Samples samples = window.close();
            if (!samples.unavailable().isEmpty()) {
                throw new IllegalStateException("the window was not whole: " + samples.unavailable());
            }
        }
        restOfEdge(start);
        closed = edge();
        sampler.collectGarbage();
    }

    @Override
    public void measured(int iteration, IterationLoad load) {
        PhaseCost cost = new PhaseCost(
                window != null,
                requireNonNull(before),
                requireNonNull(opened),
                requireNonNull(loaded),
                requireNonNull(closed),
                millis(load.latency(), 50),
                millis(load.latency(), 99),
                load.planned() - load.good());
        costs.add(cost);
        System.out.printf(
                "phase %2d %-8s CPU %7.1f ms, at the edges %5.1f, answering JMX %5.1f%n",
                iteration, cost.observed() ? "observed" : "alone", cost.cpu(), cost.edges(), cost.answering());
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
