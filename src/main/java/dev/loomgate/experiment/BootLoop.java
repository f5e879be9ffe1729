package dev.loomgate.experiment;

import dev.loomgate.experiment.Arms.NotBooted;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.server.RunningServer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Boots arms until everything that shares them is done. A server that dies by itself fails what is next on it, whether
 * that had begun or not. Knows neither launcher nor generator.
 *
 * @param <E> what is measured: a cell, or a cell of a duel
 * @param <R> what comes of it
 * @param measure empty when it has something left that needs fresh arms
 * @param unmeasured what comes of it when there is nothing but the reason why
 */
record BootLoop<E, R>(
        Function<E, Arms> boot, BiFunction<Arms, E, Optional<R>> measure, BiFunction<E, NotMeasured, R> unmeasured) {
    /** A server that somebody else ends before anything was begun on it is booted once more: that may be chance. */
    private static final int MOST_EARLY_ENDS = 2;

    /** Each reaches {@code finished} exactly once, in order, whatever happens. */
    void run(List<E> sharing, Consumer<R> finished) {
        Deque<E> left = new ArrayDeque<>(sharing);
        int earlyEnds = 0;
        while (!left.isEmpty()) {
            int waiting = left.size();
            try (Arms arms = boot.apply(left.getFirst())) {
                Optional<NotMeasured> idleEnd = measure(arms, left, finished);
                boolean begun = idleEnd.isEmpty() || left.size() < waiting;
                earlyEnds = begun ? 0 : earlyEnds + 1;
                if (idleEnd.isPresent() && idleEnd.get() instanceof NotMeasured.Failed failed) {
                    earlyEnds = 0;
                    finished.accept(unmeasured.apply(left.removeFirst(), failed));
                } else if (earlyEnds == MOST_EARLY_ENDS) {
                    giveUp(left, idleEnd.orElseThrow(), finished);
                }
            } catch (NotBooted e) {
                giveUp(left, e.reason(), finished);
            }
        }
    }

    /**
     * Measures until all is done, or these arms are of no further use.
     *
     * @return how one of them ended while nothing was measured on it, where that is so; what a measurement saw of an
     *     end, its result tells
     */
    private Optional<NotMeasured> measure(Arms arms, Deque<E> left, Consumer<R> finished) {
        while (!left.isEmpty()) {
            Optional<NotMeasured> idleEnd = idleEnd(arms);
            if (idleEnd.isPresent()) {
                return idleEnd;
            }
            Optional<R> result = measure.apply(arms, left.getFirst());
            if (result.isEmpty()) {
                return Optional.empty();
            }
            boolean ended = arms.death().isPresent();
            left.removeFirst();
            finished.accept(result.get());
            if (ended) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static Optional<NotMeasured> idleEnd(Arms arms) {
        for (int arm = 0; arm < arms.all().size(); arm++) {
            Optional<RunningServer.Death> death = arms.all().get(arm).server().death();
            if (death.isPresent()) {
                String story = Ends.story(death.get());
                return Optional.of(
                        death.get().reason().fromOutside()
                                ? new NotMeasured.Invalid(
                                        arm,
                                        Invalidity.machine(MOST_EARLY_ENDS
                                                + " servers in a row ended before anything was measured; " + story))
                                : new NotMeasured.Failed(arm, "while nothing was measured on it, " + story));
            }
        }
        return Optional.empty();
    }

    private void giveUp(Deque<E> left, NotMeasured why, Consumer<R> finished) {
        while (!left.isEmpty()) {
            finished.accept(unmeasured.apply(left.removeFirst(), why));
        }
    }
}
