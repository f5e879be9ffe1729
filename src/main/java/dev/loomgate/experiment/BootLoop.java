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
 * Boots arms until everything that shares them is done. Knows neither launcher nor generator.
 *
 * @param <E> what is measured: a cell, or a cell of a duel
 * @param <R> what comes of it
 */
final class BootLoop<E, R> {
    /** A server that ends before anything was begun on it is booted once more: one such end may be chance. */
    private static final int MOST_EARLY_ENDS = 2;

    private final Function<E, Arms> boot;
    private final BiFunction<Arms, E, Optional<R>> measure;
    private final BiFunction<E, NotMeasured, R> unmeasured;

    /**
     * @param measure empty when it has something left that needs fresh arms
     * @param unmeasured what comes of it when there is nothing but the reason why
     */
    BootLoop(
            Function<E, Arms> boot,
            BiFunction<Arms, E, Optional<R>> measure,
            BiFunction<E, NotMeasured, R> unmeasured) {
        this.boot = boot;
        this.measure = measure;
        this.unmeasured = unmeasured;
    }

    /** Each reaches {@code finished} exactly once, in order, whatever happens. */
    void run(List<E> sharing, Consumer<R> finished) {
        Deque<E> left = new ArrayDeque<>(sharing);
        int earlyEnds = 0;
        while (!left.isEmpty()) {
            try (Arms arms = boot.apply(left.getFirst())) {
                if (measure(arms, left, finished)) {
                    earlyEnds = 0;
                } else if (++earlyEnds == MOST_EARLY_ENDS) {
                    giveUp(left, endedEarly(arms), finished);
                }
            } catch (NotBooted e) {
                giveUp(left, e.reason(), finished);
            }
        }
    }

    /** Whether anything was begun. */
    private boolean measure(Arms arms, Deque<E> left, Consumer<R> finished) {
        boolean begun = false;
        boolean fit = true;
        while (fit && !left.isEmpty() && arms.death().isEmpty()) {
            begun = true;
            Optional<R> result = measure.apply(arms, left.getFirst());
            if (result.isPresent()) {
                left.removeFirst();
                finished.accept(result.get());
            }
            fit = result.isPresent();
        }
        return begun;
    }

    private static NotMeasured endedEarly(Arms arms) {
        for (int arm = 0; arm < arms.all().size(); arm++) {
            Optional<RunningServer.Death> death = arms.all().get(arm).server().death();
            if (death.isPresent()) {
                String story = MOST_EARLY_ENDS + " servers in a row ended before anything was measured; "
                        + Ends.story(death.get());
                return death.get().reason().fromOutside()
                        ? new NotMeasured.Invalid(arm, Invalidity.machine(story))
                        : new NotMeasured.Failed(arm, story);
            }
        }
        throw new IllegalStateException("no arm has ended");
    }

    private void giveUp(Deque<E> left, NotMeasured why, Consumer<R> finished) {
        while (!left.isEmpty()) {
            finished.accept(unmeasured.apply(left.removeFirst(), why));
        }
    }
}
