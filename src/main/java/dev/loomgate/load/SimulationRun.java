package dev.loomgate.load;

import dev.loomgate.plan.GatlingSimulation;
import dev.loomgate.server.OwnedFolder;
import io.gatling.app.RunResult;
import io.gatling.app.RunResultProcessor;
import io.gatling.app.Runner;
import io.gatling.app.Selection;
import io.gatling.app.SimulationClass;
import io.gatling.app.cli.StatusCode;
import io.gatling.commons.util.DefaultClock;
import io.gatling.core.CoreComponents;
import io.gatling.core.actor.ActorSystem;
import io.gatling.core.cli.GatlingArgs;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.controller.inject.PopulationFlows;
import io.gatling.core.scenario.Population;
import io.gatling.core.scenario.SimulationParams;
import io.gatling.core.stats.StatsEngine;
import io.gatling.core.stats.writer.RunMessage;
import io.gatling.javaapi.core.Simulation;
import io.gatling.netty.util.Transports;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import scala.Option;
import scala.Some;
import scala.Tuple4;
import scala.runtime.BoxedUnit;
import scala.util.Success;
import scala.util.Try;

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
    private long failedInWarmUp;
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
    private final class Phase {
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
            Played played = played();
            if (wanted && measured) {
                boolean held = played.writeReport();
                wire.send(new GeneratorEvent.Measured(number, List.of(load(held))));
            } else {
                delete(played.folder());
            }
            return wanted;
        }

        private Played played() {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            try (SimulationClasses classes = SimulationClasses.in(classPath)) {
                thread.setContextClassLoader(classes);
                return run(classes.simulation(simulation.className()), Path.of(order.reportFolder()));
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

        /** Gatling does the same in its own main class, whose runner is not to be replaced. */
        private Played run(Class<Simulation> users, Path results) {
            GatlingConfiguration configuration = GatlingConfiguration.load();
            GatlingArgs args = new GatlingArgs(
                    new Some<>(users.getName()),
                    new Some<>("loomgate"),
                    false,
                    Option.empty(),
                    new Some<>(results),
                    Option.empty(),
                    Option.empty());
            ActorSystem system = new ActorSystem();
            EventLoopGroup eventLoops = Transports.newEventLoopGroup(
                    configuration.netty().useNativeTransport(),
                    configuration.netty().useIoUring(),
                    0,
                    "gatling");
            ChannelTimesExtension.use(recorder);
            try {
                RunResult result = new GatedRunner(system, eventLoops, args, configuration, users).run();
                return new Played(result, args, configuration, results.resolve(result.runId()));
            } finally {
                ChannelTimesExtension.use(null);
                system.close();
                eventLoops
                        .shutdownGracefully(0, configuration.core().shutdownTimeout(), TimeUnit.MILLISECONDS)
                        .awaitUninterruptibly();
            }
        }

        /** Gatling's own runner, which waits at a gate when all is set up and no user has started yet. */
        private final class GatedRunner extends Runner {
            private final Class<Simulation> users;

            GatedRunner(
                    ActorSystem system,
                    EventLoopGroup eventLoops,
                    GatlingArgs args,
                    GatlingConfiguration configuration,
                    Class<Simulation> users) {
                super(system, eventLoops, new DefaultClock(), args, configuration);
                this.users = users;
            }

            /** Gatling has found another class of that name, with its own loader. */
            @Override
            public Tuple4<SimulationParams, RunMessage, CoreComponents, PopulationFlows<String, Population>> load(
                    Selection selection) {
                return super.load(new Selection(
                        new SimulationClass.Java(users), selection.simulationId(), selection.description()));
            }

            @Override
            public StatsEngine newStatsEngine(SimulationParams params, RunMessage message) {
                return new SimulationStats(super.newStatsEngine(params, message), Phase.this.recorder);
            }

            @Override
            public Try<BoxedUnit> start(
                    SimulationParams params, CoreComponents components, PopulationFlows<String, Population> flows) {
                if (!Phase.this.mayStart()) {
                    return new Success<>(BoxedUnit.UNIT);
                }
                Try<BoxedUnit> outcome = super.start(params, components, flows);
                Phase.this.ended();
                return outcome;
            }
        }

        /** All is set up; whether the load may start. */
        private boolean mayStart() {
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

        /** The last answer has come; Gatling's own files are not written yet. */
        private void ended() {
            cost = GeneratorCost.soFar().since(cost);
            end.complete(null);
            if (recorder.started() == 0) {
                throw new SimulationException(simulation.inWords() + " has ended without a request");
            }
            recorder.problem().ifPresent(sentence -> {
                throw new SimulationException(sentence);
            });
            if (measured) {
                wire.send(new GeneratorEvent.IterationEnded(number));
            } else {
                failedInWarmUp += recorder.failed();
                wire.send(new GeneratorEvent.WarmUpEnded(number, new WarmedUp(List.of(failedInWarmUp), List.of(0L))));
            }
        }

        /** @param held whether the simulation's own assertions did */
        private IterationLoad load(boolean held) {
            String hlog = order.hlogPrefix() + ".iteration-" + number + ".hlog";
            recorder.writeLog(Path.of(order.hlogFolder(), hlog));
            if (!held) {
                recorder.assertionFailed();
            }
            return recorder.summary("iteration " + number, cost, hlog);
        }
    }

    /**
     * What has run.
     *
     * @param folder of Gatling's files on it
     */
    private record Played(RunResult result, GatlingArgs args, GatlingConfiguration configuration, Path folder) {
        /** Whether the simulation's own assertions hold. */
        boolean writeReport() {
            return StatusCode.Success$.MODULE$.equals(
                    new RunResultProcessor(args, configuration).processRunResult(result));
        }
    }

    /** Gatling's files of a run that is not shown. */
    private static void delete(Path folder) {
        try {
            OwnedFolder.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }
}
