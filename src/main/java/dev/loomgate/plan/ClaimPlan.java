package dev.loomgate.plan;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * A run that holds the studies' claims against this machine.
 *
 * @param plan its cells are all that some claim looks at
 * @param claims in the order of the file
 * @param rounds how often each cell is measured, each time on a fresh boot; ramps once
 * @param atMost wall-clock time after which no further server is booted
 * @param strict a claim that fails is red; else it is a finding
 */
public record ClaimPlan(Plan plan, List<Claim> claims, int rounds, Duration atMost, boolean strict) {
    public ClaimPlan {
        claims = List.copyOf(claims);
        if (rounds < 2) {
            throw new IllegalArgumentException(
                    "one round says nothing of the spread of rounds, so 2 are needed, not " + rounds);
        }
    }

    public ClaimPlan with(Plan other) {
        return new ClaimPlan(other, claims, rounds, atMost, strict);
    }

    /** The wanted cells by boot, in the order they are measured; a boot without a wanted cell is left out. */
    public List<List<Cell>> boots(Predicate<Cell> which) {
        return Boots.inCompany(plan.cells()).stream()
                .map(boot -> boot.stream().filter(which).toList())
                .filter(boot -> !boot.isEmpty())
                .toList();
    }
}
