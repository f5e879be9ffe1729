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
    private static final String CALIBRATED_ON = "calibrated-on";
    private static final List<String> KEYS =
            List.of("scales", "variants", "runtimes", "workloads", "loads", CALIBRATED_ON, "limits");
    private static final Pattern FRACTION = Pattern.compile("p0?\\.\\d+");
    private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{12}");
    private static final Pattern PERCENTILE = Pattern.compile("p\\d+(\\.\\d+)?");

    private final Problems problems;
    private final Values values;
    private final NameList names;
    private final Declared declared;
    private final List<PlacedLimit> found = new ArrayList<>();

    Limits(Problems problems, Values values, NameList names, Declared declared) {
        this.problems = problems;
        this.values = values;
        this.names = names;
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
                fingerprint(section.optional(CALIBRATED_ON)),
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
            Optional<String> calibratedOn,
            SourcePosition place) {}

    private Optional<String> fingerprint(@Nullable YamlNode node) {
        String id = values.text(node);
        if (node == null || id == null) {
            return Optional.empty();
        }
        if (!FINGERPRINT.matcher(id).matches()) {
            problems.at(
                    node.place(),
                    "'" + id + "' is not the id of a fingerprint; every run prints its own",
                    List.of("12 of the characters 0-9 and a-f, as in \"3f9a12c07b5e\""));
            return Optional.empty();
        }
        return Optional.of(id);
    }

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
        if (expression != null && selectors.calibratedOn().isPresent()) {
            expression = expression.calibratedOn(selectors.calibratedOn().get(), written, problems);
        }
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
                problems.file(),
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
