package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads what is tolerated: a list of entries, each with selectors and with limits by metric. */
final class Limits {
    private static final List<String> KEYS = List.of("scales", "variants", "runtimes", "workloads", "loads", "limits");
    private static final Pattern FRACTION = Pattern.compile("p0?\\.\\d+");
    private static final Pattern PERCENTILE = Pattern.compile("p\\d+(\\.\\d+)?");

    private final Problems problems;
    private final Values values;
    private final NameList names;
    private final Declared declared;
    private final List<PlacedLimit> found = new ArrayList<>();

    Limits(Problems problems, Values values, Declared declared) {
        this.problems = problems;
        this.values = values;
        this.names = new NameList(values, problems);
        this.declared = declared;
    }

    /** The sound limits whose selectors are sound. */
    List<PlacedLimit> read(@Nullable YamlNode node) {
        values.items(node).forEach(this::entry);
        return List.copyOf(found);
    }

    private void entry(YamlNode node) {
        Section section = new Section("an entry of limits", node, problems, KEYS);
        int before = problems.count();
        var selectors = new Selectors(
                chosen(section.optional("scales"), "scale", declared.scales()),
                chosen(section.optional("variants"), "variant", declared.variants()),
                chosen(section.optional("runtimes"), "runtime", declared.runtimes()),
                chosen(section.optional("workloads"), "workload", declared.workloads()),
                loads(section.optional("loads")),
                node.place());
        // With a misspelt selector it is not known what was meant; the limits are read for their own problems only.
        boolean sound = problems.count() == before;
        YamlNode limits = section.required("limits");
        if (limits instanceof YamlNode.Fields mapping) {
            if (mapping.fields().isEmpty()) {
                problems.at(mapping.place(), "the entry limits no metric", Metric.keys());
            }
            Section.distinct(mapping, problems).forEach(field -> metric(field, selectors, sound));
        } else if (limits != null && !(limits instanceof YamlNode.Refused)) {
            problems.at(
                    limits.place(),
                    "a mapping from metric to limit is expected, found " + limits.kind(),
                    Metric.keys());
        }
    }

    private record Selectors(
            Set<String> scales,
            Set<String> variants,
            Set<String> runtimes,
            Set<String> workloads,
            Set<String> loads,
            Place place) {}

    private Set<String> chosen(@Nullable YamlNode node, String kind, List<String> known) {
        return node == null ? Set.of() : Set.copyOf(names.read(node, kind, known));
    }

    private Set<String> loads(@Nullable YamlNode node) {
        boolean all = node instanceof YamlNode.Scalar word && word.text().equals(NameList.ALL);
        return node == null || all
                ? Set.of()
                : names.loads(node).stream().map(LoadProfile::id).collect(Collectors.toUnmodifiableSet());
    }

    private void metric(YamlNode.Field field, Selectors selectors, boolean sound) {
        Optional<Metric> metric = Metric.ofKey(field.key().text());
        if (metric.isEmpty()) {
            unknown(field.key());
            return;
        }
        List<YamlNode> expressions =
                field.value() instanceof YamlNode.Items ? values.items(field.value()) : List.of(field.value());
        for (YamlNode expression : expressions) {
            if (values.text(expression) != null && expression instanceof YamlNode.Scalar written) {
                limit(metric.get(), written, selectors, sound);
            }
        }
    }

    private void limit(Metric metric, YamlNode.Scalar written, Selectors selectors, boolean sound) {
        LimitExpression expression = LimitExpression.read(metric, written, declared.variants(), problems);
        if (expression == null || !sound) {
            return;
        }
        Limit limit = new Limit(
                selectors.variants(),
                selectors.runtimes(),
                selectors.workloads(),
                selectors.loads(),
                metric,
                expression.comparison(),
                expression.bound(),
                written.text().strip(),
                written.place().line());
        found.add(new PlacedLimit(limit, selectors.scales(), selectors.place(), written.place()));
    }

    private void unknown(YamlNode.Scalar key) {
        String word = key.text();
        if (FRACTION.matcher(word).matches()) {
            problems.at(
                    key.place(),
                    "unknown metric '" + word + "'; percentiles are on the scale 1 to 100: p99, not p0.99",
                    Metric.keys());
        } else if (PERCENTILE.matcher(word).matches() && Double.parseDouble(word.substring(1)) >= 100) {
            problems.at(key.place(), "unknown metric '" + word + "'; a percentile is below 100", Metric.keys());
        } else {
            problems.unknown(key.place(), "metric", word, Metric.keys());
        }
    }
}
