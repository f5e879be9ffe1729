package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code <= 115 ms}, {@code <= 1.1 x platform-100}, {@code >= 95 % of offered}, {@code <= 105 % of threads / wait}.
 */
record LimitExpression(Limit.Comparison comparison, Bound bound) {
    private static final Pattern SHAPE = Pattern.compile("(<=|>=)\\s*(\\S.*)");
    private static final Pattern OF_VARIANT = Pattern.compile("(" + QuantityText.NUMBER + ")\\s*x\\s+(\\S+)");
    private static final Pattern SHARE_OF = Pattern.compile("(" + QuantityText.NUMBER + ")\\s*%\\s+of\\s+(\\S.*)");
    private static final List<String> BASES = List.of("offered", "threads / wait");

    /** The same, for one fingerprint only: what is no number of its own needs no calibration. Null after a problem was reported. */
    @Nullable
    LimitExpression calibratedOn(String fingerprint, YamlNode.Scalar written, Problems problems) {
        if (bound instanceof Bound.Absolute absolute) {
            return new LimitExpression(comparison, new Bound.Absolute(absolute.value(), Optional.of(fingerprint)));
        }
        problems.at(
                written.place(),
                "'" + written.text().strip() + "' holds on any machine and needs no 'calibrated-on'; give it an entry"
                        + " without that key");
        return null;
    }

    /** Null after a problem was reported. */
    static @Nullable LimitExpression read(
            Metric metric, YamlNode.Scalar written, List<String> variants, Problems problems) {
        Matcher shape = SHAPE.matcher(written.text().strip());
        if (!shape.matches()) {
            problems.at(
                    written.place(),
                    written.kind() + " is not a limit: a limit is a comparison and a bound",
                    List.of(
                            "<= or >=, then one of: a value with its unit (" + String.join(", ", units(metric)) + ")",
                            "1.1 x another variant",
                            "95 % of offered",
                            "105 % of threads / wait"));
            return null;
        }
        var comparison = shape.group(1).equals("<=") ? Limit.Comparison.AT_MOST : Limit.Comparison.AT_LEAST;
        Bound bound = bound(metric, shape.group(2), written.place(), variants, problems);
        if (bound == null) {
            return null;
        }
        Optional<String> idle = idle(metric, comparison, bound);
        if (idle.isPresent()) {
            problems.at(written.place(), idle.get());
            return null;
        }
        return new LimitExpression(comparison, bound);
    }

    private static @Nullable Bound bound(
            Metric metric, String text, SourcePosition place, List<String> variants, Problems problems) {
        Matcher ofVariant = OF_VARIANT.matcher(text);
        if (ofVariant.matches()) {
            String variant = ofVariant.group(2);
            if (!variants.contains(variant)) {
                problems.unknown(place, "variant", variant, variants);
                return null;
            }
            return new Bound.OfVariant(Double.parseDouble(ofVariant.group(1)), variant);
        }
        Matcher shareOf = SHARE_OF.matcher(text);
        if (shareOf.matches()) {
            return theoretical(metric, Double.parseDouble(shareOf.group(1)) / 100, shareOf.group(2), place, problems);
        }
        return switch (QuantityText.parse(text, metric.unit().dimension())) {
            case QuantityText.Outcome.Good good -> new Bound.Absolute(good.quantity());
            case QuantityText.Outcome.Bad bad -> {
                problems.at(place, metric + ": " + bad.message(), bad.allowed());
                yield null;
            }
        };
    }

    private static @Nullable Bound theoretical(
            Metric metric, double share, String base, SourcePosition place, Problems problems) {
        if (metric.unit().dimension() != Unit.Dimension.RATE) {
            problems.at(place, "'of " + base + "' is a rate, and " + metric + " is measured in " + metric.unit());
            return null;
        }
        return switch (base.replaceAll("\\s*/\\s*", " / ")) {
            case "offered" -> new Bound.OfOffered(share);
            case "threads / wait" -> new Bound.OfThreadsByWait(share);
            default -> {
                problems.unknown(place, "bound", base, BASES);
                yield null;
            }
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

    private static List<String> units(Metric metric) {
        return Unit.symbols(metric.unit().dimension());
    }
}
