package dev.loomgate.study;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Counted;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Claim;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Relation;
import dev.loomgate.report.Figures;
import dev.loomgate.report.MarkdownSummary;
import dev.loomgate.store.DurableFile;
import dev.loomgate.verdict.ClaimVerdict;
import dev.loomgate.verdict.ClaimVerdict.Outcome;
import dev.loomgate.verdict.ClaimVerdict.RelationVerdict;
import dev.loomgate.verdict.Sentences;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes what became of the studies' claims: {@code claims.md}, one table per claim. */
final class ClaimsWriter {
    /** How often a look at one relation may err. */
    private static final double EACH = 0.025;

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

    static List<String> lines(
            ClaimPlan plan, Map<String, List<ClaimVerdict>> byRuntime, Fingerprint fingerprint, Duration wallTime) {
        List<String> lines = new ArrayList<>(List.of(
                "# What became of the studies' claims",
                "",
                "Measured in " + Figures.duration(wallTime) + ", scale "
                        + plan.plan().scale().name() + ", at most " + done(byRuntime) + " of " + plan.rounds()
                        + " rounds of fresh boots. Fingerprint "
                        + fingerprint.id()
                        + ".",
                "",
                pairs(plan)
                        + "*Holds*: the whole 95 % interval is where the claim has it. *Fails*: none of it is. *Alike*: both sides of an"
                        + " order differ by less than the claim's margin, 3 % unless it says otherwise. *Undecided*: anything"
                        + " else; behind it stands how many rounds in all would decide it, if they go on like those so far."
                        + " *Not asked*: this machine can't put the question.",
                "",
                errors(byRuntime)));
        lines.addAll(studies(plan));
        lines.addAll(differences(byRuntime));
        byRuntime.forEach((runtime, verdicts) -> {
            lines.addAll(List.of("", "## On " + MarkdownSummary.escape(runtime), "", claims(verdicts), ""));
            lines.addAll(overview(verdicts));
            verdicts.forEach(verdict -> lines.addAll(details(verdict)));
        });
        lines.addAll(List.of("", "## The machine", "", "| | |", "|---|---|"));
        fingerprint.facts().forEach((name, value) -> {
            if (!isPlace(name)) {
                lines.add("| " + MarkdownSummary.escape(name) + " | " + MarkdownSummary.escape(value) + " |");
            }
        });
        return lines;
    }

    private static String pairs(ClaimPlan plan) {
        if (plan.pairs().isEmpty()) {
            return "";
        }
        return "Pairs had their load in the same seconds"
                + plan.pairs().stream()
                        .filter(cell -> cell.inTurn().isPresent())
                        .map(cell -> cell.workload().name())
                        .distinct()
                        .sorted()
                        .reduce((one, other) -> one + ", " + other)
                        .map(workloads -> ", or in turns: " + workloads)
                        .orElse("")
                + "." + heaps(plan) + " All else was measured one server after the other.\n\n";
    }

    /** {@code  On aggregate-100 the heap was 768 MiB, …}; empty where all have that of their runtime. */
    private static String heaps(ClaimPlan plan) {
        Set<JvmRuntime> usual = plan.plan().cells().stream().map(Cell::runtime).collect(Collectors.toSet());
        Map<Integer, TreeSet<String>> others = new TreeMap<>();
        for (PairedCell pair : plan.pairs()) {
            if (!usual.contains(pair.baseline().runtime())) {
                others.computeIfAbsent(pair.baseline().runtime().heapMebibytes(), none -> new TreeSet<>())
                        .add(pair.workload().name());
            }
        }
        return others.entrySet().stream()
                .map(heap -> " On " + String.join(", ", heap.getValue()) + " the heap was " + heap.getKey()
                        + " MiB, touched before the start.")
                .collect(Collectors.joining());
    }

    /** What the letters of the ids stand for; nothing where the file does not say it. */
    private static List<String> studies(ClaimPlan plan) {
        List<String> rows = plan.studies().entrySet().stream()
                .filter(study ->
                        plan.claims().stream().anyMatch(claim -> claim.id().startsWith(study.getKey() + "-")))
                .map(study -> "| " + study.getKey() + " | " + MarkdownSummary.escape(study.getValue()) + " |")
                .toList();
        return rows.isEmpty()
                ? List.of()
                : Stream.concat(Stream.of("", "| | study |", "|---|---|"), rows.stream())
                        .toList();
    }

    /** How often this page may be wrong: each end of an interval errs for itself, so the mean adds up. */
    private static String errors(Map<String, List<ClaimVerdict>> byRuntime) {
        List<RelationVerdict> all = byRuntime.values().stream()
                .flatMap(List::stream)
                .flatMap(verdict -> verdict.relations().stream())
                .toList();
        List<RelationVerdict> decided = all.stream()
                .filter(relation -> relation.outcome() != Outcome.UNDECIDED)
                .toList();
        return String.format(
                Locale.ROOT,
                "%d of %s are decided. Each is looked at after its second round, and after each further one until its claim"
                        + " is decided. A look may be wrong once in forty times, so that at most %.1f of these decisions are, on"
                        + " average; nothing is corrected for there being many. Other hours of a machine may differ by more"
                        + " than that.",
                decided.size(),
                Counted.of(all.size(), "relation"),
                decided.stream()
                        .mapToDouble(relation -> EACH * (relation.rounds() - 1))
                        .sum());
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

    /** What a claim becomes on one runtime and not on another; nothing where there is one. */
    private static List<String> differences(Map<String, List<ClaimVerdict>> byRuntime) {
        if (byRuntime.size() < 2) {
            return List.of();
        }
        Map<Claim, List<Outcome>> outcomes = byRuntime.values().stream()
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(
                        ClaimVerdict::claim,
                        LinkedHashMap::new,
                        Collectors.mapping(ClaimVerdict::outcome, Collectors.toList())));
        List<String> lines = new ArrayList<>(List.of("", "## What differs between them", ""));
        lines.add("| claim |"
                + byRuntime.keySet().stream()
                        .map(runtime -> " " + MarkdownSummary.escape(runtime) + " |")
                        .collect(Collectors.joining()));
        lines.add("|---|" + "---|".repeat(byRuntime.size()));
        outcomes.forEach((claim, each) -> {
            if (each.stream().distinct().count() > 1) {
                lines.add("| " + claim.id() + " |"
                        + each.stream()
                                .map(outcome -> " " + outcome.word() + " |")
                                .collect(Collectors.joining()));
            }
        });
        return lines;
    }

    /** {@code Of 30 claims 10 hold: LUND-2, LUND-6; …}. */
    private static String claims(List<ClaimVerdict> verdicts) {
        Map<Outcome, List<String>> ids = verdicts.stream()
                .collect(Collectors.groupingBy(
                        ClaimVerdict::outcome,
                        TreeMap::new,
                        Collectors.mapping(verdict -> verdict.claim().id(), Collectors.toList())));
        return "Of " + Counted.of(verdicts.size(), "claim") + ": "
                + ids.entrySet().stream()
                        .map(outcome -> outcome.getValue().size() + " "
                                + outcome.getKey().word() + " (" + String.join(", ", outcome.getValue()) + ")")
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private static List<String> overview(List<ClaimVerdict> verdicts) {
        List<String> lines =
                new ArrayList<>(List.of("| claim | | the study | here | relations |", "|---|---|---|---|---|"));
        for (ClaimVerdict verdict : verdicts) {
            lines.add("| " + verdict.claim().id() + " | "
                    + MarkdownSummary.escape(verdict.claim().says()) + " | "
                    + MarkdownSummary.escape(verdict.claim().figures()) + " | **"
                    + verdict.outcome().word() + "** | "
                    + counts(verdict) + " |");
        }
        return lines;
    }

    /** {@code 2 hold, 1 undecided}: a claim of several parts fails with any of them. */
    private static String counts(ClaimVerdict verdict) {
        return Arrays.stream(Outcome.values())
                .map(outcome -> Map.entry(
                        outcome,
                        verdict.relations().stream()
                                .filter(relation -> relation.outcome() == outcome)
                                .count()))
                .filter(count -> count.getValue() > 0)
                .map(count -> count.getValue() + " " + count.getKey().word())
                .collect(Collectors.joining(", "));
    }

    private static List<String> details(ClaimVerdict verdict) {
        List<String> lines = new ArrayList<>(List.of(
                "", "### " + verdict.claim().id() + ": " + verdict.outcome().word()));
        if (!verdict.claim().remark().isEmpty()) {
            lines.addAll(List.of("", MarkdownSummary.escape(verdict.claim().remark())));
        }
        if (!verdict.claim().notAsked().isEmpty()) {
            lines.addAll(List.of(
                    "",
                    "Not asked here: " + MarkdownSummary.escape(verdict.claim().notAsked())));
        }
        if (!verdict.relations().isEmpty()) {
            lines.addAll(List.of(
                    "", "| claimed | the study | here | interval | rounds | |", "|---|---|---:|---:|---:|---|"));
            verdict.relations().forEach(relation -> lines.add(row(relation)));
            List<String> doubts = verdict.relations().stream()
                    .flatMap(relation -> relation.doubts().stream())
                    .distinct()
                    .map(doubt -> "- " + MarkdownSummary.escape(doubt) + ".")
                    .toList();
            if (!doubts.isEmpty()) {
                lines.addAll(List.of("", "What may have moved it:", ""));
                lines.addAll(doubts);
            }
        }
        // Written by hand, of a run in which the claim failed: what is undecided here may not differ at all.
        if (verdict.outcome() == Outcome.FAILS && !verdict.claim().differs().isEmpty()) {
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
        String unit = Sentences.unit(relation);
        return "| " + MarkdownSummary.escape(Sentences.claimed(relation)) + " | " + study(verdict, unit) + " | "
                + (known ? number(verdict.value()) + unit : "n/a") + " | "
                + (known
                        ? number(verdict.low()) + " to " + number(verdict.high())
                        : MarkdownSummary.escape(verdict.reason()))
                + " | " + verdict.rounds() + " | " + verdict.outcome().word()
                + more(verdict) + " |";
    }

    /** {@code , some 4 rounds}: empty where it is decided, and where that can't be told. */
    private static String more(RelationVerdict verdict) {
        return verdict.roundsToDecide().stream()
                .mapToObj(rounds -> rounds > RelationVerdict.MOST_ROUNDS
                        ? ", more than " + RelationVerdict.MOST_ROUNDS + " rounds"
                        : ", some " + rounds + " rounds")
                .collect(Collectors.joining());
    }

    /** {@code 0.987, excluded}: what the study found, and whether that can be true here. */
    private static String study(RelationVerdict verdict, String unit) {
        return verdict.relation().study().isPresent()
                ? number(verdict.relation().study().getAsDouble())
                        + unit
                        + (verdict.excludesTheStudy() ? ", excluded" : "")
                : "–";
    }

    private static String number(double value) {
        return Double.isInfinite(value) ? "∞" : Figures.number(value);
    }
}
