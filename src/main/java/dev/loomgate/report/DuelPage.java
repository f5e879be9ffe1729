package dev.loomgate.report;

import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.report.DuelView.Block;
import dev.loomgate.report.DuelView.Count;
import dev.loomgate.report.DuelView.Issue;
import dev.loomgate.report.DuelView.Row;
import dev.loomgate.report.PageView.Fact;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.ComparisonVerdict.Outcome;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.Effect;
import dev.loomgate.verdict.Sentences;
import dev.loomgate.verdict.UnitTally;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code index.html} of a duel: one self-contained page. */
final class DuelPage {
    private static final List<Outcome> COUNTED =
            List.of(Outcome.REGRESSION, Outcome.SUSPECTED, Outcome.INVALID, Outcome.INCONCLUSIVE, Outcome.CLEAR);

    private static final int MOST_NOTES = 3;

    private DuelPage() {}

    static String text(DuelVerdict verdict) {
        return Templates.filled("duel.peb", page(verdict));
    }

    private static DuelView page(DuelVerdict verdict) {
        return new DuelView(
                mood(verdict),
                DuelWriter.title(verdict),
                COUNTED.stream()
                        .map(outcome -> new Count((int) DuelWriter.count(verdict, outcome), Mark.of(outcome)))
                        .toList(),
                verdict.plan().notes(),
                facts(verdict),
                issues(verdict),
                blocks(verdict),
                HtmlPage.pairs(verdict.fingerprint().facts()));
    }

    /** The worst of all, so that the first look is not the wrong one. */
    private static Mark mood(DuelVerdict verdict) {
        return issues(verdict).stream().map(Issue::mark).findFirst().orElse(Mark.of(CellVerdict.Outcome.PASSED));
    }

    /** What fails the build, then what is undecided. */
    private static List<Issue> issues(DuelVerdict verdict) {
        return Stream.concat(
                        verdict.failures().stream()
                                .map(sentence -> new Issue(
                                        Mark.of(
                                                sentence.startsWith(Outcome.INVALID.name())
                                                        ? CellVerdict.Outcome.INVALID
                                                        : CellVerdict.Outcome.FAILED),
                                        sentence)),
                        verdict.warnings().stream().map(sentence -> new Issue(Mark.of(Outcome.INCONCLUSIVE), sentence)))
                .toList();
    }

    private static List<Fact> facts(DuelVerdict verdict) {
        List<Fact> facts = new ArrayList<>(HtmlPage.pairs(DuelWriter.arms(verdict)));
        facts.addAll(List.of(
                new Fact(
                        "Started",
                        verdict.started().truncatedTo(ChronoUnit.SECONDS).toString()),
                new Fact("Wall time", Figures.duration(verdict.wallTime())),
                new Fact("Under measured load", Figures.share(verdict.loadTime(), verdict.wallTime())),
                new Fact("Scale", verdict.plan().scale().name()),
                new Fact(
                        "Error allowed to the gate",
                        percent(verdict.plan().scale().alpha())),
                new Fact("Random order", "-Dloomgate.seed=" + verdict.plan().seed()),
                new Fact("Fingerprint", verdict.fingerprint().id())));
        return facts;
    }

    /** Cells in their order, then what is pooled. */
    private static List<Block> blocks(DuelVerdict verdict) {
        Map<String, List<ComparisonVerdict>> bySubject = Stream.concat(
                        verdict.state().comparisons().stream(), verdict.state().reported().stream())
                .collect(Collectors.groupingBy(ComparisonVerdict::subject, LinkedHashMap::new, Collectors.toList()));
        List<Block> blocks = new ArrayList<>();
        bySubject.forEach((subject, verdicts) -> blocks.add(block(verdict, subject, verdicts)));
        return blocks;
    }

    private static Block block(DuelVerdict verdict, String subject, Collection<ComparisonVerdict> verdicts) {
        DuelTracks tracks = DuelTracks.of(verdicts, verdict.plan().tolerances());
        return new Block(
                subject,
                about(verdict, subject),
                tracks.scale(),
                verdicts.stream().map(each -> row(verdict, each, tracks)).toList());
    }

    private static String about(DuelVerdict verdict, String subject) {
        return verdict.plan().cells().stream()
                .filter(cell -> cell.name().equals(subject))
                .map(cell -> tally(cell, verdict.tally(cell)))
                .findFirst()
                .orElse("pooled");
    }

    private static String tally(PairedCell cell, UnitTally tally) {
        return cell + ": " + tally.fit() + " units counted, " + tally.unfit() + " unfit"
                + (tally.reasons().isEmpty() ? "" : " (" + String.join("; ", tally.reasons()) + ")")
                + tally.notes().stream()
                        .limit(MOST_NOTES)
                        .map(note -> "; note: " + note)
                        .collect(Collectors.joining())
                + (tally.notes().size() > MOST_NOTES
                        ? "; " + (tally.notes().size() - MOST_NOTES) + " more notes in units.jsonl"
                        : "");
    }

    private static Row row(DuelVerdict duel, ComparisonVerdict verdict, DuelTracks tracks) {
        return new Row(
                Mark.of(verdict.outcome()),
                verdict.compared().toString(),
                verdict.compared().metric().meaning() + verdict.compared().ofRequest(),
                verdict.effect().map(effect -> change(verdict, effect)).orElse("n/a"),
                verdict.effect().map(DuelPage::interval).orElse(""),
                Optional.ofNullable(
                                duel.plan().tolerances().get(verdict.compared().metric()))
                        .map(DuelPage::limits)
                        .orElse(""),
                verdict.effect().map(effect -> String.valueOf(effect.units())).orElse(""),
                Sentences.of(duel.plan(), verdict),
                tracks.of(verdict));
    }

    /** Shares of requests are compared by their difference. */
    static String change(ComparisonVerdict verdict, Effect effect) {
        String unit = verdict.compared().isCount() ? "points" : "%";
        return String.format(Locale.ROOT, "%+.2f %s", 100 * effect.change(), unit);
    }

    static String interval(Effect effect) {
        return String.format(Locale.ROOT, "%+.2f to %+.2f", 100 * effect.low(), 100 * effect.high());
    }

    private static String limits(Tolerance tolerance) {
        return percent(tolerance.tolerate()) + ", " + percent(tolerance.caught());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
