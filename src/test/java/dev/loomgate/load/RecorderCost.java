package dev.loomgate.load;

import java.util.List;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Two neighbouring runs of the same load.
 *
 * @param plainMicros CPU per request without the recorder
 * @param recordedMicros CPU per request with it
 * @param lateMillis how late 99 % of the recorded run's requests were sent at most
 * @param lost requests of the recorded run without a good answer
 */
record RecorderCost(double plainMicros, double recordedMicros, double lateMillis, long lost) {
    RecorderCost besides(double plain) {
        return new RecorderCost(plain, recordedMicros, lateMillis, lost);
    }

    double ratio() {
        return recordedMicros / plainMicros;
    }

    String line() {
        return "%9.1f %12.1f %8.3f %13.2f %6d".formatted(plainMicros, recordedMicros, ratio(), lateMillis, lost);
    }

    static String conclusion(List<RecorderCost> pairs) {
        double[] ratios =
                pairs.stream().mapToDouble(RecorderCost::ratio).sorted().toArray();
        int last = ratios.length - 1;
        int cut = orderStatistic(ratios.length);
        return "recorded / plain: median %.3f, 95 %% interval %.3f .. %.3f, all %.3f .. %.3f%n"
                        .formatted(median(ratios), ratios[cut], ratios[last - cut], ratios[0], ratios[last])
                + "generator CPU per request: plain %.1f µs, recorded %.1f µs; sent late p99 %.2f ms; %d lost of all%n"
                        .formatted(
                                median(pairs.stream()
                                        .mapToDouble(RecorderCost::plainMicros)
                                        .toArray()),
                                median(pairs.stream()
                                        .mapToDouble(RecorderCost::recordedMicros)
                                        .toArray()),
                                median(pairs.stream()
                                        .mapToDouble(RecorderCost::lateMillis)
                                        .toArray()),
                                pairs.stream().mapToLong(RecorderCost::lost).sum());
    }

    /**
     * How many values may be cut off at each end so that the rest still covers the median with 95 %: the sign test
     * turned around.
     */
    private static int orderStatistic(int count) {
        BinomialDistribution below = BinomialDistribution.of(count, 0.5);
        int cut = 0;
        while (2 * below.cumulativeProbability(cut) <= 0.05) {
            cut++;
        }
        return Math.max(0, cut - 1);
    }

    private static double median(double[] values) {
        return Median.withDefaults().evaluate(values);
    }
}
