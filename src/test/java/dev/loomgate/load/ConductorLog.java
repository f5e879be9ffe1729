package dev.loomgate.load;

import java.util.ArrayList;
import java.util.List;

/** Asks for so many cycles and iterations and writes down what happened. */
final class ConductorLog implements Conductor {
    private final WaitingServer server;
    private final int warmUps;
    private final int iterations;
    final List<String> calls = new ArrayList<>();
    final List<IterationLoad> loads = new ArrayList<>();
    Pace pace = Pace.EVEN;

    ConductorLog(WaitingServer server, int warmUps, int iterations) {
        this.server = server;
        this.warmUps = warmUps;
        this.iterations = iterations;
    }

    @Override
    public boolean anotherWarmUp(int cycle) {
        calls.add("warm-up " + cycle + "?");
        return cycle <= warmUps;
    }

    @Override
    public void warmUpEnded(int cycle) {
        calls.add("warm-up " + cycle + " ended");
    }

    @Override
    public boolean anotherIteration(int iteration) {
        calls.add("iteration " + iteration + "?");
        if (iteration == 1) {
            server.requests.set(0);
            server.arrivedNanos.clear();
        }
        return iteration <= iterations;
    }

    @Override
    public Pace pace(int iteration) {
        return pace;
    }

    @Override
    public void iterationEnded(int iteration) {
        calls.add("iteration " + iteration + " ended");
    }

    @Override
    public void measured(int iteration, IterationLoad load) {
        calls.add("iteration " + iteration + " measured");
        loads.add(load);
    }
}
