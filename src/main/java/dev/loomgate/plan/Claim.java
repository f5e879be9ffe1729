package dev.loomgate.plan;

import java.util.List;

/**
 * What a study found, in a form that can fail.
 *
 * @param id {@code LUND-1}
 * @param says the claim, in one sentence
 * @param figures the study's own, which belong to its machine
 * @param remark what is shaky about it; empty when nothing is known
 * @param differs why it comes out differently here, when it does; empty when the reason is not known
 * @param notAsked the part that this machine can't put, why, and which machine could; empty when it can put all of it
 * @param relations all of which have to hold; none where nothing of it can be asked here
 */
public record Claim(
        String id,
        String says,
        String figures,
        String remark,
        String differs,
        String notAsked,
        List<Relation> relations) {
    public Claim {
        relations = List.copyOf(relations);
        if (relations.isEmpty() && notAsked.isEmpty()) {
            throw new IllegalArgumentException("claim " + id + " has no relation that could fail");
        }
    }

    /** Whether it asks for the memory or the threads of this pair, which therefore comes first on its servers. */
    public boolean wantsFirst(PairedCell pair) {
        return relations.stream().anyMatch(relation -> relation.isOfWhatLoadsLeave() && relation.needs(pair));
    }
}
