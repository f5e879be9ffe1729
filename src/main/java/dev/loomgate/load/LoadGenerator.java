package dev.loomgate.load;

import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The generator as the harness sees it: one JVM that lives through the suite and carries out one order after the other.
 * When it breaks it is started anew with the next order.
 */
public final class LoadGenerator implements Load, AutoCloseable {
    static final String SIMULATION = LoadSimulation.class.getName();

    private final GeneratorSetup setup;
    private final boolean warmed;
    private Optional<GeneratorProcess> process = Optional.empty();

    public LoadGenerator(GeneratorSetup setup) {
        this(setup, true);
    }

    private LoadGenerator(GeneratorSetup setup, boolean warmed) {
        this.setup = setup;
        this.warmed = warmed;
    }

    /**
     * One that is not warmed, and whose JIT stops at C1: it sends late. For tests that judge no latency; it saves them
     * half a minute.
     */
    public static LoadGenerator cold(GeneratorSetup setup) {
        return new LoadGenerator(setup.with("-XX:TieredStopAtLevel=1"), false);
    }

    /**
     * Starts and warms the generator, so that the first server does not have to wait for it longer than the others.
     * What goes wrong here goes wrong again with the first order, and is told then.
     */
    public void prepare() {
        try {
            running();
        } catch (GeneratorBrokeException | UncheckedIOException e) {
            // None is running now.
        }
    }

    @Override
    public LoadRun begin(LoadOrder order) {
        try {
            return Simulation.begin(running(), order, setup.log(), this::close);
        } catch (UncheckedIOException e) {
            close();
            throw new GeneratorBrokeException(
                    "the load generator broke: " + e.getMessage() + "; see " + setup.log(), e);
        }
    }

    private GeneratorProcess running() {
        if (process.isEmpty() || !process.get().alive()) {
            close();
            process = Optional.of(whole());
        }
        return process.get();
    }

    /**
     * Started, rehearsed and pinned; closed when one of these fails, so that no load ever comes from a generator that
     * is cold or on the server's CPUs.
     */
    private GeneratorProcess whole() {
        GeneratorProcess fresh = GeneratorProcess.start(setup);
        try {
            if (warmed) {
                rehearse(fresh);
            }
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
        for (Rehearsal.Part part : Rehearsal.PARTS) {
            try (Rehearsal rehearsal = new Rehearsal(part)) {
                LoadOrder order = rehearsal.order(
                        setup.log().resolveSibling("generator-rehearsal").toAbsolutePath());
                Rehearsal.play(Simulation.begin(fresh, order, setup.log(), () -> {}), order.maxIterations());
            }
        }
    }

    @Override
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
