package dev.loomgate.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A run that holds the studies' claims against this machine.
 *
 * @param plan its cells are all that some claim looks at
 * @param claims in the order of the file
 * @param pairs two variants each that a claim compares at one rate, by the servers on which they are measured
 * @param ceilings those of them of which a claim asks what each variant answers at most
 * @param ofPairs how long they are measured; empty where all is measured cell by cell
 * @param rounds how often each cell and each pair is measured, each time on fresh boots; ramps once
 * @param atMost wall-clock time after which no further server is booted
 * @param strict a claim that fails is red; else it is a finding
 */
public record ClaimPlan(
        Plan plan,
        List<Claim> claims,
        List<DuelCell> pairs,
        Set<DuelCell> ceilings,
        Optional<UnitScale> ofPairs,
        int rounds,
        Duration atMost,
        boolean strict) {
    /** Which coins fall is nobody's secret: chance decides which variant is loaded first. */
    private static final long SEED = 1;

    public ClaimPlan {
        claims = List.copyOf(claims);
        pairs = List.copyOf(pairs);
        ceilings = Set.copyOf(ceilings);
        if (rounds < 2) {
            throw new IllegalArgumentException(
                    "one round says nothing of the spread of rounds, so 2 are needed, not " + rounds);
        }
    }

    /** Pairs by the servers on which they are measured. */
    public List<List<DuelCell>> pairBoots() {
        return Boots.by(DuelCell::pair, pairs);
    }

    /** How pairs are measured, where there are any. */
    public UnitPlan units() {
        return new UnitPlan(plan, ofPairs.orElseThrow(), ceilings, SEED);
    }

    public ClaimPlan with(Plan other) {
        return new ClaimPlan(other, claims, pairs, ceilings, ofPairs, rounds, atMost, strict);
    }

    /** What is measured cell by cell: all that no pair tells. */
    public List<Cell> alone() {
        return plan.cells().stream()
                .filter(cell -> claims.stream()
                        .flatMap(claim -> claim.relations().stream())
                        .anyMatch(relation -> !(ofPairs.isPresent() && relation.isOfPairs()) && relation.isAbout(cell)))
                .toList();
    }

    /** The wanted cells by boot, in the order they are measured; a boot without a wanted cell is left out. */
    public List<List<Cell>> boots(Predicate<Cell> which) {
        return Boots.inCompany(alone()).stream()
                .map(boot -> boot.stream().filter(which).toList())
                .filter(boot -> !boot.isEmpty())
                .toList();
    }
}
