package dev.loomgate.plan;

import java.util.List;

/**
 * What a study found, in a form that can fail.
 *
 * @param id {@code LUND-1}
 * @param says the claim, in one sentence
 * @param figures the study's own, which belong to its machine
 * @param remark what is shaky about it; empty when nothing is known
 * @param differs why it comes out differently here, when it does; empty when nobody has found out
 * @param relations all of which have to hold
 */
public record Claim(String id, String says, String figures, String remark, String differs, List<Relation> relations) {
    public Claim {
        relations = List.copyOf(relations);
        if (relations.isEmpty()) {
            throw new IllegalArgumentException("claim " + id + " has no relation that could fail");
        }
    }
}
