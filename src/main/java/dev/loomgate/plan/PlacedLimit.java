package dev.loomgate.plan;

import java.util.List;
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

    /** The same for each of these requests alone; itself where there are none. */
    List<PlacedLimit> ofRequests(List<String> names) {
        return names.isEmpty()
                ? List.of(this)
                : names.stream()
                        .map(name -> new PlacedLimit(limit.of(name), scales, entry, place))
                        .toList();
    }

    boolean appliesIn(String scale) {
        return scales.isEmpty() || scales.contains(scale);
    }
}
