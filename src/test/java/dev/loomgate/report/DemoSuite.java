package dev.loomgate.report;

import dev.loomgate.metric.Metric;
import dev.loomgate.verdict.CellVerdict.Outcome;
import java.util.Map;
import java.util.Random;

/** Made-up numbers of a believable size, to look at the page with. */
final class DemoSuite {
    private DemoSuite() {}

    static TestCell[] cells() {
        TestCell[] cells = TestSuite.everyCase();
        cells[6] = new TestCell("platform-100", "compute", 50)
                .passed(Metric.P50, "<= 12 ms", 12)
                .estimate(Metric.THROUGHPUT, 50, 49.9, 50.1)
                .passed(Metric.THROUGHPUT, ">= 95 % of offered", 47.5)
                .iteration(Map.of());
        Random random = new Random(7);
        for (int i = 0; i < 4; i++) {
            for (Metric metric : Metric.values()) {
                if (metric != Metric.P99
                        && metric != Metric.ERRORS
                        && metric != Metric.ALLOCATED
                        && metric != Metric.RSS) {
                    double value = size(metric) * (1 + 0.1 * random.nextDouble());
                    cells[i].estimate(metric, value, value * 0.98, value * 1.017);
                }
            }
        }
        cells[5].outcome(Outcome.UNGATED);
        return cells;
    }

    private static double size(Metric metric) {
        return switch (metric.unit()) {
            case MILLISECONDS -> metric == Metric.STARTUP ? 1830 : 101;
            case REQUESTS_PER_SECOND -> 493;
            case PERCENT -> 31;
            case MICROSECONDS_PER_REQUEST -> metric == Metric.APPLICATION_CPU ? 412 : 8.3;
            case MEBIBYTES -> 187;
            default -> 23;
        };
    }
}
