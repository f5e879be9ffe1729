package dev.loomgate.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A run that holds the studies' claims against this machine.
 *
 * @param plan its cells are all that some claim looks at
 * @param claims in the order of the file
 * @param pairs how two variants that a claim compares at one rate are measured; its tolerances and looks are of no
 *     account; empty where all is measured cell by cell
 * @param rounds how often each cell and each pair is measured, each time on fresh boots; ramps once
 * @param atMost wall-clock time after which no further server is booted
 * @param strict a claim that fails is red; else it is a finding
 */
public record ClaimPlan(
        Plan plan, List<Claim> claims, Optional<DuelPlan> pairs, int rounds, Duration atMost, boolean strict) {
    public ClaimPlan {
        claims = List.copyOf(claims);
        if (rounds < 2) {
            throw new IllegalArgumentException(
                    "one round says nothing of the spread of rounds, so 2 are needed, not " + rounds);
        }
    }

    /** Pairs by the servers on which they are measured. */
    public List<List<DuelCell>> pairBoots() {
        return pairs.map(two -> Boots.by(DuelCell::pair, two.cells())).orElse(List.of());
    }

    public ClaimPlan with(Plan other) {
        return new ClaimPlan(other, claims, pairs.map(two -> two.withPlan(other)), rounds, atMost, strict);
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
