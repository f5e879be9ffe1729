package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code <= 115 ms}, {@code <= 1.1 x platform-100}, {@code >= 95 % of offered},
 * {@code <= 105 % of threads / wait}.
 */
record LimitExpression(Limit.Comparison comparison, Bound bound) {
    private static final Pattern SHAPE = Pattern.compile("(<=|>=)\\s*(\\S.*)");
    private static final Pattern OF_VARIANT = Pattern.compile("(" + QuantityText.NUMBER + ")\\s*x\\s+(\\S+)");
    private static final Pattern SHARE_OF = Pattern.compile("(" + QuantityText.NUMBER + ")\\s*%\\s+of\\s+(\\S.*)");
    private static final List<String> BASES = List.of("offered", "threads / wait");

    /** What a text says of a metric; whether its variant exists is not looked at. */
    static Outcome<LimitExpression> parse(Metric metric, String text) {
        Matcher shape = SHAPE.matcher(text.strip());
        if (!shape.matches()) {
            return new Outcome.Bad<>(
                    "'" + text + "' is not a limit: a limit is a comparison and a bound",
                    List.of(
                            "<= or >=, then one of: a value with its unit ("
                                    + String.join(
                                            ", ", Unit.symbols(metric.unit().dimension())) + ")",
                            "1.1 x another variant",
                            "95 % of offered",
                            "105 % of threads / wait"));
        }
        var comparison = shape.group(1).equals("<=") ? Limit.Comparison.AT_MOST : Limit.Comparison.AT_LEAST;
        return bound(metric, shape.group(2))
                .then(bound -> idle(metric, comparison, bound)
                        .map(Outcome::<LimitExpression>bad)
                        .orElseGet(() -> new Outcome.Good<>(new LimitExpression(comparison, bound))));
    }

    private static Outcome<Bound> bound(Metric metric, String text) {
        Matcher ofVariant = OF_VARIANT.matcher(text);
        if (ofVariant.matches()) {
            return new Outcome.Good<>(new Bound.OfVariant(Double.parseDouble(ofVariant.group(1)), ofVariant.group(2)));
        }
        Matcher shareOf = SHARE_OF.matcher(text);
        if (shareOf.matches()) {
            return theoretical(metric, Double.parseDouble(shareOf.group(1)) / 100, shareOf.group(2));
        }
        return switch (QuantityText.parse(text, metric.unit().dimension())) {
            case Outcome.Good<Quantity> good -> new Outcome.Good<>(new Bound.Absolute(good.value()));
            case Outcome.Bad<Quantity> bad -> new Outcome.Bad<>(metric + ": " + bad.message(), bad.allowed());
        };
    }

    private static Outcome<Bound> theoretical(Metric metric, double share, String base) {
        if (metric.unit().dimension() != Unit.Dimension.RATE) {
            return Outcome.bad("'of " + base + "' is a rate, and " + metric + " is measured in " + metric.unit());
        }
        return switch (base.replaceAll("\\s*/\\s*", " / ")) {
            case "offered" -> new Outcome.Good<>(new Bound.OfOffered(share));
            case "threads / wait" -> new Outcome.Good<>(new Bound.OfThreadsByWait(share));
            default -> new Outcome.Bad<>(Problems.unknown("bound", base, BASES), BASES);
        };
    }

    /** A limit that can't fail is worse than none: it looks like a check. */
    private static Optional<String> idle(Metric metric, Limit.Comparison comparison, Bound bound) {
        double number = switch (bound) {
            case Bound.Absolute absolute -> absolute.value().amount();
            case Bound.OfVariant ofVariant -> ofVariant.factor();
            case Bound.OfOffered ofOffered -> ofOffered.share();
            case Bound.OfThreadsByWait ofThreads -> ofThreads.share();
        };
        if (number == 0 && !(bound instanceof Bound.Absolute)) {
            return Optional.of("a share or factor of 0 compares with nothing");
        }
        if (number == 0 && comparison == Limit.Comparison.AT_LEAST) {
            return Optional.of("this limit can't fail: " + metric + " is never below 0");
        }
        boolean everything = (metric == Metric.ERRORS || metric == Metric.WRONG_ANSWERS)
                && comparison == Limit.Comparison.AT_MOST
                && bound instanceof Bound.Absolute absolute
                && absolute.value().in(Unit.PERCENT) >= 100;
        return everything
                ? Optional.of("this limit can't fail: " + metric + " are never above 100 %")
                : Optional.empty();
    }
}
