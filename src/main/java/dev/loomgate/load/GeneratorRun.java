package dev.loomgate.load;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** One order being carried out: tells the harness what happens, passes its answers on to the gates. */
final class GeneratorRun implements GeneratorWork, LoadScript.Stage, AutoCloseable {
    private final LoadOrder order;
    private final Wire<GeneratorCommand, GeneratorEvent> wire;
    private final LoadScript script;
    /** Events are written and numbers computed off the event loop, which must stay free to send. */
    private final ExecutorService off = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "loomgate events");
        thread.setDaemon(true);
        return thread;
    });

    private volatile int waitingIteration;
    private volatile GeneratorCost costAtStart = GeneratorCost.soFar();

    GeneratorRun(LoadOrder order, GeneratorOptions options, Wire<GeneratorCommand, GeneratorEvent> wire) {
        this.order = order;
        this.wire = wire;
        this.script = new LoadScript(order, options, this);
    }

    LoadScript script() {
        return script;
    }

    @Override
    public void go(int requestsPerSecond, ArrivalSpacing spacing) {
        if (waitingIteration == 0) {
            script.warmUp().go();
        } else {
            costAtStart = GeneratorCost.soFar();
            script.phase(waitingIteration).go(requestsPerSecond, spacing);
        }
    }

    @Override
    public void renew(List<String> tokens) {
        script.renew(tokens);
    }

    @Override
    public void enough() {
        if (waitingIteration == 0) {
            script.warmUp().enough();
        } else {
            script.phase(waitingIteration).skip();
        }
    }

    /** The harness waits for every event: without one it has to hear why. */
    private void tell(Runnable event) {
        off.execute(() -> {
            try {
                event.run();
            } catch (RuntimeException | Error e) {
                wire.send(new GeneratorEvent.Broken(Failure.inWords(e)));
            }
        });
    }

    @Override
    public void atWarmUp(int cycle) {
        tell(() -> wire.send(new GeneratorEvent.AtWarmUp(cycle)));
    }

    @Override
    public void warmUpEnded(int cycle) {
        tell(() -> wire.send(new GeneratorEvent.WarmUpEnded(cycle, script.warmedUp())));
    }

    @Override
    public void atIteration(int iteration) {
        waitingIteration = iteration;
        tell(() -> {
            collectGarbage();
            wire.send(new GeneratorEvent.AtIteration(iteration));
        });
    }

    @Override
    public void iterationEnded(int iteration) {
        GeneratorCost cost = GeneratorCost.soFar().since(costAtStart);
        tell(() -> {
            wire.send(new GeneratorEvent.IterationEnded(iteration));
            wire.send(measured(iteration, cost));
        });
    }

    /**
     * Between phases: half a heap lasts for most phases, and a collection within one is a pause of 10 to 15
     * ms.
     */
    private static void collectGarbage() {
        System.gc();
    }

    /** Waits until everything has been told, and ends the thread that told it. */
    @Override
    public void close() {
        off.close();
    }

    private GeneratorEvent.Measured measured(int iteration, GeneratorCost cost) {
        PhaseOfLoad phase = script.phase(iteration);
        String name = order.hlogPrefix() + ".iteration-" + iteration;
        int sharers = order.servers();
        List<String> files = sharers == 1
                ? List.of(name + ".hlog")
                : IntStream.rangeClosed(1, sharers)
                        .mapToObj(server -> name + ".server-" + server + ".hlog")
                        .toList();
        phase.writeLogs(
                files.stream().map(file -> Path.of(order.hlogFolder(), file)).toList());
        return new GeneratorEvent.Measured(iteration, phase.summaries("iteration " + iteration, cost, files));
    }
}
