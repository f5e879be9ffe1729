package dev.loomgate.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code [virtual, webflux]} or the word {@code all}. */
final class NameList {
    static final String ALL = "all";

    private final Values values;
    private final Problems problems;

    NameList(Values values, Problems problems) {
        this.values = values;
        this.problems = problems;
    }

    /** The known ones among the names; unknown and doubled names are reported. */
    List<String> read(@Nullable YamlNode node, String kind, List<String> known) {
        if (node instanceof YamlNode.Scalar word && word.text().equals(ALL)) {
            return known;
        }
        if (node instanceof YamlNode.Scalar word) {
            problems.at(word.place(), "a list of " + kind + "s or the word 'all' is expected, found " + word.kind());
            return List.of();
        }
        var names = new LinkedHashSet<String>();
        for (YamlNode item : values.items(node)) {
            String name = values.text(item);
            if (name != null && !known.contains(name)) {
                problems.unknown(item.place(), kind, name, known);
            } else if (name != null) {
                add(names, name, item.place());
            }
        }
        return List.copyOf(names);
    }

    /** The loads of {@code [500 req/s, 1200 req/s]}. */
    List<LoadProfile> loads(@Nullable YamlNode node) {
        Set<LoadProfile> loads = new LinkedHashSet<>();
        for (YamlNode item : values.items(node)) {
            LoadProfile load = values.load(item);
            if (load != null) {
                add(loads, load, item.place());
            }
        }
        return List.copyOf(loads);
    }

    private <T> void add(Set<T> seen, T value, Place place) {
        if (!seen.add(value)) {
            String shown = value instanceof LoadProfile load ? load.displayName() : String.valueOf(value);
            problems.at(place, "'" + shown + "' is listed twice");
        }
    }
}
