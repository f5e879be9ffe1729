package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code claims.yml}, with the names that the thresholds file declares. */
final class ClaimsFile {
    private static final Pattern ID = Pattern.compile("[A-Z]{2,8}-[1-9][0-9]?");
    private static final List<String> CLAIM_KEYS = List.of("says", "figures", "remark", "differs", "relations");
    private static final List<String> COMMON = List.of("metric", "workload", "load");

    /** What each form of a relation needs beside its own key. */
    private static final Map<String, List<String>> FORMS = Map.of(
            "order", List.of(),
            "least", List.of("of"),
            "similar", List.of("within"),
            "not-below", List.of("within"),
            "ratio", List.of("between"),
            "of", List.of("at-most", "at-least"));

    private final Problems problems;
    private final Values values;
    private final NameList names;
    private final Declared declared;

    ClaimsFile(Problems problems, NameList names, Declared declared) {
        this.problems = problems;
        this.values = new Values(problems);
        this.names = names;
        this.declared = declared;
    }

    /** The sound ones, in the order of the file. */
    List<Claim> read(@Nullable YamlNode root) {
        List<Claim> claims = new ArrayList<>();
        if (root == null) {
            return claims;
        }
        YamlNode node = new Section("the file", root, problems, List.of("claims")).required("claims");
        if (node instanceof YamlNode.Fields mapping) {
            for (YamlNode.Field field : Section.distinct(mapping, problems)) {
                Claim claim = claim(field);
                if (claim != null) {
                    claims.add(claim);
                }
            }
        } else if (node != null) {
            problems.at(node.place(), "a mapping with one entry per claim is expected, found " + node.kind());
        }
        return claims;
    }

    private @Nullable Claim claim(YamlNode.Field field) {
        String id = field.key().text();
        if (!ID.matcher(id).matches()) {
            problems.at(field.key().place(), "'" + id + "' is not the id of a claim: as in LUND-1");
        }
        Section section = new Section("claim " + id, field.value(), problems, CLAIM_KEYS);
        String says = values.text(section.required("says"));
        String figures = values.text(section.required("figures"));
        String remark = textOrNothing(section.optional("remark"));
        String differs = textOrNothing(section.optional("differs"));
        int before = problems.count();
        List<Relation> relations = new ArrayList<>();
        values.items(section.required("relations")).forEach(node -> relations.addAll(relations(node)));
        if (says == null || figures == null || relations.isEmpty() || problems.count() > before) {
            return null;
        }
        return new Claim(id, says, figures, remark, differs, relations);
    }

    private String textOrNothing(@Nullable YamlNode node) {
        String text = node == null ? null : values.text(node);
        return text == null ? "" : text;
    }

    private List<Relation> relations(YamlNode node) {
        String form = form(node);
        if (form == null) {
            return List.of();
        }
        List<String> keys = Stream.of(COMMON, List.of(form), FORMS.getOrDefault(form, List.of()))
                .flatMap(List::stream)
                .toList();
        Section section = new Section("a relation with '" + form + "'", node, problems, keys);
        Metric metric = metric(section.required("metric"));
        String workload = values.word(section.required("workload"), "workload", declared.workloads());
        LoadProfile load = names.load(section.required("load"));
        if (metric == null || workload == null || load == null) {
            return List.of();
        }
        if (load instanceof LoadProfile.Share) {
            problems.at(
                    node.place(),
                    "a claim compares variants at one and the same rate, as in '500 req/s': " + load.displayName()
                            + " is another one for each");
            return List.of();
        }
        try {
            return new RelationForms(section, names, declared, metric, workload, load, problems).of(form);
        } catch (IllegalArgumentException e) {
            problems.refused(node.place(), e);
            return List.of();
        }
    }

    /** Null after a problem. */
    private @Nullable String form(YamlNode node) {
        List<String> forms = node instanceof YamlNode.Fields fields
                ? fields.fields().stream()
                        .map(field -> field.key().text())
                        .filter(FORMS::containsKey)
                        .distinct()
                        .toList()
                : List.of();
        // What `least` is compared with stands below `of`.
        List<String> own = forms.contains("least")
                ? forms.stream().filter(form -> !form.equals("of")).toList()
                : forms;
        if (own.size() == 1) {
            return own.getFirst();
        }
        problems.at(
                node.place(),
                "a relation has one form, found " + (own.isEmpty() ? "none" : own),
                FORMS.keySet().stream().sorted().toList());
        return null;
    }

    private @Nullable Metric metric(@Nullable YamlNode node) {
        String key = values.text(node);
        if (node == null || key == null) {
            return null;
        }
        Optional<Metric> metric = Metric.ofKey(key);
        if (metric.isEmpty()) {
            problems.unknown(node.place(), "metric", key, Metric.keys());
        }
        return metric.orElse(null);
    }
}
