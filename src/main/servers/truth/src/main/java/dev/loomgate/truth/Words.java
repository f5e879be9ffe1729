package dev.loomgate.truth;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One value of the script, read word by word from the left; every complaint knows its place. */
final class Words {
    static final Map<String, Long> NANOS = Map.of("us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);
    static final Map<String, Long> BYTES = Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20);

    private static final Pattern WORD = Pattern.compile("\\.\\.|,|(?:[^\\s,.]|\\.(?!\\.))+");
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)(.*)");

    private final String value;
    private final List<Word> words = new ArrayList<>();
    private int next;

    private record Word(String text, int from, int to) {}

    Words(String value) {
        this.value = value;
        Matcher matcher = WORD.matcher(value);
        while (matcher.find()) {
            words.add(new Word(matcher.group(), matcher.start(), matcher.end()));
        }
    }

    /** The next word, whatever it is. */
    String word(String expected) throws NotUnderstood {
        if (next == words.size()) {
            throw new NotUnderstood(value.length(), value.length() + 1, said() + "here " + expected + " is missing");
        }
        return words.get(next++).text();
    }

    /** The next word, which must be this one. */
    void literal(String wanted) throws NotUnderstood {
        if (!word("\"" + wanted + "\"").equals(wanted)) {
            throw wrong("where \"" + wanted + "\" is expected");
        }
    }

    void end() throws NotUnderstood {
        if (next < words.size()) {
            throw new NotUnderstood(words.get(next).from(), value.length(), said() + "nothing may follow");
        }
    }

    long nanos() throws NotUnderstood {
        return amount(NANOS, "a time: a number and us, ms or s, such as 10ms").value();
    }

    long bytes() throws NotUnderstood {
        return amount(BYTES, "a size: a number and B, KiB or MiB, such as 64KiB").value();
    }

    /** A share in millionths, above 0 % and up to 100 %. */
    long perMillion() throws NotUnderstood {
        String form = "a share above 0% and up to 100%, at most four decimals, such as 1% or 0.5%";
        Amount share = amount(Map.of("%", 10_000L), form);
        if (share.value() < 1 || share.value() > 1_000_000) {
            throw wrong(share.first(), "is not " + form);
        }
        return share.value();
    }

    /** How many a second, in nanoseconds between two. */
    long nanosBetween() throws NotUnderstood {
        String form = "a rate: a whole number from 1 to 1000000 and /s, such as 800/s";
        Amount rate = amount(Map.of("/s", 1L), form);
        if (rate.value() < 1 || rate.value() > 1_000_000) {
            throw wrong(rate.first(), "is not " + form);
        }
        return 1_000_000_000L / rate.value();
    }

    double number(String form) throws NotUnderstood {
        String text = word(form);
        if (!text.matches("-?\\d{1,9}(\\.\\d{1,9})?")) {
            throw wrong("is not " + form);
        }
        return Double.parseDouble(text);
    }

    long whole(String form) throws NotUnderstood {
        String text = word(form);
        if (!text.matches("-?\\d{1,18}")) {
            throw wrong("is not " + form);
        }
        return Long.parseLong(text);
    }

    /** A complaint about the word that was read last. */
    NotUnderstood wrong(String why) {
        return wrong(next - 1, why);
    }

    /** A complaint about everything that was read. */
    NotUnderstood wrongSoFar(String why) {
        return new NotUnderstood(words.getFirst().from(), words.get(next - 1).to(), why);
    }

    private NotUnderstood wrong(int first, String why) {
        int from = words.get(first).from();
        int to = words.get(next - 1).to();
        String before = value.substring(0, from).strip();
        String understood = before.isEmpty() ? "" : "understood \"" + before + "\"; ";
        return new NotUnderstood(from, to, understood + "\"" + value.substring(from, to) + "\" " + why);
    }

    private String said() {
        return next == 0 ? "" : "understood \"" + value.substring(0, words.get(next - 1).to()) + "\"; ";
    }

    private record Amount(long value, int first) {}

    /** A number and its unit, in one word or in two. */
    private Amount amount(Map<String, Long> units, String form) throws NotUnderstood {
        int first = next;
        Matcher amount = AMOUNT.matcher(word(form));
        if (!amount.matches()) {
            throw wrong("is not " + form);
        }
        String unit = amount.group(2);
        if (unit.isEmpty() && next < words.size() && isUnit(words.get(next).text())) {
            unit = word(form);
        }
        if (!units.containsKey(unit)) {
            String units_ = units.keySet().stream().sorted().collect(Collectors.joining(", "));
            throw wrong(first, unit.isEmpty() ? "has no unit (" + units_ + "); expected " + form : "has the unit \"" + unit + "\", known: " + units_ + "; expected " + form);
        }
        try {
            BigDecimal exact = new BigDecimal(amount.group(1)).multiply(BigDecimal.valueOf(units.get(unit)));
            return new Amount(exact.longValueExact(), first);
        } catch (ArithmeticException notWhole) {
            throw wrong(first, "is too large or too fine; expected " + form);
        }
    }

    private static boolean isUnit(String word) {
        return word.matches("%|/s|[A-Za-z]+") && !word.equals("at") && !word.equals("alpha") && !word.equals("max");
    }
}
