package dev.loomgate.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * When the measured units are analysed, and how much of the allowed error each analysis may spend. Fixed before the
 * first measurement: analyses at will find differences where there are none.
 *
 * @param units how many units have been measured at each look, ascending
 * @param shares of the allowed error, one per look; together 1
 */
public record InterimAnalyses(List<Integer> units, List<Double> shares) {
    /**
     * Three pairs of JVMs know their spread well enough for a change that needs no statistics: it must be 50 times as
     * large.
     */
    public static final int FEWEST_UNITS = 3;

    private static final List<Integer> UNITS = List.of(3, 5, 8, 12, 16, 20);
    private static final List<Double> SHARES = List.of(0.10, 0.15, 0.15, 0.15, 0.15, 0.30);

    public InterimAnalyses {
        units = List.copyOf(units);
        shares = List.copyOf(shares);
        double sum = shares.stream().mapToDouble(share -> share).sum();
        if (units.isEmpty() || units.size() != shares.size() || Math.abs(sum - 1) > 1e-9) {
            throw new IllegalArgumentException("every look needs its share, together 1: " + units + ", " + shares);
        }
        for (int i = 1; i < units.size(); i++) {
            if (units.get(i) <= units.get(i - 1)) {
                throw new IllegalArgumentException("looks follow each other, were " + units);
            }
        }
    }

    /** The usual looks as far as {@code most} units go; the last one is at {@code most} and spends what is left. */
    public static InterimAnalyses upTo(int most) {
        if (most < FEWEST_UNITS) {
            throw new IllegalArgumentException("the first look needs at least 3 units" + Quoted.was(most));
        }
        List<Integer> units = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        double left = 1;
        for (int i = 0; i < UNITS.size() && UNITS.get(i) < most; i++) {
            units.add(UNITS.get(i));
            shares.add(SHARES.get(i));
            left -= SHARES.get(i);
        }
        units.add(most);
        shares.add(left);
        return new InterimAnalyses(units, shares);
    }

    /** A look at every unit from {@code first} on; each may err alike. */
    public static InterimAnalyses atEvery(int first, int most) {
        int count = most - first + 1;
        return new InterimAnalyses(
                IntStream.rangeClosed(first, most).boxed().toList(), Collections.nCopies(count, 1.0 / count));
    }

    /** Share of the allowed error that looks at fewer units than these leave; that of the last one at least. */
    public double left(int measured) {
        double spent = 0;
        for (int look = 0; look < units.size() - 1 && units.get(look) < measured; look++) {
            spent += shares.get(look);
        }
        return 1 - spent;
    }

    public int most() {
        return units.getLast();
    }
}
