package dev.loomgate.load;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * The generator as the harness sees it: one JVM that lives through the suite and carries out one order after the other. When it breaks it is started anew with
 * the next order.
 */
public final class LoadGenerator implements AutoCloseable {
    static final String SIMULATION = "dev.loomgate.simulation.LoadSimulation";

    private final GeneratorSetup setup;
    private Optional<GeneratorProcess> process = Optional.empty();

    public LoadGenerator(GeneratorSetup setup) {
        this.setup = setup;
    }

    /**
     * Starts and warms the generator, so that the first server does not have to wait for it longer than the others. What goes wrong here goes wrong again with the
     * first order, and is told then.
     */
    public void prepare() {
        try {
            running();
        } catch (GeneratorBrokeException | UncheckedIOException e) {
            // None is running now.
        }
    }

    /**
     * Carries out an order and returns the folder of Gatling's report.
     *
     * @throws GeneratorBrokeException when the generator did not do what it was asked to
     */
    public Path drive(LoadOrder order, Conductor conductor) {
        boolean done = false;
        try {
            GeneratorProcess generator = running();
            generator.wire().send(new GeneratorCommand.Run(order));
            Path report = follow(generator, order, conductor);
            done = true;
            return report;
        } catch (UncheckedIOException e) {
            throw new GeneratorBrokeException(
                    "the load generator broke: " + e.getMessage() + "; see " + setup.log(), e);
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private Path follow(GeneratorProcess generator, LoadOrder order, Conductor conductor) {
        while (true) {
            switch (generator.next(silenceAllowed(order))) {
                case GeneratorEvent.Ready ready -> {}
                case GeneratorEvent.AtWarmUp at ->
                    generator.answer(asOrdered(conductor.anotherWarmUp(at.cycle())), Pace.EVEN);
                case GeneratorEvent.WarmUpEnded ended -> conductor.warmUpEnded(ended.cycle());
                case GeneratorEvent.AtIteration at -> {
                    OptionalInt rate = rate(order, conductor, at.iteration());
                    generator.answer(rate, conductor.pace(at.iteration()));
                }
                case GeneratorEvent.IterationEnded ended -> conductor.iterationEnded(ended.iteration());
                case GeneratorEvent.Measured measured -> conductor.measured(measured.iteration(), load(measured));
                case GeneratorEvent.Broken broken ->
                    throw new GeneratorBrokeException(
                            "the load generator failed: " + broken.reason() + "; see " + setup.log());
                case GeneratorEvent.RunEnded ended -> {
                    return reportOf(ended);
                }
            }
        }
    }

    private static OptionalInt asOrdered(boolean go) {
        return go ? OptionalInt.of(PhaseOfLoad.AS_ORDERED) : OptionalInt.empty();
    }

    private static OptionalInt rate(LoadOrder order, Conductor conductor, int iteration) {
        return order.arrivals() instanceof Arrivals.Stepped
                ? conductor.nextRate(iteration)
                : asOrdered(conductor.anotherIteration(iteration));
    }

    /** A phase, its slowest answers, and Gatling's own set-up and report. */
    private static Duration silenceAllowed(LoadOrder order) {
        return order.length()
                .plusMillis(order.warmUpMillis())
                .plus(GeneratorProcess.REQUEST_TIMEOUT.multipliedBy(2))
                .plusSeconds(30);
    }

    private Path reportOf(GeneratorEvent.RunEnded ended) {
        if (!ended.failure().isEmpty()) {
            throw new GeneratorBrokeException(ended.failure() + "; see " + setup.log());
        }
        return Path.of(ended.report());
    }

    private static IterationLoad load(GeneratorEvent.Measured measured) {
        return new IterationLoad(
                measured.phase(),
                Duration.ofNanos(measured.lengthNanos()),
                measured.planned(),
                measured.started(),
                Duration.ofNanos(measured.startSpanNanos()),
                measured.good(),
                measured.wrongBodies(),
                measured.wrongBody(),
                measured.errors(),
                decode(measured.latency()),
                decode(measured.service()),
                decode(measured.notGood()),
                decode(measured.lateness()),
                measured.heldBack(),
                Duration.ofNanos(measured.answerSpanNanos()),
                measured.answeredInTime(),
                Duration.ofNanos(measured.generatorCpuNanos()),
                Duration.ofNanos(measured.generatorWorkNanos()),
                Duration.ofNanos(measured.generatorJitNanos()),
                measured.hlog());
    }

    private static Histogram decode(String text) {
        try {
            return HistogramText.decode(text);
        } catch (IllegalArgumentException e) {
            throw new GeneratorBrokeException("the load generator sent a broken histogram", e);
        }
    }

    private GeneratorProcess running() {
        if (process.isEmpty() || !process.get().alive()) {
            close();
            process = Optional.of(whole());
        }
        return process.get();
    }

    /** Started, rehearsed and pinned; closed when one of these fails, so that no load ever comes from a generator that is cold or on the server's CPUs. */
    private GeneratorProcess whole() {
        GeneratorProcess fresh = GeneratorProcess.start(setup);
        try {
            rehearse(fresh);
            pin(fresh);
            return fresh;
        } catch (RuntimeException | Error e) {
            fresh.close();
            throw e;
        }
    }

    private void pin(GeneratorProcess fresh) {
        if (!setup.placement().pinGenerator(fresh.pid())) {
            throw new GeneratorBrokeException("the generator's threads could not be moved to CPU "
                    + setup.placement().generatorCpus() + ": give this run the right to do so, or one CPU only");
        }
    }

    private void rehearse(GeneratorProcess fresh) {
        for (Duration takes : Rehearsal.ORDERS) {
            try (Rehearsal rehearsal = new Rehearsal(takes)) {
                LoadOrder order = rehearsal.order(
                        setup.log().resolveSibling("generator-rehearsal").toAbsolutePath());
                fresh.wire().send(new GeneratorCommand.Run(order));
                follow(fresh, order, new Rehearsal.UntilQuiet());
            }
        }
    }

    /** Process id of the generator; empty while there is none. */
    public OptionalLong pid() {
        return process.filter(GeneratorProcess::alive).stream()
                .mapToLong(GeneratorProcess::pid)
                .findFirst();
    }

    /** Ends the generator; the next order starts a new one. */
    @Override
    public void close() {
        process.ifPresent(GeneratorProcess::close);
        process = Optional.empty();
    }
}
