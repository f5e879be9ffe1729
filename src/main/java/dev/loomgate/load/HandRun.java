package dev.loomgate.load;

import java.util.List;

/** A simulation that was started without the harness ({@code mvn gatling:test}, an IDE): two warm-up cycles, then every iteration; results go to the console. */
final class HandRun implements LoadScript.Stage {
    private static final int WARM_UP_CYCLES = 2;

    private final LoadScript script;

    private HandRun(LoadOrder order) {
        script = new LoadScript(order, GeneratorOptions.USUAL, this);
    }

    static LoadScript script(LoadOrder order) {
        HandRun run = new HandRun(order);
        LoadScript.use(run.script);
        return run.script;
    }

    @Override
    public void atWarmUp(int cycle) {
        if (cycle <= WARM_UP_CYCLES) {
            script.warmUp().go();
        } else {
            script.warmUp().enough();
        }
    }

    @Override
    public void warmUpEnded(int cycle) {}

    @Override
    public void atIteration(int iteration) {
        script.phase(iteration).go(LoadRun.AS_ORDERED, ArrivalSpacing.EVEN);
    }

    @Override
    public void iterationEnded(int iteration) {
        IterationLoad load = script.phase(iteration)
                .summaries(script.order().requestName(iteration, 0), GeneratorCost.NONE, List.of(""))
                .getFirst();
        System.out.printf(
                "%s: %d of %d good, latency p50 %.2f ms, p99 %.2f ms, sent late p99 %.2f ms%s%n",
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
