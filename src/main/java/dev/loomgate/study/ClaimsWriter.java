package dev.loomgate.study;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.Relation;
import dev.loomgate.report.Figures;
import dev.loomgate.report.MarkdownSummary;
import dev.loomgate.store.DurableFile;
import dev.loomgate.verdict.ClaimVerdict;
import dev.loomgate.verdict.ClaimVerdict.RelationVerdict;
import dev.loomgate.verdict.Sentences;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes what became of the studies' claims: {@code claims.md}, one table per claim. */
final class ClaimsWriter {
    /** Who differs by no more is alike, for most purposes. */
    private static final double ALIKE = 0.05;

    private final Path output;

    /** @param output folder of the run */
    ClaimsWriter(Path output) {
        this.output = output;
    }

    /** Writes the file, and gives back its lines. */
    List<String> write(
            ClaimPlan plan, Map<String, List<ClaimVerdict>> byRuntime, Fingerprint fingerprint, Duration wallTime) {
        List<String> lines = lines(plan, byRuntime, fingerprint, wallTime);
        DurableFile.replace(output.resolve("claims.md"), String.join("\n", lines) + "\n");
        return lines;
    }

    /** The lines of the file. */
    static List<String> lines(
            ClaimPlan plan, Map<String, List<ClaimVerdict>> byRuntime, Fingerprint fingerprint, Duration wallTime) {
        List<String> lines = new ArrayList<>();
        lines.add("# What became of the studies' claims");
        lines.add("");
        lines.add(
                "Measured in " + Figures.duration(wallTime) + ", scale "
                        + plan.plan().scale().name() + ", at most " + done(byRuntime) + " of " + plan.rounds()
                        + " rounds of fresh boots (a column tells how many stand behind each line). Fingerprint "
                        + fingerprint.id()
                        + ". A relation holds when its whole 95 % interval is where the claim has it, fails"
                        + " when none of it is, and is undecided in between. A holds or fails may be chance once in forty times, and"
                        + " nothing is corrected for there being many. The interval of a capacity is another one: all that the"
                        + " searches of all rounds, each on a boot of its own, have left open between a rate that was held and one that was not.");
        byRuntime.forEach((runtime, verdicts) -> {
            lines.add("");
            lines.add("## On " + MarkdownSummary.escape(runtime));
            lines.add("");
            lines.addAll(overview(verdicts));
            verdicts.forEach(verdict -> lines.addAll(details(verdict)));
        });
        lines.add("");
        lines.add("## The machine");
        lines.add("");
        lines.add("| | |");
        lines.add("|---|---|");
        fingerprint.facts().forEach((name, value) -> {
            if (!isPlace(name)) {
                lines.add("| " + MarkdownSummary.escape(name) + " | " + MarkdownSummary.escape(value) + " |");
            }
        });
        return lines;
    }

    /** Rounds so far: the file is written after each. */
    private static int done(Map<String, List<ClaimVerdict>> byRuntime) {
        return byRuntime.values().stream()
                .flatMap(List::stream)
                .flatMap(verdict -> verdict.relations().stream())
                .mapToInt(RelationVerdict::rounds)
                .max()
                .orElse(0);
    }

    /** Where something lies on this machine says nothing to those who read it elsewhere. */
    private static boolean isPlace(String fact) {
        return fact.contains(" home") || fact.endsWith(" path");
    }

    private static List<String> overview(List<ClaimVerdict> verdicts) {
        List<String> lines = new ArrayList<>(List.of("| claim | | here | relations |", "|---|---|---|---|"));
        for (ClaimVerdict verdict : verdicts) {
            lines.add("| " + verdict.claim().id() + " | "
                    + MarkdownSummary.escape(verdict.claim().says()) + " | **" + word(verdict.outcome()) + "** | "
                    + counts(verdict) + " |");
        }
        return lines;
    }

    /** {@code 2 hold, 1 undecided}: a claim of several parts fails with any of them. */
    private static String counts(ClaimVerdict verdict) {
        return Arrays.stream(ClaimVerdict.Outcome.values())
                .map(outcome -> Map.entry(
                        outcome,
                        verdict.relations().stream()
                                .filter(relation -> relation.outcome() == outcome)
                                .count()))
                .filter(count -> count.getValue() > 0)
                .map(count -> count.getValue() + " " + word(count.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static List<String> details(ClaimVerdict verdict) {
        List<String> lines = new ArrayList<>(List.of(
                "",
                "### " + verdict.claim().id() + ": " + word(verdict.outcome()),
                "",
                MarkdownSummary.escape(verdict.claim().says()) + " The study's figures: "
                        + MarkdownSummary.escape(verdict.claim().figures()) + "."));
        if (!verdict.claim().remark().isEmpty()) {
            lines.addAll(List.of("", MarkdownSummary.escape(verdict.claim().remark())));
        }
        lines.addAll(List.of("", "| claimed | here | interval | rounds | |", "|---|---:|---:|---:|---|"));
        verdict.relations().forEach(relation -> lines.add(row(relation)));
        // Written by hand, of a run in which the claim failed: what is undecided here may not differ at all.
        if (verdict.outcome() == ClaimVerdict.Outcome.FAILS
                && !verdict.claim().differs().isEmpty()) {
            lines.addAll(List.of(
                    "",
                    "Why it differs, as written down in claims.yml when it was first seen: "
                            + MarkdownSummary.escape(verdict.claim().differs())));
        }
        return lines;
    }

    private static String row(RelationVerdict verdict) {
        Relation relation = verdict.relation();
        boolean known = verdict.reason().isEmpty();
        String unit = relation.over().isPresent()
                ? ""
                : " " + relation.metric().unit().symbol();
        return "| " + MarkdownSummary.escape(Sentences.claimed(relation)) + " | "
                + (known ? number(verdict.value()) + unit : "n/a") + " | "
                + (known
                        ? number(verdict.low()) + " to " + number(verdict.high())
                        : MarkdownSummary.escape(verdict.reason()))
                + " | " + verdict.rounds() + " | " + word(verdict.outcome()) + equality(verdict) + " |";
    }

    /** An order that is neither there nor reversed, because both are alike: that is something else than not to know. */
    private static String equality(RelationVerdict verdict) {
        boolean order = verdict.relation().over().isPresent()
                && verdict.relation().low() == 0
                && verdict.relation().high() == 1;
        double most = Math.max(verdict.high() - 1, 1 - verdict.low());
        return order && verdict.outcome() == ClaimVerdict.Outcome.UNDECIDED && verdict.rounds() > 1 && most <= ALIKE
                ? String.format(Locale.ROOT, ": alike, within %.1f %%", 100 * most)
                : "";
    }

    private static String number(double value) {
        return Double.isInfinite(value) ? "∞" : Figures.number(value);
    }

    private static String word(ClaimVerdict.Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }
}
