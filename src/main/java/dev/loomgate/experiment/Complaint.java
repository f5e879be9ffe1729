package dev.loomgate.experiment;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.Stream;

/** How guards put what they found. */
final class Complaint {
    private Complaint() {}

    static Stream<String> when(boolean broken, String sentence) {
        return broken ? Stream.of(sentence) : Stream.empty();
    }

    static String percent(double share) {
        return BigDecimal.valueOf(share * 100)
                        .round(new MathContext(4))
                        .stripTrailingZeros()
                        .toPlainString() + " %";
    }
}
