package dev.loomgate.plan;

import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code 115 ms}: a number that is not negative, and a unit, always. */
final class QuantityText {
    /** A plain decimal number; signs, exponents, NaN and Infinity have no place in a limit. */
    static final String NUMBER = "[0-9]{1,15}(?:\\.[0-9]{1,9})?";

    private static final Pattern SHAPE = Pattern.compile("(" + NUMBER + ")\\s*([^0-9.\\s].*)?");

    private QuantityText() {}

    static Outcome<Quantity> parse(String text, Unit.Dimension dimension) {
        List<String> units = Unit.symbols(dimension);
        Matcher matcher = SHAPE.matcher(text.strip());
        if (!matcher.matches()) {
            return new Outcome.Bad<>(complaint(text.strip(), dimension), units);
        }
        String symbol = matcher.group(2);
        if (symbol == null) {
            return new Outcome.Bad<>("'" + text + "' has no unit", units);
        }
        Optional<Unit> unit = Unit.ofSymbol(symbol);
        if (unit.isEmpty()) {
            return new Outcome.Bad<>("unknown unit '" + symbol + "'" + Closest.hint(symbol, units), units);
        }
        if (unit.get().dimension() != dimension) {
            return new Outcome.Bad<>("'" + text + "' is not " + name(dimension), units);
        }
        return new Outcome.Good<>(new Quantity(Double.parseDouble(matcher.group(1)), unit.get()));
    }

    private static String complaint(String text, Unit.Dimension dimension) {
        return text.startsWith("-")
                ? "'" + text + "' is negative"
                : "'" + text + "' is not " + name(dimension) + ": a number like 115 or 2.5 and a unit";
    }

    private static String name(Unit.Dimension dimension) {
        return switch (dimension) {
            case TIME -> "a time";
            case TIME_PER_REQUEST -> "a time per request";
            case BYTES -> "an amount of memory";
            case BYTES_PER_REQUEST -> "an amount of memory per request";
            case RATE -> "a rate";
            case SHARE -> "a share";
            case CPUS -> "a number of CPUs";
            case THREADS, COLLECTIONS, FRAMES ->
                "a number of " + dimension.name().toLowerCase(Locale.ROOT);
        };
    }
}
