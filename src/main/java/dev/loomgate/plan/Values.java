package dev.loomgate.plan;

import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import dev.loomgate.metric.Unit.Dimension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Reads single values. Each method answers null after it has reported a problem, and null in silence when it is given null:
 * then the missing key was reported already.
 */
final class Values {
    /** {@code 64 users}: the closed model. */
    private static final Pattern USERS = Pattern.compile("[0-9]{1,15}\\s*users");

    private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Duration LONGEST = Duration.ofHours(24);

    private final Problems problems;

    Values(Problems problems) {
        this.problems = problems;
    }

    @Nullable
    String text(@Nullable YamlNode node) {
        if (node == null || node instanceof YamlNode.Refused) {
            return null;
        }
        if (node instanceof YamlNode.Scalar scalar && !scalar.empty()) {
            return scalar.text();
        }
        complain(node, "a text is expected here, found " + node.kind());
        return null;
    }

    /** One of the known words. */
    @Nullable
    String word(@Nullable YamlNode node, String kind, List<String> known) {
        String name = text(node);
        if (node == null || name == null) {
            return null;
        }
        if (!known.contains(name)) {
            problems.unknown(node.place(), kind, name, known);
            return null;
        }
        return name;
    }

    @Nullable
    Integer wholeNumber(@Nullable YamlNode node, int atLeast) {
        String text = text(node);
        if (node == null || text == null) {
            return null;
        }
        if (!WHOLE_NUMBER.matcher(text).matches()) {
            complain(node, "a whole number is expected here, found '" + text + "'");
            return null;
        }
        int number = Integer.parseInt(text);
        if (number < atLeast) {
            complain(node, "must be at least " + atLeast + Quoted.was(number));
            return null;
        }
        return number;
    }

    @Nullable
    Quantity quantity(@Nullable YamlNode node, Dimension dimension) {
        String text = text(node);
        if (node == null || text == null) {
            return null;
        }
        return switch (QuantityText.parse(text, dimension)) {
            case QuantityText.Outcome.Good good -> good.quantity();
            case QuantityText.Outcome.Bad bad -> {
                problems.at(node.place(), bad.message(), bad.allowed());
                yield null;
            }
        };
    }

    @Nullable
    Duration duration(@Nullable YamlNode node) {
        Quantity quantity = quantity(node, Dimension.TIME);
        if (node == null || quantity == null) {
            return null;
        }
        Duration duration = durationOf(quantity);
        if (duration.compareTo(LONGEST) > 0) {
            complain(node, quantity + " is longer than 24 hours");
            return null;
        }
        return duration;
    }

    static Duration durationOf(Quantity quantity) {
        return Duration.ofNanos(Math.round(quantity.in(Unit.NANOSECONDS)));
    }

    /** {@code 5 %} as 0.05. */
    @Nullable
    Double share(@Nullable YamlNode node) {
        Quantity quantity = quantity(node, Dimension.SHARE);
        return quantity == null ? null : Double.valueOf(quantity.amount() / 100);
    }

    @Nullable
    Integer mebibytes(@Nullable YamlNode node) {
        Quantity quantity = quantity(node, Dimension.BYTES);
        if (node == null || quantity == null) {
            return null;
        }
        return whole(node, quantity.in(Unit.MEBIBYTES), "MiB");
    }

    /** {@code 0.5 CPU} as 0.5. */
    @Nullable
    Double cpus(@Nullable YamlNode node) {
        Quantity quantity = quantity(node, Dimension.CPUS);
        if (node == null || quantity == null) {
            return null;
        }
        try {
            return JvmRuntime.requireCpus(quantity.amount());
        } catch (IllegalArgumentException e) {
            problems.refused(node.place(), e);
            return null;
        }
    }

    @Nullable
    LoadProfile load(@Nullable YamlNode node) {
        String text = text(node);
        if (node != null && text != null && USERS.matcher(text.strip()).matches()) {
            Integer users = whole(node, Double.parseDouble(text.replaceAll("\\D", "")), "users");
            return users == null ? null : new LoadProfile.Closed(users);
        }
        Integer rate = text == null ? null : rate(node);
        return rate == null ? null : new LoadProfile.Constant(rate);
    }

    /** {@code 500 req/s} as 500. */
    @Nullable
    Integer rate(@Nullable YamlNode node) {
        Quantity quantity = quantity(node, Dimension.RATE);
        return node == null || quantity == null ? null : whole(node, quantity.amount(), "req/s");
    }

    private @Nullable Integer whole(YamlNode node, double amount, String unit) {
        if (amount < 1 || amount > Defaults.LARGEST_COUNT || amount != Math.rint(amount)) {
            complain(node, "must be a whole number of " + unit + " between 1 and " + Defaults.LARGEST_COUNT);
            return null;
        }
        return (int) amount;
    }

    @Nullable
    Pattern pattern(@Nullable YamlNode node) {
        String text = text(node);
        if (node == null || text == null) {
            return null;
        }
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            complain(node, "not a regular expression: " + e.getDescription());
            return null;
        }
    }

    /** The elements of a list that is not empty. */
    List<YamlNode> items(@Nullable YamlNode node) {
        if (node == null || node instanceof YamlNode.Refused) {
            return List.of();
        }
        if (!(node instanceof YamlNode.Items list)) {
            problems.at(node.place(), "a list is expected here, found " + node.kind());
            return List.of();
        }
        if (list.items().isEmpty()) {
            problems.at(list.place(), "the list is empty");
        }
        return list.items();
    }

    List<String> texts(@Nullable YamlNode node) {
        var texts = new ArrayList<String>();
        for (YamlNode item : items(node)) {
            String text = text(item);
            if (text != null) {
                texts.add(text);
            }
        }
        return List.copyOf(texts);
    }

    Map<String, String> settings(@Nullable YamlNode node) {
        var settings = new LinkedHashMap<String, String>();
        if (node instanceof YamlNode.Fields mapping) {
            for (YamlNode.Field field : Section.distinct(mapping, problems)) {
                String text = text(field.value());
                if (text != null) {
                    settings.put(field.key().text(), text);
                }
            }
        } else if (node != null && !(node instanceof YamlNode.Refused)) {
            problems.at(node.place(), "a mapping is expected here, found " + node.kind());
        }
        return Collections.unmodifiableMap(settings);
    }

    private void complain(YamlNode node, String message) {
        problems.at(node.place(), message);
    }
}
