package dev.loomgate.plan;

import java.util.Set;

/**
 * A limit and where it stands.
 *
 * @param scales it is applied in; empty means all
 * @param entry where the entry with the selectors begins
 * @param place where the expression begins
 */
record PlacedLimit(Limit limit, Set<String> scales, SourcePosition entry, SourcePosition place) {
    PlacedLimit {
        scales = Set.copyOf(scales);
    }

    boolean appliesIn(String scale) {
        return scales.isEmpty() || scales.contains(scale);
    }
}
