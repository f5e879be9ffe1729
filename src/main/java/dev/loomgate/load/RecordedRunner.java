package dev.loomgate.load;

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
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import scala.Option;
import scala.Some;
import scala.Tuple4;
import scala.runtime.BoxedUnit;
import scala.util.Success;
import scala.util.Try;

/**
 * One run of a user's simulation by Gatling's own runner, which waits at a gate when all is set up and no user has
 * started yet.
 */
final class RecordedRunner extends Runner {
    private final Class<Simulation> simulation;
    private final SimulationRecorder recorder;
    private final Gates gates;

    /** What lies around the load. */
    interface Gates {
        /** All is set up; whether the load may start. */
        boolean mayStart();

        /** The last answer has come; Gatling's own files are not written yet. */
        void ended();
    }

    private RecordedRunner(
            ActorSystem system,
            EventLoopGroup eventLoops,
            GatlingArgs args,
            GatlingConfiguration configuration,
            Class<Simulation> simulation,
            SimulationRecorder recorder,
            Gates gates) {
        super(system, eventLoops, new DefaultClock(), args, configuration);
        this.simulation = simulation;
        this.recorder = recorder;
        this.gates = gates;
    }

    /**
     * What has run.
     *
     * @param folder of Gatling's files on it
     */
    record Played(RunResult result, GatlingArgs args, GatlingConfiguration configuration, Path folder) {
        /** Whether the simulation's own assertions hold. */
        boolean writeReport() {
            return StatusCode.Success$.MODULE$.equals(
                    new RunResultProcessor(args, configuration).processRunResult(result));
        }
    }

    /** Gatling does the same in its own main class, whose runner is not to be replaced. */
    static Played play(Class<Simulation> simulation, Path results, SimulationRecorder recorder, Gates gates) {
        GatlingConfiguration configuration = GatlingConfiguration.load();
        GatlingArgs args = new GatlingArgs(
                new Some<>(simulation.getName()),
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
            RunResult result =
                    new RecordedRunner(system, eventLoops, args, configuration, simulation, recorder, gates).run();
            return new Played(result, args, configuration, results.resolve(result.runId()));
        } finally {
            ChannelTimesExtension.use(null);
            system.close();
            eventLoops
                    .shutdownGracefully(0, configuration.core().shutdownTimeout(), TimeUnit.MILLISECONDS)
                    .awaitUninterruptibly();
        }
    }

    /** Gatling has found another class of that name, with its own loader. */
    @Override
    public Tuple4<SimulationParams, RunMessage, CoreComponents, PopulationFlows<String, Population>> load(
            Selection selection) {
        return super.load(
                new Selection(new SimulationClass.Java(simulation), selection.simulationId(), selection.description()));
    }

    @Override
    public StatsEngine newStatsEngine(SimulationParams params, RunMessage message) {
        return new SimulationStats(super.newStatsEngine(params, message), recorder);
    }

    @Override
    public Try<BoxedUnit> start(
            SimulationParams params, CoreComponents components, PopulationFlows<String, Population> flows) {
        if (!gates.mayStart()) {
            return new Success<>(BoxedUnit.UNIT);
        }
        Try<BoxedUnit> outcome = super.start(params, components, flows);
        gates.ended();
        return outcome;
    }
}
