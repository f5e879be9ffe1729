package dev.loomgate.plan;

import java.util.Set;

/**
 * How the units of a duel, or the pairs of a run of claims, are measured.
 *
 * @param plan what is the same for every run: launcher, JDKs, images, guards, folders
 * @param ceilings cells whose units also show what each arm answers at most, which takes phases of its own
 * @param recorded cells whose windows come once more behind the others, with a flight recording
 * @param onlyWarmed cells of which nothing is asked any more: their load only comes before that of others, so that
 *     servers have done the same as in earlier units
 * @param seed of the random source; with the number of a unit it decides everything that is left to chance
 */
public record UnitPlan(
        Plan plan,
        UnitScale scale,
        Set<PairedCell> ceilings,
        Set<PairedCell> recorded,
        Set<PairedCell> onlyWarmed,
        long seed) {
    public UnitPlan {
        ceilings = Set.copyOf(ceilings);
        recorded = Set.copyOf(recorded);
        onlyWarmed = Set.copyOf(onlyWarmed);
    }

    /** Of which all is asked, but for what a recording tells. */
    public UnitPlan(Plan plan, UnitScale scale, Set<PairedCell> ceilings, long seed) {
        this(plan, scale, ceilings, Set.of(), Set.of(), seed);
    }

    public boolean onlyWarms(ArmGroup group) {
        return onlyWarmed.containsAll(group.pairs());
    }

    /** Of a unit, without those in which arms settle. */
    public int windows(ArmGroup group) {
        return onlyWarms(group) ? 0 : scale.windows(group.workload());
    }

    public boolean asksForCeiling(ArmGroup group) {
        return !onlyWarms(group) && group.isAmong(ceilings);
    }

    /** How many windows of a unit are recorded: none, or as many as are measured. */
    public int recordedWindows(ArmGroup group) {
        return group.isAmong(recorded) ? windows(group) : 0;
    }
}
