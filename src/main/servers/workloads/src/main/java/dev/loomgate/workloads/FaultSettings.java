package dev.loomgate.workloads;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The faults a server was started with; zero or false where it has none.
 *
 * @param spin that every request computes longer
 * @param lock that every request sleeps while it holds a lock which all share
 * @param stall that one of a hundred requests of {@code io} waits longer
 * @param errorsPerMillion requests of a million that are answered with 500
 * @param wrongBodiesPerMillion requests of a million that are answered with 200 and a wrong body
 * @param dieAfter requests that are answered before the next one ends the process
 * @param bouts the faults strike for so long, rest for as long, and so on; zero when they never rest
 * @param given as they were written, by name, sorted
 */
record FaultSettings(
        Duration delay,
        Duration spin,
        Duration lock,
        Duration stall,
        int allocateBytes,
        int leakBytes,
        long errorsPerMillion,
        long wrongBodiesPerMillion,
        long dieAfter,
        Duration bouts,
        Map<String, String> given) {
    static final String PREFIX = "loomgate.fault.";

    private static final String NAMES =
            "delay, spin, lock, stall, allocate, leak, errors, wrong-body, die-after, bouts";
    private static final int LONGEST_DELAY_MILLIS = 3_600_000;
    private static final int LONGEST_MICROS = 1_000_000;
    private static final int LARGEST_BYTES = 1 << 30;
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,10}) ?([A-Za-z]*)");
    private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,4})?) ?%");

    /**
     * Takes every property that starts with {@link #PREFIX}.
     *
     * @throws IllegalArgumentException naming property, value, and what would be understood
     */
    static FaultSettings parse(Map<String, String> properties) {
        Duration delay = Duration.ZERO;
        Duration spin = Duration.ZERO;
        Duration lock = Duration.ZERO;
        Duration stall = Duration.ZERO;
        int allocate = 0;
        int leak = 0;
        long errors = 0;
        long wrongBodies = 0;
        long dieAfter = 0;
        Duration bouts = Duration.ZERO;
        Map<String, String> given = withoutPrefix(properties);
        for (Map.Entry<String, String> fault : given.entrySet()) {
            String value = fault.getValue();
            switch (fault.getKey()) {
                case "delay" -> delay = delay("delay", value);
                case "spin" -> spin = micros("spin", value);
                case "lock" -> lock = micros("lock", value);
                case "stall" -> stall = delay("stall", value);
                case "allocate" -> allocate = bytes("allocate", value);
                case "leak" -> leak = bytes("leak", value);
                case "errors" ->
                    errors = perMillion("errors", value, "a share above 0 % and up to 100 %, for example 1%");
                case "wrong-body" -> wrongBodies = wrongBodies(value);
                case "die-after" -> dieAfter = count(value);
                case "bouts" -> bouts = delay("bouts", value);
                default ->
                    throw new IllegalArgumentException(
                            "there is no fault -D" + PREFIX + fault.getKey() + "; known are " + NAMES);
            }
        }
        if (bouts.isPositive() && given.size() == 1) {
            throw new IllegalArgumentException("-D" + PREFIX + "bouts=" + given.get("bouts")
                    + " alone does nothing: it says when another fault strikes, for example -D" + PREFIX
                    + "spin=50us");
        }
        return new FaultSettings(delay, spin, lock, stall, allocate, leak, errors, wrongBodies, dieAfter, bouts, given);
    }

    private static Map<String, String> withoutPrefix(Map<String, String> properties) {
        Map<String, String> given = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                given.put(name.substring(PREFIX.length()), value.strip());
            }
        });
        return given;
    }

    private static Duration micros(String name, String value) {
        Matcher amount = AMOUNT.matcher(value);
        long micros = amount.matches() && amount.group(2).equals("us") ? Long.parseLong(amount.group(1)) : 0;
        if (micros < 1 || micros > LONGEST_MICROS) {
            throw nonsense(name, value, "a time from 1 us to 1 s in us, for example 50us");
        }
        return Duration.ofNanos(micros * 1000);
    }

    private static Duration delay(String name, String value) {
        Matcher amount = AMOUNT.matcher(value);
        long millis = 0;
        if (amount.matches()) {
            millis = switch (amount.group(2)) {
                case "ms" -> Long.parseLong(amount.group(1));
                case "s" -> Long.parseLong(amount.group(1)) * 1000;
                default -> 0;
            };
        }
        if (millis < 1 || millis > LONGEST_DELAY_MILLIS) {
            throw nonsense(name, value, "a time from 1 ms to 1 hour in ms or s, for example 20ms");
        }
        return Duration.ofMillis(millis);
    }

    private static int bytes(String name, String value) {
        Matcher amount = AMOUNT.matcher(value);
        long bytes = 0;
        if (amount.matches()) {
            bytes = switch (amount.group(2)) {
                case "B" -> Long.parseLong(amount.group(1));
                case "KiB" -> Long.parseLong(amount.group(1)) << 10;
                case "MiB" -> Long.parseLong(amount.group(1)) << 20;
                default -> 0;
            };
        }
        if (bytes < 1 || bytes > LARGEST_BYTES) {
            throw nonsense(name, value, "a size from 1 B to 1024 MiB in B, KiB or MiB, for example 64KiB");
        }
        return (int) bytes;
    }

    private static long perMillion(String name, String value, String expected) {
        Matcher share = SHARE.matcher(value);
        long perMillion = share.matches()
                ? new BigDecimal(share.group(1)).movePointRight(4).longValueExact()
                : 0;
        if (perMillion < 1 || perMillion > 1_000_000) {
            throw nonsense(name, value, expected);
        }
        return perMillion;
    }

    private static long wrongBodies(String value) {
        return value.equals("true")
                ? 1_000_000
                : perMillion("wrong-body", value, "true for all, or a share above 0 % and up to 100 %, for example 1%");
    }

    private static long count(String value) {
        long count = value.matches("\\d{1,18}") ? Long.parseLong(value) : 0;
        if (count < 1) {
            throw nonsense("die-after", value, "a number of requests of at least 1, for example 500");
        }
        return count;
    }

    private static IllegalArgumentException nonsense(String name, String value, String expected) {
        return new IllegalArgumentException(
                "-D" + PREFIX + name + "=" + value + " makes no sense: expected " + expected);
    }
}
