package dev.loomgate.load;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A simulation that a generator process carries out: follows its events, and answers at its gates. */
final class Simulation implements LoadRun {
    private final GeneratorProcess generator;
    private final Path log;
    private final Duration patience;
    private final Runnable giveUp;
    private Optional<GeneratorEvent> atGate = Optional.empty();
    private Optional<Path> report = Optional.empty();

    private Simulation(GeneratorProcess generator, Path log, Duration patience, Runnable giveUp) {
        this.generator = generator;
        this.log = log;
        this.patience = patience;
        this.giveUp = giveUp;
    }

    /** @param giveUp ends the generator, when it did not come to the end of the simulation */
    static Simulation begin(GeneratorProcess generator, LoadOrder order, Path log, Runnable giveUp) {
        generator.wire().send(new GeneratorCommand.Run(order));
        return new Simulation(generator, log, silenceAllowed(order), giveUp);
    }

    /** The longest phase with its slowest answers, and Gatling's own set-up and report. */
    static Duration silenceAllowed(LoadOrder order) {
        return IntStream.rangeClosed(1, order.maxIterations())
                .mapToObj(phase -> longest(order, phase))
                .max(Comparator.naturalOrder())
                .orElseThrow()
                .plusMillis(order.warmUpMillis())
                .plus(GeneratorProcess.REQUEST_TIMEOUT)
                .plusSeconds(30);
    }

    /** Each turn of users waits for the last answer of the one before. */
    private static Duration longest(LoadOrder order, int phase) {
        return order.turnLengthOf(phase)
                .plus(GeneratorProcess.REQUEST_TIMEOUT)
                .multipliedBy(order.turnsOf(phase).size());
    }

    @Override
    public void ready() {
        if (atGate.isEmpty()) {
            GeneratorEvent event = next();
            if (!isGate(event)) {
                throw unexpected(event, "a gate");
            }
            atGate = Optional.of(event);
        }
    }

    @Override
    public WarmedUp warmUp() {
        go(GeneratorEvent.AtWarmUp.class, AS_ORDERED, ArrivalSpacing.EVEN);
        return await(GeneratorEvent.WarmUpEnded.class).requests();
    }

    @Override
    public void renew(List<String> tokens) {
        ready();
        send(new GeneratorCommand.Renew(tokens));
    }

    @Override
    public void endWarmUp() {
        ready();
        require(GeneratorEvent.AtWarmUp.class);
        enough();
    }

    @Override
    public void drive(int requestsPerSecond, ArrivalSpacing spacing) {
        go(GeneratorEvent.AtIteration.class, requestsPerSecond, spacing);
        await(GeneratorEvent.IterationEnded.class);
    }

    @Override
    public List<IterationLoad> recorded() {
        return await(GeneratorEvent.Measured.class).loads();
    }

    @Override
    public Path end() {
        while (report.isEmpty()) {
            if (atGate.isPresent()) {
                enough();
            }
            GeneratorEvent event = next();
            if (isGate(event)) {
                atGate = Optional.of(event);
            } else if (event instanceof GeneratorEvent.RunEnded ended) {
                report = Optional.of(Path.of(ended.report()));
            } else {
                throw unexpected(event, "the end of the simulation");
            }
        }
        return report.get();
    }

    @Override
    public void close() {
        if (report.isEmpty()) {
            giveUp.run();
        }
    }

    private void go(Class<? extends GeneratorEvent> gate, int requestsPerSecond, ArrivalSpacing spacing) {
        ready();
        require(gate);
        atGate = Optional.empty();
        send(new GeneratorCommand.Go(requestsPerSecond, spacing));
    }

    private void enough() {
        atGate = Optional.empty();
        send(new GeneratorCommand.Enough());
    }

    private static boolean isGate(GeneratorEvent event) {
        return event instanceof GeneratorEvent.AtWarmUp || event instanceof GeneratorEvent.AtIteration;
    }

    private void require(Class<? extends GeneratorEvent> gate) {
        GeneratorEvent event = atGate.orElseThrow();
        if (!gate.isInstance(event)) {
            throw unexpected(event, gate.getSimpleName());
        }
    }

    private <E extends GeneratorEvent> E await(Class<E> wanted) {
        GeneratorEvent event = next();
        if (!wanted.isInstance(event)) {
            throw unexpected(event, wanted.getSimpleName());
        }
        return wanted.cast(event);
    }

    private void send(GeneratorCommand command) {
        try {
            generator.wire().send(command);
        } catch (UncheckedIOException e) {
            throw new GeneratorBrokeException("the load generator broke: " + e.getMessage() + "; see " + log, e);
        }
    }

    private GeneratorEvent next() {
        GeneratorEvent event = generator.next(patience);
        if (event instanceof GeneratorEvent.Broken broken) {
            throw new GeneratorBrokeException("the load generator failed: " + broken.reason() + "; see " + log);
        }
        if (event instanceof GeneratorEvent.RunEnded ended && !ended.failure().isEmpty()) {
            throw new GeneratorBrokeException(ended.failure() + "; see " + log);
        }
        return event;
    }

    private GeneratorBrokeException unexpected(GeneratorEvent event, String wanted) {
        return new GeneratorBrokeException("the load generator came to "
                + event.getClass().getSimpleName() + " where " + wanted + " was expected; see " + log);
    }
}
