package dev.loomgate.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;

/** Values as messages show them: in quotes, so that they stand out of the sentence, empty ones too. */
final class Quoted {
    private Quoted() {}

    /** {@code , was 'empty'}. */
    static String was(String value) {
        return ", was '" + value + "'";
    }

    static String was(int value) {
        return was(String.valueOf(value));
    }

    /** {@code , was '250 ms'}. */
    static String was(Duration value) {
        return was(duration(value));
    }

    /** A share as percent: {@code , was '120 %'}. */
    static String wasShare(double share) {
        return was(percent(share));
    }

    static String duration(Duration value) {
        BigDecimal milliseconds = BigDecimal.valueOf(value.toNanos(), 6).stripTrailingZeros();
        return value.toMillis() % 1000 == 0 && milliseconds.scale() <= 0
                ? value.toSeconds() + " s"
                : milliseconds.toPlainString() + " ms";
    }

    static String percent(double share) {
        BigDecimal percent = BigDecimal.valueOf(share).movePointRight(2).round(new MathContext(6));
        return percent.stripTrailingZeros().toPlainString() + " %";
    }
}
