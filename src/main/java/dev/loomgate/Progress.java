package dev.loomgate;

import dev.loomgate.metric.Counted;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.ExpectedTime;
import dev.loomgate.plan.Plan;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Tells the user on the console what goes on: which cell, how many of how many, time left. */
public final class Progress {
    private final PrintStream out;

    public Progress(PrintStream out) {
        this.out = out;
    }

    public void announce(Plan plan, String launcher, String placement) {
        announce(plan, ExpectedTime.atMost(plan), launcher, placement);
    }

    /** The same for claims, whose cells are measured in rounds. */
    public void announce(ClaimPlan claims, String launcher, String placement) {
        announce(claims.plan(), ExpectedTime.atMost(claims), launcher, placement);
        say(Counted.of(claims.claims().size(), "claim") + ", " + claims.rounds() + " rounds; no server is booted after "
                + claims.atMost().toMinutes() + " min");
    }

    private void announce(Plan plan, Duration atMost, String launcher, String placement) {
        say(Counted.of(plan.cells().size(), "cell") + " at scale "
                + plan.scale().name() + ", launcher: " + launcher);
        say("placement: " + placement);
        if (!plan.explained().isEmpty()) {
            say("a flight recording of " + plan.explained().size()
                    + " of them, in a phase of its own (those that step from rate to rate have none)");
        }
        say("takes "
                + (atMost.toHours() > 0
                        ? atMost.toHours() + " h " + atMost.toMinutesPart() + " min"
                        : atMost.toMinutes() + 1 + " min")
                + " at most, by its protocol");
    }

    public void say(String line) {
        out.println("[loomgate] " + line);
    }

    void finished(SuiteVerdict soFar) {
        CellVerdict last = soFar.cells().getLast();
        int done = soFar.cells().size();
        Cell cell = last.summary().run().cell();
        say(String.format(
                Locale.ROOT,
                "%d of %d  %-12s %s  (%s left)",
                done,
                soFar.planned(),
                last.outcome(),
                cell.displayName(),
                left(soFar.wallTime(), done, soFar.planned())));
        last.reasons().forEach(reason -> say("    " + reason.replace("\n", "\n    ")));
    }

    void again(CellVerdict cell) {
        say(String.format(
                Locale.ROOT,
                "again    %-12s %s",
                cell.outcome(),
                cell.summary().run().cell().displayName()));
        cell.reasons().forEach(reason -> say("    " + reason.replace("\n", "\n    ")));
    }

    private static String left(Duration wallTime, int done, int planned) {
        Duration left = wallTime.dividedBy(done).multipliedBy((long) planned - done);
        return left.toMinutes() > 0 ? "about " + (left.toMinutes() + 1) + " min" : "less than a minute";
    }
}
