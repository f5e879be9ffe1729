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
 * @param pairs two variants each that a claim compares at one rate; empty where all is measured cell by cell
 * @param rounds how often each cell and each pair is measured, each time on fresh boots; ramps once
 * @param atMost wall-clock time after which no further server is booted
 * @param strict a claim that fails is red; else it is a finding
 */
public record ClaimPlan(
        Plan plan, List<Claim> claims, Optional<Pairs> pairs, int rounds, Duration atMost, boolean strict) {
    public ClaimPlan {
        claims = List.copyOf(claims);
        if (rounds < 2) {
            throw new IllegalArgumentException(
                    "one round says nothing of the spread of rounds, so 2 are needed, not " + rounds);
        }
    }

    /**
     * Pairs of variants whose servers are up at the same time.
     *
     * @param duel how they are measured; its tolerances and looks are of no account
     * @param inTurn workloads on which two servers would compete for their CPUs: they are loaded one after the other
     */
    public record Pairs(DuelPlan duel, Set<String> inTurn) {
        public Pairs {
            inTurn = Set.copyOf(inTurn);
        }

        /** Those that are loaded one after the other. */
        public List<DuelCell> cellsInTurn() {
            return duel.cells().stream()
                    .filter(cell -> inTurn.contains(cell.workload().name()))
                    .toList();
        }

        /** By the pair of servers on which they are measured. */
        public List<List<DuelCell>> boots() {
            return Boots.by(DuelCell::pair, duel.cells());
        }
    }

    public ClaimPlan with(Plan other) {
        return new ClaimPlan(
                other,
                claims,
                pairs.map(two -> new Pairs(two.duel().withPlan(other), two.inTurn())),
                rounds,
                atMost,
                strict);
    }

    /** What is measured cell by cell: all that no pair tells. */
    public List<Cell> alone() {
        return plan.cells().stream()
                .filter(cell -> claims.stream()
                        .flatMap(claim -> claim.relations().stream())
                        .anyMatch(relation -> !(pairs.isPresent() && relation.isOfPairs()) && relation.isAbout(cell)))
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
