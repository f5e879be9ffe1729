package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Quantity;
import dev.loomgate.metric.Unit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One tolerated bound on one metric, for the cells it selects. Two are {@link #implied}: a server with failed or
 * wrong answers must not pass because the file has no limit on them.
 *
 * @param variants names it applies to; empty means all
 * @param runtimes names it applies to; empty means all
 * @param workloads names it applies to; empty means all
 * @param loads ids of load profiles ({@code 500rps}) it applies to; empty means all
 * @param request of a workload that it is about; empty for all requests of a cell together
 * @param expression as written: {@code <= 115 ms}
 * @param file that was read: {@code thresholds.yml}
 * @param line of that file, from 1; 0 for an implied limit, which stands in no line
 */
public record Limit(
        Set<String> variants,
        Set<String> runtimes,
        Set<String> workloads,
        Set<String> loads,
        Optional<String> request,
        Metric metric,
        Comparison comparison,
        Bound bound,
        String expression,
        String file,
        int line) {
    public Limit {
        variants = Set.copyOf(variants);
        runtimes = Set.copyOf(runtimes);
        workloads = Set.copyOf(workloads);
        loads = Set.copyOf(loads);
    }

    /**
     * The limits that hold on every cell they {@linkplain #selects select}, unless the file has one on the same
     * metric for that cell.
     */
    public static List<Limit> implied(String file) {
        Set<String> all = Set.of();
        Bound none = new Bound.Absolute(new Quantity(0, Unit.PERCENT));
        return Compared.COUNTS.stream()
                .map(metric -> new Limit(
                        all, all, all, all, Optional.empty(), metric, Comparison.AT_MOST, none, "<= 0 %", file, 0))
                .toList();
    }

    /** The same for one request of a workload. */
    Limit of(String name) {
        return new Limit(
                variants,
                runtimes,
                workloads,
                loads,
                Optional.of(name),
                metric,
                comparison,
                bound,
                expression,
                file,
                line);
    }

    /** Whether it holds without being written. */
    public boolean implied() {
        return line == 0;
    }

    /** For messages, behind its expression: {@code  (thresholds.yml:14)}, or when it holds. */
    public String origin() {
        return implied() ? ", which holds unless " + file + " gives another" : " (" + file + ":" + line + ")";
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
                        cell.variant().name(),
                        cell.runtime().name(),
                        cell.workload().name(),
                        cell.load())
                && isAbout(cell.workload());
    }

    /** Whether the workload has the request that it limits. */
    boolean isAbout(Workload workload) {
        return request.isEmpty() || workload.clients().mayAsk(request.get());
    }

    /** {@code p99}, or {@code p99 of order} where it is about one request. */
    public String subject() {
        return metric + request.map(name -> " of " + name).orElse("");
    }

    boolean selects(String variant, String runtime, String workload, LoadProfile load) {
        return names(variant, runtime, workload, load) && hasMeaning(load) && !lacksRate(load);
    }

    private boolean names(String variant, String runtime, String workload, LoadProfile load) {
        return allows(variants, variant)
                && allows(runtimes, runtime)
                && allows(workloads, workload)
                && allows(loads, load.id());
    }

    /**
     * Over all rates of a ramp most metrics have no meaning, errors among them: a ramp runs into errors on purpose. A
     * wrong answer is wrong at any rate. A capacity exists only where the rate changes, a ceiling only where two arms
     * are compared.
     */
    private boolean hasMeaning(LoadProfile load) {
        return switch (metric) {
            case CAPACITY -> load instanceof Stepped;
            case CEILING -> false;
            case STARTUP, TIME_TO_WARM, WRONG_ANSWERS -> true;
            default -> !(load instanceof Stepped);
        };
    }

    /** Users ask as fast as they are answered, and what a simulation asks for it alone knows. */
    private boolean lacksRate(LoadProfile load) {
        return bound instanceof Bound.OfOffered
                && (load instanceof LoadProfile.Closed || load instanceof LoadProfile.Simulated);
    }

    /** Whether it would select this but for the rate that it is a share of. */
    boolean misses(String variant, String runtime, String workload, LoadProfile load) {
        return names(variant, runtime, workload, load) && lacksRate(load);
    }

    private static boolean allows(Set<String> names, String name) {
        return names.isEmpty() || names.contains(name);
    }
}
