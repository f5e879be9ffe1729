package dev.loomgate.report;

import dev.loomgate.experiment.Answers;
import dev.loomgate.metric.Counted;
import dev.loomgate.metric.Direction;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.ExpectedTime;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Side;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells the user on the console what goes on: which cell, how many of how many, time left. */
public record Progress(PrintStream out) {
    public void announce(Plan plan, String launcher, String placement) {
        announce(Counted.of(plan.cells().size(), "cell"), plan, launcher, placement);
        Duration atMost = ExpectedTime.atMost(plan);
        say("takes "
                + (atMost.toHours() > 0
                        ? atMost.toHours() + " h " + atMost.toMinutesPart() + " min"
                        : atMost.toMinutes() + 1 + " min")
                + " at most, by its protocol");
    }

    /** The same for claims, whose cells and pairs are measured in rounds until the time is up. */
    public void announce(ClaimPlan claims, String launcher, String placement) {
        String pairs = claims.pairs().isEmpty() ? "" : Counted.of(claims.pairs().size(), "pair") + " of variants and ";
        announce(pairs + Counted.of(claims.alone().size(), "cell"), claims.plan(), launcher, placement);
        say(Counted.of(claims.claims().size(), "claim") + ", at most " + claims.rounds()
                + " rounds: one of all, then what decides most in the time there is; within "
                + claims.atMost().toMinutes() + " min");
    }

    private void announce(String what, Plan plan, String launcher, String placement) {
        say(what + " at scale " + plan.scale().name() + ", launcher: " + launcher);
        say("placement: " + placement);
        if (plan.explains()) {
            say("a flight recording of each, in a phase of its own (those that step from rate to rate have none)");
        }
    }

    public void say(String line) {
        out.println("[loomgate] " + line);
    }

    public void finished(SuiteVerdict soFar) {
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

    public void again(CellVerdict cell) {
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

    /** A unit in one line of progress: how the candidate did against the baseline. */
    public static String unit(UnitEffect effect) {
        Stream<Compared> ofRequests =
                effect.cell().requests().stream().map(request -> Compared.of(Metric.P50, request.name()));
        String changes = Stream.concat(Compared.OF_SLICES.stream().map(Compared::of), ofRequests)
                .map(compared -> compared + " " + change(effect, compared))
                .collect(Collectors.joining(", "));
        Answers candidate = effect.answers(Side.CANDIDATE);
        Answers baseline = effect.answers(Side.BASELINE);
        return changes
                + ceiling(effect)
                + counted("failed", candidate, baseline, Answers::failed)
                + counted("wrong", candidate, baseline, Answers::wrong);
    }

    private static String ceiling(UnitEffect effect) {
        return effect.logRatio(Compared.of(Metric.CEILING)) instanceof LogRatio.Missing
                ? ""
                : ", " + Metric.CEILING + " " + change(effect, Compared.of(Metric.CEILING));
    }

    /** Only what is worth a word. */
    private static String counted(String what, Answers candidate, Answers baseline, ToLongFunction<Answers> hits) {
        return hits.applyAsLong(candidate) + hits.applyAsLong(baseline) == 0
                ? ""
                : ", " + what + " " + candidate.inWords(hits) + " against " + baseline.inWords(hits);
    }

    /** Not as better or worse, but as more or less. */
    private static double asMeasured(Metric metric, double worse) {
        return metric.direction() == Direction.HIGHER_IS_BETTER ? -worse : worse;
    }

    private static String change(UnitEffect effect, Compared compared) {
        return switch (effect.logRatio(compared)) {
            case LogRatio.Known known ->
                String.format(Locale.ROOT, "%+.1f %%", 100 * Math.expm1(asMeasured(compared.metric(), known.log())));
            case LogRatio.Disturbed disturbed -> "disturbed";
            case LogRatio.Missing missing -> "n/a";
        };
    }
}
