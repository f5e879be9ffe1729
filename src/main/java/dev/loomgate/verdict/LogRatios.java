package dev.loomgate.verdict;

import java.util.List;
import java.util.Locale;

/** One logarithm of a ratio per unit: Student's t, one side at a time (reading/statistics.md 3.4). */
record LogRatios(List<Double> values) implements Evidence {
    LogRatios {
        values = List.copyOf(values);
    }

    @Override
    public int units() {
        return values.size();
    }

    @Override
    public double scaled(double share) {
        return Math.log1p(share);
    }

    @Override
    public double lower(int from, int to, double alpha) {
        return OneSided.of(values.subList(from, to)).lower(alpha);
    }

    @Override
    public double upper(int from, int to, double alpha) {
        return OneSided.of(values.subList(from, to)).upper(alpha);
    }

    @Override
    public String couldHaveSeen(double alpha) {
        OneSided all = OneSided.of(values);
        return String.format(Locale.ROOT, "a change of %.1f %%", 100 * Math.expm1(all.upper(alpha) - all.mean()));
    }
}
