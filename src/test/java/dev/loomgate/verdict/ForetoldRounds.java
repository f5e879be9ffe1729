package dev.loomgate.verdict;

import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Claim;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Relation;
import dev.loomgate.store.Earlier;
import dev.loomgate.store.RunRecord;
import dev.loomgate.store.UnitsFile;
import dev.loomgate.verdict.ClaimVerdict.Outcome;
import dev.loomgate.verdict.ClaimVerdict.RelationVerdict;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How often the interval of a relation is wrong, by runs of the claims that were kept: of all that two rounds foretell
 * of others 5 % may lie outside. Relations of pairs with windows, and what is read once of each pair.
 */
public final class ForetoldRounds {
    private static final int GIVEN = 2;
    private static final int COUNT_OF_A_COMPARISON = 4;
    private static final Set<Integer> ANY_JAVA = Set.of(11, 17, 21, 25);
    private static final List<Metric> READ_ONCE = List.of(Metric.LIVE_HEAP, Metric.RSS, Metric.THREADS_PEAK);

    private ForetoldRounds() {}

    /**
     * What a round says of a relation.
     *
     * @param log of its ratio
     * @param expected standard deviation that its windows let expect
     */
    private record Told(double log, double expected) {}

    /**
     * Two rounds and others.
     *
     * @param others mean of what they say
     * @param count of the others
     */
    private record Case(List<Told> given, double others, int count) {
        static Case of(List<Told> given, List<Told> others) {
            return new Case(
                    given, others.stream().mapToDouble(Told::log).average().orElseThrow(), others.size());
        }

        boolean isOutside(Function<List<Told>, OverRounds> interval) {
            return ForetoldRounds.isOutside(interval.apply(given), given.size(), others, count);
        }
    }

    /** Of each folder that a run has left; of two, rounds of each foretell those of the other, too. */
    public static void print(List<Path> folders, PrintStream out) {
        List<Map<Relation, List<Told>>> runs = new ArrayList<>();
        for (Path folder : folders) {
            ClaimPlan plan = PlanReader.readClaims(
                    Earlier.in(RunRecord.Kind.CELLS, folder)
                            .orElseThrow()
                            .record()
                            .asked(),
                    ANY_JAVA);
            List<ClaimJudge.Round> kept = rounds(plan, folder, out);
            Map<Relation, List<Told>> run = told(plan, kept, folder, out);
            runs.add(run);
            say(
                    out,
                    folder + ", a third round",
                    run.values().stream().flatMap(ForetoldRounds::thirds).toList());
            READ_ONCE.forEach(metric -> readOnce(plan, kept, metric, out));
        }
        if (runs.size() == 2) {
            say(
                    out,
                    "two rounds of the other run",
                    Stream.concat(ofOther(runs.getFirst(), runs.getLast()), ofOther(runs.getLast(), runs.getFirst()))
                            .toList());
        }
    }

    private static List<ClaimJudge.Round> rounds(ClaimPlan plan, Path folder, PrintStream out) {
        return UnitsFile.ofPairs(folder).read(plan.pairs(), out::println).stream()
                .collect(Collectors.groupingBy(UnitRun::number, TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(units -> new ClaimJudge.Round(List.of(), units))
                .toList();
    }

    /** Of all pairs that the run has three times and that come first on their servers, whether or not a claim asks it. */
    private static void readOnce(ClaimPlan plan, List<ClaimJudge.Round> rounds, Metric metric, PrintStream out) {
        if (rounds.size() <= GIVEN) {
            return;
        }
        List<Relation> ofAll = plan.pairs().stream()
                .filter(pair -> plan.claims().stream().anyMatch(claim -> claim.wantsFirst(pair)))
                .map(pair -> new Relation(
                        metric,
                        pair.workload().name(),
                        pair.loadOfEach(),
                        pair.candidate().variant().name(),
                        Optional.of(pair.baseline().variant().name()),
                        0,
                        1,
                        0,
                        OptionalDouble.empty()))
                .toList();
        List<Claim> asked = List.of(new Claim("", "", "", "", "", "", ofAll));
        List<Map<Relation, RelationVerdict>> each = rounds.subList(0, GIVEN + 1).stream()
                .map(round -> judged(plan, asked, List.of(round)))
                .toList();
        int cases = 0;
        int outside = 0;
        int outsideAlone = 0;
        for (int third = 0; third <= GIVEN; third++) {
            List<ClaimJudge.Round> given = new ArrayList<>(rounds.subList(0, GIVEN + 1));
            given.remove(third);
            for (RelationVerdict two : judged(plan, asked, given).values()) {
                List<Double> logs = each.stream()
                        .map(round -> round.get(two.relation()))
                        .flatMap(Stream::ofNullable)
                        .filter(one -> one.rounds() == 1)
                        .map(one -> Math.log(one.value()))
                        .collect(Collectors.toCollection(ArrayList::new));
                if (logs.size() > GIVEN) {
                    double other = logs.remove(third);
                    cases++;
                    outside += isOutside(new OverRounds(two.value(), two.low(), two.high()), GIVEN, other, 1) ? 1 : 0;
                    outsideAlone += isOutside(OverRounds.ofLogs(logs), GIVEN, other, 1) ? 1 : 0;
                }
            }
        }
        out.printf(
                Locale.ROOT,
                "  %s, read once of a pair: %d cases, outside %.1f %% by Student's t alone, %.1f %% as other pairs let expect%n",
                metric,
                cases,
                100.0 * outsideAlone / cases,
                100.0 * outside / cases);
    }

    private static boolean isOutside(OverRounds mean, int given, double others, int count) {
        double reach = Math.log(mean.high() / mean.value());
        return Math.abs(Math.log(mean.value()) - others) > reach * Math.sqrt(1 + (double) given / count);
    }

    /** One round alone has an interval by its windows; what is read once has none. */
    private static Map<Relation, List<Told>> told(
            ClaimPlan plan, List<ClaimJudge.Round> rounds, Path folder, PrintStream out) {
        Map<Relation, List<Told>> told = new LinkedHashMap<>();
        for (ClaimJudge.Round round : rounds) {
            judged(plan, List.of(round)).values().stream()
                    .filter(relation -> relation.relation().isOfPairs() && Double.isFinite(relation.high()))
                    .forEach(relation -> told.computeIfAbsent(relation.relation(), none -> new ArrayList<>())
                            .add(told(relation)));
        }
        Map<Relation, RelationVerdict> two = judged(plan, rounds.subList(0, GIVEN));
        two.keySet().removeIf(relation -> told.getOrDefault(relation, List.of()).size() < GIVEN);
        out.printf(
                "%s: %d rounds; of %d relations with windows in two of them two rounds decide %d, by Student's t alone %d%n",
                folder,
                rounds.size(),
                two.size(),
                two.values().stream()
                        .filter(relation -> relation.outcome() != Outcome.UNDECIDED)
                        .count(),
                two.keySet().stream()
                        .filter(relation ->
                                ClaimJudge.outcome(relation, alone(first(told.getOrDefault(relation, List.of()))))
                                        != Outcome.UNDECIDED)
                        .count());
        return told;
    }

    /** Two claims may have the same relation. */
    private static Map<Relation, RelationVerdict> judged(ClaimPlan plan, List<ClaimJudge.Round> rounds) {
        return judged(plan, plan.claims(), rounds);
    }

    private static Map<Relation, RelationVerdict> judged(
            ClaimPlan plan, List<Claim> claims, List<ClaimJudge.Round> rounds) {
        return ClaimJudge.judge(
                        claims,
                        rounds,
                        plan.plan().scale().iterations(),
                        plan.plan().guards().jitShare())
                .stream()
                .flatMap(claim -> claim.relations().stream())
                .collect(Collectors.toMap(
                        RelationVerdict::relation, Function.identity(), (one, same) -> one, LinkedHashMap::new));
    }

    private static Told told(RelationVerdict ofOneRound) {
        double deviations = new OneSided(1, 0, Double.POSITIVE_INFINITY)
                .reach(OverRounds.EACH_SIDE, 1, OverRounds.EXPECTED_COUNTS_AS);
        return new Told(Math.log(ofOneRound.value()), Math.log(ofOneRound.high() / ofOneRound.value()) / deviations);
    }

    private static List<Told> first(List<Told> rounds) {
        return rounds.stream().limit(GIVEN).toList();
    }

    private static Stream<Case> thirds(List<Told> rounds) {
        return rounds.size() <= GIVEN
                ? Stream.empty()
                : Stream.of(0, 1, 2).map(third -> {
                    List<Told> given = new ArrayList<>(rounds.subList(0, GIVEN + 1));
                    return Case.of(given, List.of(given.remove((int) third)));
                });
    }

    private static Stream<Case> ofOther(Map<Relation, List<Told>> given, Map<Relation, List<Told>> others) {
        return given.entrySet().stream().flatMap(relation -> {
            List<Told> two = first(relation.getValue());
            List<Told> other = first(others.getOrDefault(relation.getKey(), List.of()));
            return two.size() < GIVEN || other.size() < GIVEN ? Stream.empty() : Stream.of(Case.of(two, other));
        });
    }

    private static void say(PrintStream out, String what, List<Case> cases) {
        if (cases.isEmpty()) {
            return;
        }
        out.printf(
                "%s: %d cases, outside %s by Student's t alone, %s with windows as %d rounds, %s as %d%n",
                what,
                cases.size(),
                share(cases, ForetoldRounds::alone),
                share(cases, given -> withWindows(given, OverRounds.EXPECTED_COUNTS_AS)),
                OverRounds.EXPECTED_COUNTS_AS,
                share(cases, given -> withWindows(given, COUNT_OF_A_COMPARISON)),
                COUNT_OF_A_COMPARISON);
    }

    private static String share(List<Case> cases, Function<List<Told>, OverRounds> interval) {
        return String.format(
                Locale.ROOT,
                "%.1f %%",
                100.0 * cases.stream().filter(each -> each.isOutside(interval)).count() / cases.size());
    }

    private static OverRounds alone(List<Told> rounds) {
        return OverRounds.ofLogs(logs(rounds));
    }

    private static OverRounds withWindows(List<Told> rounds, int countAs) {
        double expected = Math.sqrt(rounds.stream()
                .mapToDouble(round -> round.expected() * round.expected())
                .average()
                .orElseThrow());
        return OverRounds.expecting(expected, countAs, logs(rounds));
    }

    private static List<Double> logs(List<Told> rounds) {
        return rounds.stream().map(Told::log).toList();
    }
}
