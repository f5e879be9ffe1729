package dev.loomgate.report;

import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.store.DurableFile;
import dev.loomgate.verdict.ComparisonVerdict;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.Sentences;
import dev.loomgate.verdict.UnitTally;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes what a duel found: {@code summary.md}, ready for the summary of a CI job, {@code index.html}, and the same
 * for the console.
 */
public final class DuelWriter {
    private DuelWriter() {}

    /** Writes {@code summary.md} and {@code index.html}; the units themselves are written as they are measured. */
    public static void write(DuelVerdict verdict) {
        List<String> lines = new ArrayList<>(List.of("# " + title(verdict), ""));
        arms(verdict)
                .forEach((arm, java) ->
                        lines.add("- " + MarkdownSummary.escape(arm) + ": " + MarkdownSummary.escape(java)));
        lines.add("");
        verdict.plan().notes().forEach(note -> lines.add("- Note: " + MarkdownSummary.escape(note)));
        for (String sentence : sentences(verdict)) {
            lines.add("- " + MarkdownSummary.escape(sentence));
        }
        lines.addAll(List.of(
                "",
                "| | metric | change | 95 % interval | units | verdict | why |",
                "|---|---|---:|---:|---:|---|---|"));
        Stream.concat(verdict.state().comparisons().stream(), verdict.state().reported().stream())
                .map(DuelWriter::row)
                .forEach(lines::add);
        lines.add("");
        lines.add("Units are pairs of fresh JVMs. A change above 0 is worse for the candidate. " + cost(verdict));
        Path output = verdict.plan().plan().output();
        DurableFile.replace(output.resolve("summary.md"), String.join("\n", lines) + "\n");
        DurableFile.replace(output.resolve("index.html"), DuelPage.text(verdict));
    }

    /** The duel in some lines of text. */
    public static List<String> lines(DuelVerdict verdict) {
        List<String> lines = new ArrayList<>();
        lines.add(title(verdict));
        arms(verdict).forEach((arm, java) -> lines.add("  " + arm + ": " + java));
        verdict.plan().notes().forEach(note -> lines.add("  note: " + note));
        sentences(verdict).forEach(sentence -> lines.add("  " + sentence));
        lines.add(cost(verdict));
        return lines;
    }

    static String title(DuelVerdict verdict) {
        PairedCell first = verdict.plan().cells().getFirst();
        return first.candidate().label() + " against " + first.baseline().label() + ": "
                + count(verdict, ComparisonVerdict.Outcome.REGRESSION) + " regressions, "
                + count(verdict, ComparisonVerdict.Outcome.SUSPECTED) + " suspected, "
                + count(verdict, ComparisonVerdict.Outcome.CLEAR) + " clear, "
                + count(verdict, ComparisonVerdict.Outcome.INCONCLUSIVE) + " inconclusive, "
                + count(verdict, ComparisonVerdict.Outcome.INVALID) + " invalid";
    }

    /** What each arm ran on, in full: version and vendor. */
    static Map<String, String> arms(DuelVerdict verdict) {
        Map<String, String> facts = verdict.fingerprint().facts();
        PairedCell first = verdict.plan().cells().getFirst();
        Map<String, String> arms = new LinkedHashMap<>();
        for (Side side : Side.values()) {
            String runtime = first.arm(side).runtime().name();
            String vendor = facts.get("java vendor of " + runtime);
            arms.put(
                    first.arm(side).label(),
                    "Java " + facts.getOrDefault("java of " + runtime, "unknown")
                            + (vendor == null ? "" : ", " + vendor));
        }
        return arms;
    }

    static long count(DuelVerdict verdict, ComparisonVerdict.Outcome outcome) {
        return verdict.state().comparisons().stream()
                .filter(each -> each.outcome() == outcome)
                .count();
    }

    private static List<String> sentences(DuelVerdict verdict) {
        return Stream.concat(verdict.state().comparisons().stream(), verdict.state().reported().stream())
                .map(each -> each.outcome() + ": " + Sentences.of(verdict.plan(), each))
                .toList();
    }

    private static String row(ComparisonVerdict verdict) {
        String effect = verdict.effect()
                .map(found ->
                        DuelPage.change(verdict, found) + " | " + DuelPage.interval(found) + " | " + found.units())
                .orElse("| | ");
        return "| " + MarkdownSummary.escape(verdict.subject()) + " | "
                + MarkdownSummary.escape(verdict.compared().toString()) + " | " + effect + " | " + verdict.outcome()
                + " | "
                + MarkdownSummary.escape(verdict.reason()) + " |";
    }

    private static String cost(DuelVerdict verdict) {
        int fit = verdict.tallies().values().stream().mapToInt(UnitTally::fit).sum();
        int unfit =
                verdict.tallies().values().stream().mapToInt(UnitTally::unfit).sum();
        return fit + " units counted, " + unfit + " were unfit; "
                + Figures.timeAndLoad(verdict.wallTime(), verdict.loadTime())
                + " of it measured load; random order: -Dloomgate.seed="
                + verdict.plan().seed();
    }
}
