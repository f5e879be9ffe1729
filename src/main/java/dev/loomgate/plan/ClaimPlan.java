package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run that holds the studies' claims against this machine.
 *
 * @param plan its cells are all that some claim looks at
 * @param studies who found it, by the letters that ids begin with
 * @param claims in the order of the file
 * @param pairs two variants each that a claim compares under one load
 * @param ofPairs how long they are measured; empty where there are none
 * @param rounds how often each cell and each pair is measured at most, each time on fresh boots; ramps once
 * @param atMost wall-clock time within which all has to end, by what it took in earlier rounds
 * @param strict a claim that fails is red; else it is a finding
 */
public record ClaimPlan(
        Plan plan,
        Map<String, String> studies,
        List<Claim> claims,
        List<PairedCell> pairs,
        Optional<UnitScale> ofPairs,
        int rounds,
        Duration atMost,
        boolean strict) {
    /** One round decides nothing. */
    public static final int FEWEST_ROUNDS = 2;

    /** Chance decides which variant is loaded first; the same draws in every run. */
    private static final long SEED = 1;

    public ClaimPlan {
        studies = Ordered.copy(studies);
        claims = List.copyOf(claims);
        pairs = List.copyOf(pairs);
        if (rounds < FEWEST_ROUNDS) {
            throw new IllegalArgumentException("one round says nothing of the spread of rounds, so " + FEWEST_ROUNDS
                    + " are needed, not " + rounds);
        }
    }

    /**
     * Pairs by the servers on which they are measured: of those of which one of these claims asks something, all. What is
     * asked for its memory or its threads comes first on its servers. Those that are recorded do nothing else: threads
     * that another workload has left share the work, and of one that hardly runs the recording takes no sample.
     */
    public List<List<ArmGroup>> pairBoots(List<Claim> asking) {
        return ArmGroup.byBoot(
                        ArmGroup.of(pairs),
                        pairs.stream()
                                .filter(pair -> claims.stream().anyMatch(claim -> claim.wantsFirst(pair)))
                                .collect(Collectors.toSet()),
                        asked(claims, Relation::isOfRecordings))
                .stream()
                .filter(boot -> boot.stream().anyMatch(group -> needs(asking, group)))
                .toList();
    }

    /** Pairs of which none of these claims asks something, nor of what is measured together with them. */
    public Set<PairedCell> notAsked(List<Claim> asking) {
        return ArmGroup.of(pairs).stream()
                .filter(group -> !needs(asking, group))
                .flatMap(group -> group.pairs().stream())
                .collect(Collectors.toSet());
    }

    private static boolean needs(List<Claim> asking, ArmGroup group) {
        return group.pairs().stream().anyMatch(pair -> relations(asking).anyMatch(relation -> relation.needs(pair)));
    }

    /**
     * How pairs are measured, where there are any; with a ceiling where a claim asks what each variant answers at most,
     * and with a recording where one that is still open asks what that tells.
     *
     * @param asking claims that are still open
     */
    public UnitPlan units(List<Claim> asking) {
        return new UnitPlan(
                plan,
                ofPairs.orElseThrow(),
                asked(claims, relation -> relation.metric() == Metric.CEILING),
                asked(asking, Relation::isOfRecordings),
                notAsked(asking),
                SEED);
    }

    /** Pairs of which one of these claims asks such a thing. */
    private Set<PairedCell> asked(List<Claim> asking, Predicate<Relation> such) {
        return pairs.stream()
                .filter(pair -> relations(asking).filter(such).anyMatch(relation -> relation.needs(pair)))
                .collect(Collectors.toSet());
    }

    public ClaimPlan with(Plan other) {
        return new ClaimPlan(other, studies, claims, pairs, ofPairs, rounds, atMost, strict);
    }

    /** What is measured cell by cell: all that no pair tells. */
    public List<Cell> alone() {
        return plan.cells().stream()
                .filter(cell -> relations(claims).anyMatch(relation -> isAlone(relation, cell)))
                .toList();
    }

    /** The cells of {@link #alone} of which one of these claims asks something, in the order they are measured. */
    public List<Cell> alone(List<Claim> asking) {
        return alone().stream()
                .filter(cell -> relations(asking).anyMatch(relation -> isAlone(relation, cell)))
                .toList();
    }

    private boolean isAlone(Relation relation, Cell cell) {
        return !relation.isOfPairs() && pairs.stream().noneMatch(relation::isReadOff) && relation.isAbout(cell);
    }

    private static Stream<Relation> relations(List<Claim> claims) {
        return claims.stream().flatMap(claim -> claim.relations().stream());
    }
}
