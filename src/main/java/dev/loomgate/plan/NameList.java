package dev.loomgate.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code [virtual, webflux]} or the word {@code all}. */
final class NameList {
    static final String ALL = "all";

    /** {@code ramp quick}, {@code search quick}: loads that are defined elsewhere in the file. */
    private static final Pattern DEFINED = Pattern.compile("(ramp|search)\\s+\\S+");

    /** {@code 70 % of search quick}. */
    private static final Pattern SHARE = Pattern.compile("([1-9][0-9]?)\\s*%\\s+of\\s+(search\\s+\\S+)");

    private final Values values;
    private final Problems problems;
    private final Declared declared;
    private final Map<String, Stepped> stepped;

    NameList(Values values, Problems problems, Declared declared, Map<String, Stepped> stepped) {
        this.values = values;
        this.problems = problems;
        this.declared = declared;
        this.stepped = stepped;
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

    /** The loads of {@code [500 req/s, 64 users, ramp quick, 70 % of search quick]}. */
    List<LoadProfile> loads(@Nullable YamlNode node) {
        Set<LoadProfile> loads = new LinkedHashSet<>();
        for (YamlNode item : values.items(node)) {
            LoadProfile load = load(item);
            if (load != null) {
                add(loads, load, item.place());
            }
        }
        return List.copyOf(loads);
    }

    /** One load: {@code 500 req/s}, {@code 64 users}, {@code ramp quick}, {@code 70 % of search quick}. */
    @Nullable
    LoadProfile load(@Nullable YamlNode item) {
        String text = item instanceof YamlNode.Scalar word ? word.text().strip() : "";
        Matcher share = SHARE.matcher(text);
        if (item != null && share.matches()) {
            return stepped(item, share.group(2)) instanceof Search search
                    ? new LoadProfile.Share(Integer.parseInt(share.group(1)), search.name())
                    : null;
        }
        return item != null && DEFINED.matcher(text).matches() ? stepped(item, text) : values.load(item);
    }

    private @Nullable Stepped stepped(YamlNode item, String words) {
        String name = words.replaceAll("\\s+", " ");
        if (!declared.steppedLoads().contains(name)) {
            problems.unknown(item.place(), "load", name, declared.steppedLoads());
        }
        return stepped.get(name);
    }

    private <T> void add(Set<T> seen, T value, SourcePosition place) {
        if (!seen.add(value)) {
            String shown = value instanceof LoadProfile load ? load.displayName() : String.valueOf(value);
            problems.at(place, "'" + shown + "' is listed twice");
        }
    }
}
