package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads what is tolerated: a list of entries, each with selectors and with limits by metric. */
final class Limits {
    private static final Pattern FRACTION = Pattern.compile("p0?\\.\\d+");
    private static final Pattern PERCENTILE = Pattern.compile("p\\d+(\\.\\d+)?");

    private final Problems problems;
    private final NameList names;
    private final Declared declared;
    private final List<PlacedLimit> found = new ArrayList<>();

    Limits(Problems problems, NameList names, Declared declared) {
        this.problems = problems;
        this.names = names;
        this.declared = declared;
    }

    /** The sound limits whose selectors are sound. */
    List<PlacedLimit> read(Mapping root) {
        root.items("limits").forEach(item -> entry(new Mapping(item, problems)));
        return List.copyOf(found);
    }

    private void entry(Mapping keys) {
        Set<String> workloads = chosen(keys, "workloads", "workload", declared.workloads());
        Selectors selectors = new Selectors(
                chosen(keys, "scales", "scale", declared.scales()),
                chosen(keys, "variants", "variant", declared.variants()),
                chosen(keys, "runtimes", "runtime", declared.runtimes()),
                workloads,
                requests(keys, workloads),
                NameList.saysAll(keys, "loads")
                        ? Set.of()
                        : names.loads(keys, "loads").stream()
                                .map(LoadProfile::id)
                                .collect(Collectors.toSet()),
                keys.find("calibrated-on", Form.TEXT),
                keys.place());
        // With a misspelt selector it is not known what was meant; the limits are read for their own problems only.
        boolean sound = keys.sound();
        if (keys.value("limits") instanceof YamlNode.Fields limits) {
            for (YamlNode.Field field : limits.fields()) {
                Metric.ofKey(field.key().text())
                        .filter(metric -> isKnown(metric, field.key(), selectors))
                        .ifPresent(metric -> written(field.value())
                                .forEach(text -> limit(metric, text, selectors).ifPresent(limit -> {
                                    if (sound) {
                                        found.addAll(limit.ofRequests(selectors.requests()));
                                    }
                                })));
            }
        }
    }

    /** Those of a simulation are known when it has run: then a limit on one that it did not send is an error. */
    private List<String> requests(Mapping keys, Set<String> workloads) {
        if (!declared.anySimulation(workloads)) {
            return names.read(keys, "requests", "request", declared.requests(workloads));
        }
        if (NameList.saysAll(keys, "requests")) {
            keys.refuse(
                    keys.placeOf("requests"),
                    "the requests of a simulation are not known before it has run: name them, or give the entry"
                            + " 'workloads' without it");
        }
        return keys.items("requests", Form.TEXT).stream().distinct().toList();
    }

    /** A server's CPU time and memory are those of all requests together. */
    private boolean isKnown(Metric metric, YamlNode.Scalar key, Selectors selectors) {
        boolean known = selectors.requests().isEmpty() || metric.isOfRequest();
        if (!known) {
            problems.at(
                    key.place(),
                    metric + " is not known of a single request",
                    Arrays.stream(Metric.values())
                            .filter(Metric::isOfRequest)
                            .map(Metric::key)
                            .toList());
        }
        return known;
    }

    private record Selectors(
            Set<String> scales,
            Set<String> variants,
            Set<String> runtimes,
            Set<String> workloads,
            List<String> requests,
            Set<String> loads,
            Optional<String> calibratedOn,
            SourcePosition place) {}

    private Set<String> chosen(Mapping keys, String key, String kind, List<String> known) {
        return Set.copyOf(names.read(keys, key, kind, known));
    }

    /** One expression, or a list of them. */
    private static List<YamlNode.Scalar> written(YamlNode value) {
        List<YamlNode> items = value instanceof YamlNode.Items list ? list.items() : List.of(value);
        return items.stream()
                .filter(YamlNode.Scalar.class::isInstance)
                .map(YamlNode.Scalar.class::cast)
                .toList();
    }

    private Optional<PlacedLimit> limit(Metric metric, YamlNode.Scalar written, Selectors selectors) {
        if (problems.standAt(written.place())) {
            return Optional.empty();
        }
        String text = written.text().strip();
        return switch (LimitExpression.parse(metric, text)
                .then(limit -> defined(limit))
                .then(limit -> calibrated(limit, text, selectors.calibratedOn()))) {
            case Outcome.Good<LimitExpression> good -> {
                Limit limit = new Limit(
                        selectors.variants(),
                        selectors.runtimes(),
                        selectors.workloads(),
                        selectors.loads(),
                        Optional.empty(),
                        metric,
                        good.value().comparison(),
                        good.value().bound(),
                        text,
                        problems.file(),
                        written.place().line());
                yield Optional.of(new PlacedLimit(limit, selectors.scales(), selectors.place(), written.place()));
            }
            case Outcome.Bad<LimitExpression> bad -> {
                problems.at(written.place(), bad.message(), bad.allowed());
                yield Optional.empty();
            }
        };
    }

    private Outcome<LimitExpression> defined(LimitExpression limit) {
        return limit.bound() instanceof Bound.OfVariant other
                        && !declared.variants().contains(other.variant())
                ? new Outcome.Bad<>(
                        Problems.unknown("variant", other.variant(), declared.variants()), declared.variants())
                : new Outcome.Good<>(limit);
    }

    /** For one fingerprint only: what is no number of its own needs no calibration. */
    private static Outcome<LimitExpression> calibrated(LimitExpression limit, String text, Optional<String> on) {
        if (on.isEmpty()) {
            return new Outcome.Good<>(limit);
        }
        return limit.bound() instanceof Bound.Absolute absolute
                ? new Outcome.Good<>(new LimitExpression(limit.comparison(), new Bound.Absolute(absolute.value(), on)))
                : Outcome.bad("'" + text + "' holds on any machine and needs no 'calibrated-on'; give it an entry"
                        + " without that key");
    }

    static String unknownMetric(String word) {
        if (FRACTION.matcher(word).matches()) {
            return "unknown metric '" + word + "'; percentiles are on the scale 1 to 100: p99, not p0.99";
        }
        return PERCENTILE.matcher(word).matches() && Double.parseDouble(word.substring(1)) >= 100
                ? "unknown metric '" + word + "'; a percentile is below 100"
                : Problems.unknown("metric", word, Metric.keys());
    }
}
