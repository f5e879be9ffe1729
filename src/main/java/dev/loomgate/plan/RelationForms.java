package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** One entry of {@code claims.yml} in one of its forms, which may stand for several relations. */
final class RelationForms {
    private static final double ANYTHING = Double.POSITIVE_INFINITY;

    private final Section section;
    private final NameList names;
    private final Declared declared;
    private final Metric metric;
    private final String workload;
    private final LoadProfile load;
    private final Values values;

    RelationForms(
            Section section,
            NameList names,
            Declared declared,
            Metric metric,
            String workload,
            LoadProfile load,
            Problems problems) {
        this.section = section;
        this.names = names;
        this.declared = declared;
        this.metric = metric;
        this.workload = workload;
        this.load = load;
        this.values = new Values(problems);
    }

    /** The relations that a form stands for. */
    List<Relation> of(String form) {
        return switch (form) {
            case "order" -> {
                List<String> variants = variants("order");
                yield IntStream.range(1, variants.size())
                        .mapToObj(i -> ratio(variants.get(i - 1), variants.get(i), 0, 1))
                        .toList();
            }
            case "least" -> {
                String least = values.word(section.required("least"), "variant", declared.variants());
                yield least == null
                        ? List.of()
                        : variants("of").stream()
                                .map(other -> ratio(least, other, 0, 1))
                                .toList();
            }
            case "similar" -> {
                List<String> variants = variants("similar");
                Double within = values.share(section.required("within"));
                yield within == null
                        ? List.of()
                        : variants.stream()
                                .skip(1)
                                .map(other -> ratio(other, variants.getFirst(), 1 - within, 1 + within))
                                .toList();
            }
            case "not-below" -> pair("not-below", 1 - share("within"), ANYTHING);
            case "ratio" -> between();
            default -> alone();
        };
    }

    private double share(String key) {
        Double share = values.share(section.required(key));
        return share == null ? 0 : share;
    }

    private List<Relation> between() {
        List<YamlNode> ends = values.items(section.required("between"));
        if (ends.size() != 2) {
            throw new IllegalArgumentException("'between' has two shares, as in [30 %, 70 %]");
        }
        Double low = values.share(ends.get(0));
        Double high = values.share(ends.get(1));
        return low == null || high == null ? List.of() : pair("ratio", low, high);
    }

    private List<Relation> pair(String key, double low, double high) {
        List<String> variants = variants(key);
        if (variants.size() != 2) {
            throw new IllegalArgumentException("'" + key + "' names two variants");
        }
        return List.of(ratio(variants.get(0), variants.get(1), low, high));
    }

    private List<Relation> alone() {
        String of = values.word(section.required("of"), "variant", declared.variants());
        if (section.optional("at-most") == null && section.optional("at-least") == null) {
            throw new IllegalArgumentException("'of' needs at-most or at-least: nothing is claimed otherwise");
        }
        double high = number("at-most", ANYTHING);
        double low = number("at-least", 0);
        return of == null ? List.of() : List.of(new Relation(metric, workload, load, of, Optional.empty(), low, high));
    }

    private double number(String key, double otherwise) {
        Quantity quantity = values.quantity(section.optional(key), metric.unit().dimension());
        return quantity == null ? otherwise : quantity.in(metric.unit());
    }

    private Relation ratio(String of, String over, double low, double high) {
        return new Relation(metric, workload, load, of, Optional.of(over), low, high);
    }

    private List<String> variants(String key) {
        return names.read(section.required(key), "variant", declared.variants());
    }
}
