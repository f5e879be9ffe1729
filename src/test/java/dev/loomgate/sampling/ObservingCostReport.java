package dev.loomgate.sampling;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/** Compares phases with and without the sampler, in pairs of neighbours, and says whether the goal is met. */
final class ObservingCostReport {
    private static final double GOAL_PERCENT = 1;

    private final String heading;
    private final List<PhaseCost> all;
    private final int cpus;
    private final List<Pair> pairs = new ArrayList<>();

    ObservingCostReport(String heading, List<PhaseCost> all, int cpus) {
        this.heading = heading;
        this.all = List.copyOf(all);
        this.cpus = cpus;
        for (int i = 0; i + 1 < all.size(); i += 2) {
            PhaseCost one = all.get(i);
            PhaseCost other = all.get(i + 1);
            pairs.add(one.observed() ? new Pair(one, other) : new Pair(other, one));
        }
    }

    /** Two phases in a row, in either order. */
    record Pair(PhaseCost observed, PhaseCost alone) {}

    /** Mean of the pairs and its two-sided 95 % interval, by Student's t. */
    record Estimate(double mean, double low, double high) {
        static Estimate of(double[] values) {
            DoubleStatistics statistics =
                    DoubleStatistics.of(EnumSet.of(Statistic.MEAN, Statistic.STANDARD_DEVIATION), values);
            double mean = statistics.getAsDouble(Statistic.MEAN);
            double error = statistics.getAsDouble(Statistic.STANDARD_DEVIATION) / Math.sqrt(values.length);
            double reach = TDistribution.of(values.length - 1).inverseSurvivalProbability(0.025) * error;
            return new Estimate(mean, mean - reach, mean + reach);
        }

        Estimate exp() {
            return new Estimate(Math.exp(mean), Math.exp(low), Math.exp(high));
        }

        String text(String format) {
            return (format + " (" + format + " to " + format + ")").formatted(mean, low, high);
        }
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# What observing costs the server\n\n" + heading + ".\n\n");
        arms(text);
        differences(text);
        text.append("\nGoal, at most 1 % of the server's CPU: **")
                .append(verdict(cpuPercent()))
                .append("**. What the threads that answer JMX take is a lower bound: ")
                .append(
                        answeringPercent().low() > GOAL_PERCENT
                                ? "it alone misses the goal.\n"
                                : "it alone does not miss the goal.\n");
        phases(text);
        return text.toString();
    }

    private void arms(StringBuilder text) {
        text.append("Per phase, median (range):\n\n| | observed | alone |\n|---|--:|--:|\n");
        row(text, "server CPU, edges included [ms]", PhaseCost::cpu);
        for (CpuGroup group : CpuGroup.values()) {
            row(
                    text,
                    "- " + group + " [ms]",
                    cost -> requireNonNull(cost.byGroup().get(group)));
        }
        row(text, "threads that answer JMX, in OTHER [ms]", PhaseCost::answering);
        row(text, "- of that while the window was open [ms]", PhaseCost::answeringWhileOpen);
        row(text, "JIT while the window was open [ms]", PhaseCost::jitWhileOpen);
        row(text, "CPU of all threads at the edges [ms]", PhaseCost::edges);
        row(text, "clock of the process minus all threads [ms]", PhaseCost::unaccounted);
        row(text, "length, edges included [ms]", PhaseCost::wall);
        row(text, "p50 [ms]", PhaseCost::p50);
        row(text, "p99 [ms]", PhaseCost::p99);
        row(text, "requests without a good answer", PhaseCost::failed);
    }

    private void row(StringBuilder text, String name, ToDoubleFunction<PhaseCost> value) {
        text.append("| %s | %s | %s |%n".formatted(name, spread(true, value), spread(false, value)));
    }

    private String spread(boolean observed, ToDoubleFunction<PhaseCost> value) {
        double[] values = all.stream()
                .filter(cost -> cost.observed() == observed)
                .mapToDouble(value)
                .sorted()
                .toArray();
        return "%.2f (%.2f to %.2f)"
                .formatted(Median.withDefaults().evaluate(values), values[0], values[values.length - 1]);
    }

    private void differences(StringBuilder text) {
        text.append("\nObserved against alone, mean of %d pairs (95 %% interval):%n%n| | |%n|---|--:|%n"
                .formatted(pairs.size()));
        line(
                text,
                "server CPU [ms per phase]",
                overPairs((with, without) -> with.cpu() - without.cpu()).text("%+.2f"));
        line(text, "- share of the server's CPU [%]", cpuPercent().text("%+.2f"));
        line(
                text,
                "- share of what its CPUs can do [%]",
                overPairs(this::capacityPercent).text("%+.3f"));
        line(text, "threads that answer JMX [ms per phase]", answering().text("%+.2f"));
        line(text, "- share of the server's CPU [%]", answeringPercent().text("%+.2f"));
        line(text, "- of that while the window was open [ms]", whileOpen().text("%+.3f"));
        line(text, "CPU of all threads at the edges [ms]", atEdges().text("%+.2f"));
        line(text, "JIT while the window was open [ms]", jitWhileOpen().text("%+.2f"));
        line(text, "p50, ratio", ratio(PhaseCost::p50).text("%.3f"));
        line(text, "p99, ratio", ratio(PhaseCost::p99).text("%.3f"));
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("| %s | %s |%n".formatted(name, value));
    }

    private void phases(StringBuilder text) {
        text.append("""

                All phases in order:

                | phase | | CPU [ms] | at the edges [ms] | answering JMX [ms] |
                |--:|---|--:|--:|--:|
                """);
        for (int i = 0; i < all.size(); i++) {
            PhaseCost cost = all.get(i);
            text.append("| %d | %s | %.1f | %.2f | %.2f |%n"
                    .formatted(
                            i + 1, cost.observed() ? "observed" : "alone", cost.cpu(), cost.edges(), cost.answering()));
        }
    }

    Estimate cpuPercent() {
        return overPairs((with, without) -> 100 * (with.cpu() - without.cpu()) / without.cpu());
    }

    private Estimate answering() {
        return overPairs((with, without) -> with.answering() - without.answering());
    }

    private Estimate answeringPercent() {
        return overPairs((with, without) -> 100 * (with.answering() - without.answering()) / without.cpu());
    }

    private Estimate whileOpen() {
        return overPairs((with, without) -> with.answeringWhileOpen() - without.answeringWhileOpen());
    }

    private Estimate atEdges() {
        return overPairs((with, without) -> with.edges() - without.edges());
    }

    private Estimate jitWhileOpen() {
        return overPairs((with, without) -> with.jitWhileOpen() - without.jitWhileOpen());
    }

    private double capacityPercent(PhaseCost with, PhaseCost without) {
        return 100 * (with.cpu() - without.cpu()) / (without.wall() * cpus);
    }

    /** On logarithms, as ratios scatter by factors. */
    private Estimate ratio(ToDoubleFunction<PhaseCost> value) {
        return overPairs((with, without) -> Math.log(value.applyAsDouble(with) / value.applyAsDouble(without)))
                .exp();
    }

    private Estimate overPairs(ToDoubleBiFunction<PhaseCost, PhaseCost> value) {
        return Estimate.of(pairs.stream()
                .mapToDouble(pair -> value.applyAsDouble(pair.observed(), pair.alone()))
                .toArray());
    }

    static String verdict(Estimate percent) {
        if (percent.high() <= GOAL_PERCENT) {
            return "met";
        }
        return percent.low() > GOAL_PERCENT ? "missed" : "can't tell: the interval holds the goal; measure more phases";
    }
}
