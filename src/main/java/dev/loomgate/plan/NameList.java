package dev.loomgate.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what names other parts of the file: {@code [virtual, webflux]}, {@code all}, loads, rows of cells. */
final class NameList {
    private static final String ALL = "all";

    /** {@code ramp quick}, {@code search quick}. */
    private static final Pattern DEFINED = Pattern.compile("(ramp|search)\\s+\\S+");

    /** {@code 70 % of search quick}. */
    private static final Pattern SHARE = Pattern.compile("([1-9][0-9]?)\\s*%\\s+of\\s+(search\\s+\\S+)");

    private final Problems problems;
    private final Declared declared;
    private final Map<String, Stepped> stepped;

    NameList(Problems problems, Declared declared, Map<String, Stepped> stepped) {
        this.problems = problems;
        this.declared = declared;
        this.stepped = stepped;
    }

    /** One that must be known. */
    static Form<String> known(String kind, List<String> known) {
        return new Form<>(
                name -> known.contains(name)
                        ? new Outcome.Good<>(name)
                        : new Outcome.Bad<>(Problems.unknown(kind, name, known), known),
                "");
    }

    /** A figure for each of some names, all of which must be known. */
    static <T> Map<String, T> each(Mapping keys, String key, Form<T> form, String kind, List<String> known) {
        if (keys.value(key) instanceof YamlNode.Fields fields) {
            fields.fields().stream().map(YamlNode.Field::key).forEach(name -> keys.read(name, known(kind, known)));
        }
        return keys.each(key, form);
    }

    /** The known ones among the names of a list. */
    List<String> read(Mapping keys, String key, String kind, List<String> known) {
        if (saysAll(keys, key)) {
            return known;
        }
        return keys.items(key, known(kind, known)).stream()
                .filter(known::contains)
                .distinct()
                .toList();
    }

    /** Whether a key has the word {@code all} instead of a list. */
    static boolean saysAll(Mapping keys, String key) {
        return keys.value(key) instanceof YamlNode.Scalar word && word.text().equals(ALL);
    }

    /** The loads of {@code [500 req/s, 64 users, ramp quick, 70 % of search quick]}. */
    List<LoadProfile> loads(Mapping keys, String key) {
        Set<LoadProfile> loads = new LinkedHashSet<>();
        for (YamlNode item : keys.items(key)) {
            load(keys, item).filter(load -> !loads.add(load)).ifPresent(load -> {
                if (!problems.standAt(item.place())) {
                    keys.refuse(item.place(), "'" + load.displayName() + "' is listed twice");
                }
            });
        }
        return List.copyOf(loads);
    }

    /** One load; empty where its definition is unsound. */
    Optional<LoadProfile> load(Mapping keys, YamlNode item) {
        String text = item instanceof YamlNode.Scalar word ? word.text().strip() : "";
        Matcher share = SHARE.matcher(text);
        if (share.matches()) {
            return stepped(keys, item, share.group(2))
                    .map(search -> new LoadProfile.Share(Integer.parseInt(share.group(1)), ((Search) search).name()));
        }
        if (DEFINED.matcher(text).matches()) {
            return stepped(keys, item, text).map(LoadProfile.class::cast);
        }
        return Optional.of(keys.read(item, Form.LOAD));
    }

    private Optional<Stepped> stepped(Mapping keys, YamlNode item, String words) {
        String name = words.replaceAll("\\s+", " ");
        if (!declared.steppedLoads().contains(name) && !problems.standAt(item.place())) {
            keys.refuse(item.place(), Problems.unknown("load", name, declared.steppedLoads()), declared.steppedLoads());
        }
        return Optional.ofNullable(stepped.get(name));
    }

    /** The rows of a scale or a duel. */
    List<CellRow> rows(Mapping keys) {
        return keys.items("cells").stream()
                .map(item -> row(item, new Mapping(item, problems)))
                .toList();
    }

    private CellRow row(YamlNode item, Mapping keys) {
        List<String> variants = read(keys, "variants", "variant", declared.variants());
        List<String> runtimes = read(keys, "runtimes", "runtime", declared.runtimes());
        List<String> workloads = read(keys, "workloads", "workload", declared.workloads());
        List<LoadProfile> loads = loads(keys, "loads");
        return new CellRow(item.place(), variants, runtimes, workloads, loads, keys.sound());
    }
}
