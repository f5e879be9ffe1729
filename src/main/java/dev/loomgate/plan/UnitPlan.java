package dev.loomgate.plan;

import java.util.Set;

/**
 * How the units of a duel, or the pairs of a run of claims, are measured.
 *
 * @param plan what is the same for every run: launcher, JDKs, images, guards, folders
 * @param ceilings cells whose units also show what each arm answers at most, which takes phases of its own
 * @param seed of the random source; with the number of a unit it decides everything that is left to chance
 */
public record UnitPlan(Plan plan, UnitScale scale, Set<PairedCell> ceilings, long seed) {
    public UnitPlan {
        ceilings = Set.copyOf(ceilings);
    }
}
