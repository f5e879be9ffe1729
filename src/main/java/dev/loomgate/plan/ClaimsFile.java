package dev.loomgate.plan;

import dev.loomgate.metric.Counted;
import dev.loomgate.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Reads {@code claims.yml}, with the names that the thresholds file declares. */
final class ClaimsFile {
    private static final double ANYTHING = Double.POSITIVE_INFINITY;

    /** Who differs by no more is alike, unless the relation says otherwise. */
    private static final double ALIKE = 0.03;

    private static final Form<Metric> METRIC = new Form<>(
            key -> Metric.ofKey(key)
                    .<Outcome<Metric>>map(Outcome.Good::new)
                    .orElseGet(() -> new Outcome.Bad<>(Problems.unknown("metric", key, Metric.keys()), Metric.keys())),
            Metric.P50);

    private final Problems problems;
    private final YamlNode root;
    private final ThresholdsFile thresholds;
    private final Declared declared;
    private final NameList names;
    private Optional<UnitScale> pairs = Optional.empty();
    private List<String> inTurn = List.of();
    private Map<String, Integer> heapOf = Map.of();

    ClaimsFile(Problems problems, YamlNode root, ThresholdsFile thresholds) {
        this.problems = problems;
        this.root = root;
        this.thresholds = thresholds;
        this.declared = thresholds.declared().withVariantsOf(root);
        this.names = new NameList(problems, declared, thresholds.stepped());
    }

    /**
     * What the file says.
     *
     * @param variants that only these claims look at
     * @param pairs how two variants are compared under one load; empty where no relation does
     * @param inTurn workloads on which they are loaded one after the other
     * @param heapOf MiB of heap of each server, by workload; where none is said it is the runtime's
     * @param studies who found it, by the letters that ids begin with
     * @param claims the sound ones, in the order of the file
     */
    record Read(
            Map<String, Variant> variants,
            Optional<UnitScale> pairs,
            List<String> inTurn,
            Map<String, Integer> heapOf,
            Map<String, String> studies,
            List<Claim> claims) {
        Read only(List<Claim> some) {
            return new Read(variants, pairs, inTurn, heapOf, studies, some);
        }
    }

    Read read() {
        SchemaCheck.CLAIMS.run(root, problems);
        Mapping keys = new Mapping(root, problems);
        if (keys.has("pairs")) {
            Mapping below = new Mapping(keys.value("pairs"), problems);
            pairs = new Duels(problems, names, declared).unit(below);
            heapOf = NameList.each(below, "heap-of", Form.MEBIBYTES, "workload", declared.workloads());
            inTurn = below.has("in-turn") ? names.read(below, "in-turn", "workload", declared.workloads()) : List.of();
        }
        Map<String, Claim> claims = keys.each("claims", this::claim);
        Map<String, String> studies = keys.has("studies") ? keys.each("studies", Form.TEXT) : Map.of();
        Map<String, Variant> variants = keys.each("variants", this::variant);
        return new Read(variants, pairs, inTurn, heapOf, studies, List.copyOf(claims.values()));
    }

    /** One of the thresholds file, under another name and with other settings. */
    private Optional<Variant> variant(String name, Mapping keys) {
        List<String> known = thresholds.declared().variants();
        if (known.contains(name)) {
            keys.refuse(keys.place(), "'" + name + "' is a variant of the thresholds file: take another name");
        }
        String as = keys.get("as", NameList.known("variant", known));
        Map<String, String> settings = keys.each("settings", Form.TEXT);
        Map<String, String> effective = keys.each("effective", Form.TEXT);
        Optional<Variant> usual =
                Optional.ofNullable(thresholds.thresholds().variants().get(as));
        if (usual.filter(variant -> !variant.isJvm()).isPresent()) {
            keys.refuse(keys.placeOf("settings"), "'" + as + "' is not started as a JVM: it has no settings");
        }
        if (keys.has("effective")
                && usual.filter(variant -> !variant.keepsContract()).isPresent()) {
            keys.refuse(keys.placeOf("effective"), "'" + as + "' is no server of this project: it reports nothing");
        }
        return usual.map(variant -> variant.as(name, settings, effective));
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
                keys.get("not-asked", Form.TEXT, ""),
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
            keys.refuse(keys.place(), message);
        }
        if (declared.anySimulation(List.of(workload))
                || load.filter(LoadProfile.Simulated.class::isInstance).isPresent()) {
            keys.refuse(
                    keys.place(),
                    "a claim compares variants at one and the same rate, as in '500 req/s': a simulation has none");
        }
        load.flatMap(rate -> pairs.flatMap(scale -> Duels.broken(rate, scale.window(workload))))
                .ifPresent(why -> keys.refuse(keys.placeOf("load"), why));
        Optional<List<Relation>> read = load.flatMap(rate -> keys.make(() -> {
            Ratio ratio = (of, over, low, high, alike, study) ->
                    new Relation(metric, workload, rate, of, Optional.of(over), low, high, alike, study);
            return keys.has("of") && !keys.has("least")
                    ? List.of(alone(keys, metric, workload, rate))
                    : ratios(keys, ratio);
        }));
        if (metric == Metric.CEILING && read.stream().flatMap(List::stream).anyMatch(one -> !one.isOfPairs())) {
            keys.refuse(
                    keys.placeOf("metric"),
                    "'ceiling' is asked of two variants that are measured as a pair: it takes a load as in '500 req/s'"
                            + " and a relation as 'order' or 'least'; of one variant ask for 'capacity'");
        }
        if (read.stream().flatMap(List::stream).anyMatch(one -> one.isOfRecordings() && !one.isOfPairs())) {
            keys.refuse(
                    keys.placeOf("metric"),
                    "'" + metric.key() + "' is asked of two variants that are recorded as a pair: it takes a load as in"
                            + " '500 req/s' or '100 users' and a relation as 'order' or 'least'");
        }
        read.stream()
                .flatMap(List::stream)
                .filter(Relation::isOfPairs)
                .findFirst()
                .flatMap(this::notOfPairs)
                .ifPresent(why -> keys.refuse(keys.placeOf("metric"), why));
        return read;
    }

    /** Why it can't be read off the file's pairs; empty where it can. */
    private Optional<String> notOfPairs(Relation relation) {
        if (pairs.isEmpty()) {
            return Optional.of("two variants under one load are measured side by side, and 'pairs' says for how long:"
                    + " this file has none; src/main/claims/claims.yml shows one");
        }
        return relation.load() instanceof LoadProfile.Constant rate
                ? tooFew(relation.metric(), pairs.get().answers(relation.workload(), rate.requestsPerSecond()), rate)
                : Optional.empty();
    }

    private static Optional<String> tooFew(Metric metric, long answers, LoadProfile.Constant rate) {
        return UnitScale.fewest(metric)
                .filter(needed -> answers < needed)
                .map(needed -> metric.key() + " takes " + needed + " answers, and at " + rate.displayName()
                        + " a window of 'pairs' has " + answers
                        + ": with fewer it is one of the slowest answers. Take a longer window, a higher rate"
                        + " or a lower percentile, or say in 'not-asked' that it can't be asked");
    }

    /** A metric of one variant as a share of that of another. */
    private interface Ratio {
        Relation between(String of, String over, double low, double high, double alike, OptionalDouble study);
    }

    private List<Relation> ratios(Mapping keys, Ratio ratio) {
        if (keys.has("order")) {
            List<String> order = variants(keys, "order");
            Study study = Study.of(keys, order.size());
            double alike = keys.get("alike", Form.SHARE, ALIKE);
            return IntStream.range(1, order.size())
                    .mapToObj(i -> ratio.between(order.get(i - 1), order.get(i), 0, 1, alike, study.ratio(i - 1, i)))
                    .toList();
        }
        if (keys.has("least")) {
            String least = keys.get("least", NameList.known("variant", declared.variants()));
            List<String> others = variants(keys, "of");
            Study study = Study.of(keys, others.size() + 1);
            double alike = keys.get("alike", Form.SHARE, ALIKE);
            return IntStream.range(0, others.size())
                    .mapToObj(i -> ratio.between(least, others.get(i), 0, 1, alike, study.ratio(0, i + 1)))
                    .toList();
        }
        if (keys.has("similar")) {
            List<String> similar = variants(keys, "similar");
            Study study = Study.of(keys, similar.size());
            double within = keys.get("within", Form.SHARE);
            return IntStream.range(1, similar.size())
                    .mapToObj(i -> ratio.between(
                            similar.get(i), similar.getFirst(), 1 - within, 1 + within, 0, study.ratio(i, 0)))
                    .toList();
        }
        Study study = Study.of(keys, 2);
        if (keys.has("not-below")) {
            return pair(
                    variants(keys, "not-below"),
                    (of, over) -> ratio.between(
                            of, over, 1 - keys.get("within", Form.SHARE), ANYTHING, 0, study.ratio(0, 1)));
        }
        List<Double> ends = keys.items("between", Form.SHARE);
        return ends.size() < 2
                ? List.of()
                : pair(
                        variants(keys, "ratio"),
                        (of, over) -> ratio.between(of, over, ends.getFirst(), ends.getLast(), 0, study.ratio(0, 1)));
    }

    private static List<Relation> pair(List<String> variants, BiFunction<String, String, Relation> relation) {
        return variants.size() < 2 ? List.of() : List.of(relation.apply(variants.getFirst(), variants.getLast()));
    }

    /** The study's own figures for the variants of a relation, in their order. */
    private record Study(List<Double> figures) {
        static Study of(Mapping keys, int variants) {
            List<Double> figures = keys.items("study", Form.NUMBER);
            if (!figures.isEmpty() && figures.size() != variants) {
                keys.refuse(
                        keys.placeOf("study"),
                        "'study' has " + Counted.of(figures.size(), "figure") + " and the relation "
                                + Counted.of(variants, "variant") + ": give one for each, in the same order");
                return new Study(List.of());
            }
            return new Study(figures);
        }

        OptionalDouble ratio(int of, int over) {
            return figures.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(figures.get(of) / figures.get(over));
        }
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
                keys.get("at-most", number, ANYTHING),
                0,
                keys.find("study", number).map(OptionalDouble::of).orElse(OptionalDouble.empty()));
    }

    private List<String> variants(Mapping keys, String key) {
        return names.read(keys, key, "variant", declared.variants());
    }
}
