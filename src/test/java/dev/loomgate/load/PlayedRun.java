package dev.loomgate.load;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A whole simulation: so many warm-up cycles, then phases, each after a pause. */
public final class PlayedRun {
    private final LoadOrder order;
    private int warmUps = 1;
    private ArrivalSpacing spacing = ArrivalSpacing.EVEN;
    private Runnable beforeMeasuring = () -> {};
    private List<String> renewed = List.of();
    private Duration pause = Duration.ZERO;
    private long readyNanos;
    private final List<IterationLoad> loads = new ArrayList<>();
    private WarmedUp warmedUp = WarmedUp.notYet(1);

    private PlayedRun(LoadOrder order) {
        this.order = order;
    }

    public static PlayedRun of(LoadOrder order) {
        return new PlayedRun(order);
    }

    PlayedRun warmUps(int cycles) {
        warmUps = cycles;
        return this;
    }

    PlayedRun spacing(ArrivalSpacing requests) {
        spacing = requests;
        return this;
    }

    /** Done once, while no request is under way. */
    PlayedRun beforeMeasuring(Runnable task) {
        beforeMeasuring = task;
        return this;
    }

    /** Tokens of all requests behind the first phase. */
    PlayedRun renewed(String... tokens) {
        renewed = List.of(tokens);
        return this;
    }

    /** Before each phase. */
    PlayedRun pause(Duration length) {
        pause = length;
        return this;
    }

    /** Phases at the rate of the order; gives back Gatling's report. */
    Path play(Load generator, int phases) {
        return play(generator, Collections.nCopies(phases, LoadRun.AS_ORDERED));
    }

    /** Phases at these rates. */
    Path play(Load generator, List<Integer> rates) {
        try (LoadRun run = generator.begin(order)) {
            run.ready();
            readyNanos = System.nanoTime();
            for (int cycle = 0; cycle < warmUps; cycle++) {
                run.ready();
                warmedUp = run.warmUp();
            }
            run.endWarmUp();
            for (int rate : rates) {
                run.ready();
                if (loads.isEmpty()) {
                    beforeMeasuring.run();
                } else if (!renewed.isEmpty()) {
                    run.renew(renewed);
                }
                await().pollDelay(pause).until(() -> true);
                run.drive(rate, spacing);
                loads.addAll(run.recorded());
            }
            return run.end();
        }
    }

    /** When the generator was ready for its first request. */
    long readyNanos() {
        return readyNanos;
    }

    WarmedUp warmedUp() {
        return warmedUp;
    }

    List<IterationLoad> loads() {
        return loads;
    }
}
