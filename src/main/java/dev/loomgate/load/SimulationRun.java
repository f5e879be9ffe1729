package dev.loomgate.load;

import dev.loomgate.plan.GatlingSimulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An order to run a simulation of the user's: each cycle of the warm-up and each measured phase is one whole run of it.
 * Tells the harness the same as {@link GeneratorRun}.
 */
final class SimulationRun implements GeneratorWork {
    /** Where a simulation finds the address of the server. */
    static final String URL_PROPERTY = "loomgate.url";

    /** The token of the workload's login; empty without one. */
    static final String TOKEN_PROPERTY = "loomgate.token";

    private final LoadOrder order;
    private final GatlingSimulation simulation;
    private final String classPath;
    private final Wire<GeneratorCommand, GeneratorEvent> wire;
    private final BlockingQueue<Boolean> answers = new LinkedBlockingQueue<>();

    /** @param classPath of the user's classes */
    SimulationRun(
            LoadOrder order,
            GatlingSimulation simulation,
            String classPath,
            Wire<GeneratorCommand, GeneratorEvent> wire) {
        this.order = order;
        this.simulation = simulation;
        this.classPath = classPath;
        this.wire = wire;
    }

    @Override
    public void go(int requestsPerSecond, ArrivalSpacing spacing) {
        answers.add(true);
    }

    /** A simulation is set up before it waits at a gate: it would have read the old one. */
    @Override
    public void renew(List<String> tokens) {
        throw new IllegalStateException("a simulation gets one token");
    }

    @Override
    public void enough() {
        answers.add(false);
    }

    /**
     * Until the harness has enough.
     *
     * @throws SimulationException when a run shows that no other one would do
     */
    void play() {
        boolean wanted = true;
        for (int cycle = 1; wanted; cycle++) {
            wanted = new Phase(cycle, false).play();
        }
        wanted = true;
        for (int iteration = 1; wanted && iteration <= order.maxIterations(); iteration++) {
            wanted = new Phase(iteration, true).play();
        }
    }

    /** One run of it. */
    private final class Phase implements RecordedRunner.Gates {
        private final SimulationRecorder recorder = new SimulationRecorder();
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private final int number;
        private final boolean measured;
        private boolean setUp;
        private boolean wanted;
        private GeneratorCost cost = GeneratorCost.NONE;

        Phase(int number, boolean measured) {
            this.number = number;
            this.measured = measured;
        }

        /** Whether the harness wanted it. */
        boolean play() {
            RecordedRunner.Played played = played();
            if (wanted && measured) {
                boolean held = played.writeReport();
                wire.send(new GeneratorEvent.Measured(number, List.of(load(held))));
            } else {
                delete(played.folder());
            }
            return wanted;
        }

        private RecordedRunner.Played played() {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            try (SimulationClasses classes = SimulationClasses.in(classPath)) {
                thread.setContextClassLoader(classes);
                return RecordedRunner.play(
                        classes.simulation(simulation.className()), Path.of(order.reportFolder()), recorder, this);
            } catch (SimulationException e) {
                throw e;
            } catch (Exception | Error e) {
                throw new SimulationException(
                        simulation.inWords()
                                + (setUp ? " broke while it ran: " : " can't be set up: ")
                                + Failure.rootInWords(e),
                        e);
            } finally {
                thread.setContextClassLoader(before);
                end.complete(null);
            }
        }

        @Override
        public boolean mayStart() {
            setUp = true;
            if (measured) {
                System.gc();
            }
            wire.send(measured ? new GeneratorEvent.AtIteration(number) : new GeneratorEvent.AtWarmUp(number));
            wanted = answer();
            if (wanted) {
                watch();
                cost = GeneratorCost.soFar();
            }
            return wanted;
        }

        private boolean answer() {
            try {
                return answers.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        /** A simulation may go on for ever; the harness then ends this JVM. */
        private void watch() {
            var unused = end.orTimeout(simulation.atMost().toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(late -> {
                        wire.send(new GeneratorEvent.Broken(simulation.inWords() + " still ran after "
                                + simulation.atMost().toSeconds()
                                + " s: give it a shorter profile, or its workload a longer 'at-most'"));
                        return null;
                    });
        }

        @Override
        public void ended() {
            cost = GeneratorCost.soFar().since(cost);
            end.complete(null);
            if (recorder.started() == 0) {
                throw new SimulationException(simulation.inWords() + " has ended without a request");
            }
            recorder.problem().ifPresent(sentence -> {
                throw new SimulationException(sentence);
            });
            wire.send(measured ? new GeneratorEvent.IterationEnded(number) : new GeneratorEvent.WarmUpEnded(number));
        }

        /** @param held whether the simulation's own assertions did */
        private IterationLoad load(boolean held) {
            String hlog = order.hlogPrefix() + ".iteration-" + number + ".hlog";
            recorder.writeLog(Path.of(order.hlogFolder(), hlog));
            IterationLoad load = recorder.summary("iteration " + number, cost, hlog);
            return held ? load : load.withError(IterationLoad.ASSERTION_FAILED);
        }
    }

    /** Gatling's files on a run that nobody will look at. */
    private static void delete(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }
}
