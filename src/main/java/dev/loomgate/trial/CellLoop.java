package dev.loomgate.trial;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.sampling.SamplingException;
import dev.loomgate.server.RunningServer;
import dev.loomgate.server.ServerStartException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Boots servers until every cell that shares a {@link Cell#boot()} is done; knows neither launcher nor generator. */
final class CellLoop {
    /** A server that ends before a cell was begun on it is booted once more: one such end may be chance. */
    private static final int MOST_EARLY_ENDS = 2;

    private final Function<Cell, Bench> boot;

    CellLoop(Function<Cell, Bench> boot) {
        this.boot = boot;
    }

    /** A booted server that can be measured. */
    interface Bench extends AutoCloseable {
        /** Empty when the cell has steps left that need a fresh server. */
        Optional<CellRun> measure(Cell cell);

        /** How the server ended, once it has. */
        Optional<RunningServer.Death> death();

        @Override
        void close();
    }

    /** Every cell reaches {@code finished} exactly once, in order, whatever happens. */
    void run(List<Cell> cells, Consumer<CellRun> finished) {
        Deque<Cell> left = new ArrayDeque<>(cells);
        int earlyEnds = 0;
        while (!left.isEmpty()) {
            try (Bench bench = boot.apply(left.getFirst())) {
                if (measure(bench, left, finished)) {
                    earlyEnds = 0;
                } else if (++earlyEnds == MOST_EARLY_ENDS) {
                    String story = earlyEnds + " servers in a row ended before anything was measured; "
                            + bench.death().map(Ends::story).orElse("the last one is gone");
                    boolean byOthers = bench.death()
                            .filter(end -> end.reason().fromOutside())
                            .isPresent();
                    giveUp(
                            left,
                            cell -> finished.accept(
                                    byOthers
                                            ? Unmeasured.invalid(cell, Invalidity.machine(story))
                                            : Unmeasured.failed(cell, story)));
                }
            } catch (ServerStartException e) {
                giveUp(left, cell -> finished.accept(Unmeasured.of(cell, e)));
            } catch (SamplingException e) {
                Invalidity reason = Invalidity.instrument(String.valueOf(e.getMessage()));
                giveUp(left, cell -> finished.accept(Unmeasured.invalid(cell, reason)));
            }
        }
    }

    /** Whether a cell was begun. */
    private static boolean measure(Bench bench, Deque<Cell> left, Consumer<CellRun> finished) {
        boolean begun = false;
        boolean fit = true;
        while (fit && !left.isEmpty() && bench.death().isEmpty()) {
            begun = true;
            Optional<CellRun> run = bench.measure(left.getFirst());
            run.ifPresent(done -> {
                finished.accept(done);
                left.removeFirst();
            });
            fit = run.isPresent();
        }
        return begun;
    }

    private static void giveUp(Deque<Cell> left, Consumer<Cell> tell) {
        left.forEach(tell);
        left.clear();
    }
}
