package dev.loomgate.faults;

import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * One row of the table: what is done to a real run, and what is right then.
 *
 * @param kind rows of one kind stand together
 * @param done what is done, for the table
 * @param recipe how the run is started
 * @param strikes what happens to it, in this order; none where the way it is started is the fault
 * @param chained each strike hits a run of its own, which continues the one before
 * @param right what is right after each strike, or after all of them when not chained
 */
record Fault(String kind, String done, Recipe recipe, List<Strike> strikes, boolean chained, Expected right) {
    Fault {
        strikes = List.copyOf(strikes);
    }

    /** Awaits its moment and strikes. */
    interface Strike {
        /**
         * Returns what was done, when and to what, for the log. A moment that nothing announces is drawn from {@code
         * random}, which is seeded.
         */
        String at(Stage stage, Random random) throws Exception;
    }

    static Fault of(String kind, String done, Recipe recipe, Expected right) {
        return new Fault(kind, done, recipe, List.of(), false, right);
    }

    Fault struckBy(Strike... all) {
        return new Fault(kind, done, recipe, List.of(all), chained, right);
    }

    /** Each in a run of its own, which continues the one before. */
    Fault struckInTurnBy(List<Strike> all) {
        return new Fault(kind, done, recipe, all, true, right);
    }

    /** Where other runs on the machine would be taken for what it is about. */
    boolean alone() {
        return !recipe.guards().isEmpty();
    }

    /** A name for a folder. */
    String slug() {
        return (kind + "-" + done)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
    }
}
