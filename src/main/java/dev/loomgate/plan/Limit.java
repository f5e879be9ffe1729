package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.util.Set;

/**
 * One tolerated bound on one metric, for the cells it selects.
 *
 * @param variants names it applies to; empty means all
 * @param runtimes names it applies to; empty means all
 * @param workloads names it applies to; empty means all
 * @param loads ids of load profiles ({@code 500rps}) it applies to; empty means all
 * @param expression as written: {@code <= 115 ms}
 * @param line of thresholds.yml, from 1
 */
public record Limit(
        Set<String> variants,
        Set<String> runtimes,
        Set<String> workloads,
        Set<String> loads,
        Metric metric,
        Comparison comparison,
        Bound bound,
        String expression,
        int line) {
    public Limit {
        variants = Set.copyOf(variants);
        runtimes = Set.copyOf(runtimes);
        workloads = Set.copyOf(workloads);
        loads = Set.copyOf(loads);
    }

    /** The two comparisons a limit can make. */
    public enum Comparison {
        AT_MOST("<="),
        AT_LEAST(">=");

        private final String sign;

        Comparison(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }
    }

    public boolean selects(Cell cell) {
        return selects(
                cell.variant().name(), cell.runtime().name(), cell.workload().name(), cell.load());
    }

    boolean selects(String variant, String runtime, String workload, LoadProfile load) {
        return allows(variants, variant)
                && allows(runtimes, runtime)
                && allows(workloads, workload)
                && allows(loads, load.id())
                && hasMeaning(load);
    }

    /** Over all rates of a ramp together most metrics have none; and only where the rate changes a capacity is looked for. */
    private boolean hasMeaning(LoadProfile load) {
        return switch (metric) {
            case CAPACITY -> load instanceof Stepped;
            case STARTUP, TIME_TO_WARM -> true;
            default -> !(load instanceof Stepped);
        };
    }

    private static boolean allows(Set<String> names, String name) {
        return names.isEmpty() || names.contains(name);
    }
}
