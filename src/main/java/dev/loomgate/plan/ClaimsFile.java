package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reads {@code claims.yml}, with the names that the thresholds file declares. */
final class ClaimsFile {
    private static final double ANYTHING = Double.POSITIVE_INFINITY;
    private static final Form<Metric> METRIC = new Form<>(
            key -> Metric.ofKey(key)
                    .<Outcome<Metric>>map(Outcome.Good::new)
                    .orElseGet(() -> new Outcome.Bad<>(Problems.unknown("metric", key, Metric.keys()), Metric.keys())),
            Metric.P50);

    private final Problems problems;
    private final NameList names;
    private final Declared declared;

    ClaimsFile(Problems problems, NameList names, Declared declared) {
        this.problems = problems;
        this.names = names;
        this.declared = declared;
    }

    /** The sound ones, in the order of the file. */
    List<Claim> read(YamlNode root) {
        SchemaCheck.CLAIMS.run(root, problems);
        Map<String, Claim> claims = new Mapping(root, problems).each("claims", this::claim);
        return List.copyOf(claims.values());
    }

    private Optional<Claim> claim(String id, Mapping keys) {
        List<Relation> relations = new ArrayList<>();
        boolean sound = true;
        for (YamlNode item : keys.items("relations")) {
            Optional<List<Relation>> read = relations(new Mapping(item, problems));
            read.ifPresent(relations::addAll);
            sound &= read.isPresent();
        }
        Optional<Claim> claim = keys.make(() -> new Claim(
                id,
                keys.get("says", Form.TEXT),
                keys.get("figures", Form.TEXT),
                keys.get("remark", Form.TEXT, ""),
                keys.get("differs", Form.TEXT, ""),
                relations));
        return sound ? claim : Optional.empty();
    }

    /** One entry in one of its forms, which may stand for several relations. */
    private Optional<List<Relation>> relations(Mapping keys) {
        Metric metric = keys.get("metric", METRIC);
        String workload = keys.get("workload", NameList.known("workload", declared.workloads()));
        Optional<LoadProfile> load = names.load(keys, keys.value("load"));
        if (load.isPresent() && load.get() instanceof LoadProfile.Share share) {
            String message = "a claim compares variants at one and the same rate, as in '500 req/s': "
                    + share.displayName() + " is another one for each";
            keys.refuse(keys.place(), message, List.of());
        }
        return load.flatMap(rate -> keys.make(() -> {
            Ratio ratio =
                    (of, over, low, high) -> new Relation(metric, workload, rate, of, Optional.of(over), low, high);
            return keys.has("of") && !keys.has("least")
                    ? List.of(alone(keys, metric, workload, rate))
                    : ratios(keys, ratio);
        }));
    }

    /** A metric of one variant as a share of that of another. */
    private interface Ratio {
        Relation between(String of, String over, double low, double high);
    }

    private List<Relation> ratios(Mapping keys, Ratio ratio) {
        if (keys.has("order")) {
            List<String> order = variants(keys, "order");
            return IntStream.range(1, order.size())
                    .mapToObj(i -> ratio.between(order.get(i - 1), order.get(i), 0, 1))
                    .toList();
        }
        if (keys.has("least")) {
            String least = keys.get("least", NameList.known("variant", declared.variants()));
            return variants(keys, "of").stream()
                    .map(other -> ratio.between(least, other, 0, 1))
                    .toList();
        }
        if (keys.has("similar")) {
            List<String> similar = variants(keys, "similar");
            double within = keys.get("within", Form.SHARE);
            return similar.stream()
                    .skip(1)
                    .map(other -> ratio.between(other, similar.getFirst(), 1 - within, 1 + within))
                    .toList();
        }
        if (keys.has("not-below")) {
            return pair(variants(keys, "not-below"), ratio, 1 - keys.get("within", Form.SHARE), ANYTHING);
        }
        List<Double> ends = keys.items("between", Form.SHARE);
        return ends.size() < 2 ? List.of() : pair(variants(keys, "ratio"), ratio, ends.getFirst(), ends.getLast());
    }

    private static List<Relation> pair(List<String> variants, Ratio ratio, double low, double high) {
        return variants.size() < 2
                ? List.of()
                : List.of(ratio.between(variants.getFirst(), variants.getLast(), low, high));
    }

    private Relation alone(Mapping keys, Metric metric, String workload, LoadProfile load) {
        Form<Double> number = new Form<>(
                text -> QuantityText.parse(text, metric.unit().dimension())
                        .then(quantity -> new Outcome.Good<>(quantity.in(metric.unit()))),
                1.0);
        return new Relation(
                metric,
                workload,
                load,
                keys.get("of", NameList.known("variant", declared.variants())),
                Optional.empty(),
                keys.get("at-least", number, 0.0),
                keys.get("at-most", number, ANYTHING));
    }

    private List<String> variants(Mapping keys, String key) {
        return names.read(keys, key, "variant", declared.variants());
    }
}
