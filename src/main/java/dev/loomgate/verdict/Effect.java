package dev.loomgate.verdict;

import java.util.OptionalDouble;

/**
 * What several units together say about one metric, as shares of the baseline: 0.03 is 3 % worse. Of failed and wrong
 * answers it is the difference of their shares: 0.03 is 3 points.
 *
 * @param units behind it
 * @param change worse when positive
 * @param low lower end of the two-sided 95 % interval
 * @param high upper end of the two-sided 95 % interval
 * @param baseline typical value of the baseline, in the metric's unit; empty where there is none, as for several cells
 */
public record Effect(int units, double change, double low, double high, OptionalDouble baseline) {}
