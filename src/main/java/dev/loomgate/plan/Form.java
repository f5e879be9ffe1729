package dev.loomgate.plan;

import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import dev.loomgate.metric.Unit.Dimension;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * How a value is written. The same form reads a sound value and words what is wrong with an unsound one.
 *
 * @param reader of the text
 * @param substitute stands in for an unsound value, so that the keys beside it are read for their own problems
 */
record Form<T>(Function<String, Outcome<T>> reader, T substitute) {
    private static final Duration LONGEST = Duration.ofHours(24);

    /** {@code 64 users}: the closed model. */
    private static final Pattern USERS = Pattern.compile("[0-9]{1,15}\\s*users");

    static final Form<String> TEXT = new Form<>(Outcome.Good::new, "");
    static final Form<Integer> COUNT = new Form<>(
            text -> text.matches("[0-9]{1,9}")
                    ? new Outcome.Good<>(Integer.valueOf(text))
                    : Outcome.bad("a whole number is expected here, found '" + text + "'"),
            1);

    /** A plain number above 0. */
    static final Form<Double> NUMBER = new Form<>(
            text -> text.matches("[0-9]{1,15}(\\.[0-9]{1,9})?") && Double.parseDouble(text) > 0
                    ? new Outcome.Good<>(Double.valueOf(text))
                    : Outcome.bad("a number above 0 is expected here, found '" + text + "'"),
            1.0);

    static final Form<Duration> TIME = quantity(Dimension.TIME, Form::duration, Duration.ZERO);

    /** {@code 5 %} as 0.05. */
    static final Form<Double> SHARE = quantity(Dimension.SHARE, share -> new Outcome.Good<>(share.amount() / 100), 0.0);

    static final Form<Integer> MEBIBYTES =
            quantity(Dimension.BYTES, memory -> whole(memory.in(Unit.MEBIBYTES), "MiB"), 1);

    /** {@code 0.5 CPU} as 0.5. */
    static final Form<Double> CPUS = quantity(Dimension.CPUS, Form::cpus, 1.0);

    /** {@code 500 req/s} as 500. */
    static final Form<Integer> RATE = quantity(Dimension.RATE, rate -> whole(rate.amount(), "req/s"), 1);

    /** {@code 500 req/s}, {@code 64 users} or {@code simulation}. */
    static final Form<LoadProfile> LOAD = new Form<>(Form::load, new LoadProfile.Constant(1));

    static final Form<Pattern> PATTERN = new Form<>(Form::pattern, Pattern.compile(""));

    Outcome<T> read(String text) {
        return reader.apply(text);
    }

    /** The same, and the value must be fit, too. */
    Form<T> where(Predicate<T> fit, String message) {
        return new Form<>(
                text -> read(text)
                        .then(value -> fit.test(value)
                                ? new Outcome.Good<>(value)
                                : Outcome.bad(message + ", found '" + text + "'")),
                substitute);
    }

    private static <T> Form<T> quantity(Dimension dimension, Function<Quantity, Outcome<T>> value, T substitute) {
        return new Form<>(text -> QuantityText.parse(text, dimension).then(value), substitute);
    }

    private static Outcome<Duration> duration(Quantity quantity) {
        Duration duration = durationOf(quantity);
        return duration.compareTo(LONGEST) > 0
                ? Outcome.bad(quantity + " is longer than 24 hours")
                : new Outcome.Good<>(duration);
    }

    static Duration durationOf(Quantity quantity) {
        return Duration.ofNanos(Math.round(quantity.in(Unit.NANOSECONDS)));
    }

    private static Outcome<Double> cpus(Quantity quantity) {
        try {
            return new Outcome.Good<>(JvmRuntime.requireCpus(quantity.amount()));
        } catch (IllegalArgumentException e) {
            return Outcome.bad(String.valueOf(e.getMessage()));
        }
    }

    private static Outcome<LoadProfile> load(String text) {
        if (text.strip().equals(LoadProfile.Simulated.WORD)) {
            return new Outcome.Good<>(new LoadProfile.Simulated());
        }
        return USERS.matcher(text.strip()).matches()
                ? whole(Double.parseDouble(text.replaceAll("\\D", "")), "users")
                        .then(users -> new Outcome.Good<>(new LoadProfile.Closed(users)))
                : RATE.read(text).then(rate -> new Outcome.Good<>(new LoadProfile.Constant(rate)));
    }

    private static Outcome<Integer> whole(double amount, String unit) {
        return amount < 1 || amount > Defaults.LARGEST_COUNT || amount != Math.rint(amount)
                ? Outcome.bad("must be a whole number of " + unit + " between 1 and " + Defaults.LARGEST_COUNT)
                : new Outcome.Good<>((int) amount);
    }

    private static Outcome<Pattern> pattern(String text) {
        try {
            return new Outcome.Good<>(Pattern.compile(text));
        } catch (PatternSyntaxException e) {
            return Outcome.bad("not a regular expression: " + e.getDescription());
        }
    }
}
