package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.Workload;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Whether an arm can hold the rate: one that is at its end shows its queue and not its latency, and there is nothing to
 * compare.
 */
public final class Overload {
    /**
     * Room for a pause of the machine in the best of an arm's windows: in one of a second, 5 % were a stall of 50 ms.
     */
    private static final double HELD = 0.9;

    /** Beyond this much of its CPUs, what a request waits for is mostly other requests. */
    private static final double NEARLY_ALL = 0.85;

    private Overload() {}

    /**
     * What an arm could do that could not hold it in any valid window; empty where it could. An arm without one may have
     * been robbed of its CPU, and is not judged.
     *
     * @param requestsPerSecond of the arm, while it has load
     * @param arms that take turns, so that it has load for one part in so many of a window
     * @param own slices of the arm
     */
    static Optional<String> of(
            Workload workload, LoadProfile load, double requestsPerSecond, int arms, List<Slice> own) {
        OptionalDouble most = own.stream()
                .filter(Slice::valid)
                .mapToDouble(slice -> arms * answered(slice))
                .max();
        return most.isPresent() && most.getAsDouble() < HELD * requestsPerSecond
                ? Optional.of(cannotHold(
                        workload,
                        load,
                        String.format(Locale.ROOT, "it answered %.0f req/s%s", most.getAsDouble(), failed(own))))
                : Optional.empty();
    }

    /**
     * The same for one that answers all, but some of it in the turn of another arm: from one request of a turn to the
     * next its answers take longer by what it needs for one beyond the interval of the rate.
     *
     * @param turn requests of a turn
     * @param growths of each valid window: by how much the second half of a turn takes longer than the first, at least
     */
    static Optional<String> ofQueue(Workload workload, LoadProfile.Constant load, int turn, List<Duration> growths) {
        double interval = 1.0 / load.requestsPerSecond();
        OptionalDouble most = growths.stream()
                .mapToDouble(growth -> 1 / (interval + Math.max(0, growth.toNanos() / 1e9) / (turn / 2.0)))
                .max();
        return most.isPresent() && most.getAsDouble() < HELD * load.requestsPerSecond()
                ? Optional.of(cannotHold(
                        workload,
                        load,
                        String.format(
                                Locale.ROOT,
                                "requests of its turn wait longer and longer, as it answers %.0f req/s:",
                                most.getAsDouble())))
                : Optional.empty();
    }

    /** The same for one whose CPUs are not enough for the rate, however long it has for it. */
    static Optional<String> ofCpu(Workload workload, LoadProfile.Constant load, double cpus, List<Slice> own) {
        OptionalDouble most = own.stream()
                .filter(Slice::valid)
                .flatMapToDouble(Overload::cpuSeconds)
                .map(seconds -> cpus / seconds)
                .max();
        return most.isPresent() && most.getAsDouble() < HELD * load.requestsPerSecond()
                ? Optional.of(cannotHold(
                        workload,
                        load,
                        String.format(Locale.ROOT, "it has CPU time for %.0f req/s:", most.getAsDouble())))
                : Optional.empty();
    }

    private static String cannotHold(Workload workload, LoadProfile load, String what) {
        return "it can't hold " + load.displayName() + " of " + workload.name() + ", " + what + " lower the rate";
    }

    /** That its application takes for a request; none where that is not known. */
    private static DoubleStream cpuSeconds(Slice slice) {
        return slice.readings().get(Metric.APPLICATION_CPU) instanceof Reading.Measured cpu && cpu.value() > 0
                ? DoubleStream.of(cpu.value() / 1e6)
                : DoubleStream.empty();
    }

    /** A wrong answer is one, too. */
    private static double answered(Slice slice) {
        Answers answers = slice.answers();
        long right = answers.sent() - answers.wrong();
        return slice.readings().get(Metric.THROUGHPUT) instanceof Reading.Measured good && right > 0
                ? good.value() * answers.sent() / right
                : 0;
    }

    /** A server that fails many requests may have room left. */
    private static String failed(List<Slice> own) {
        Answers answers = own.stream().map(Slice::answers).reduce(Answers.NONE, Answers::plus);
        return answers.failed() == 0
                ? ":"
                : ", and " + answers.inWords(Answers::failed) + " requests failed: see why they do, or";
    }

    /**
     * Share of its CPUs that each arm's application used while it had load.
     *
     * @param arms that take turns
     * @param cpus of each arm's server
     */
    static Map<Side, Double> busy(int arms, List<Slice> slices, Map<Side, Double> cpus) {
        Map<Side, Double> busy = new EnumMap<>(Side.class);
        cpus.forEach((side, count) -> slices.stream()
                .filter(slice -> slice.side() == side && slice.valid())
                .flatMapToDouble(Overload::cpusUsed)
                .average()
                .ifPresent(used -> busy.put(side, used * arms / count)));
        return busy;
    }

    /** What to say of the arms of a pair that hold their rate with hardly any CPU left. */
    static List<String> notes(PairedCell cell, Map<Side, Double> busy) {
        return busy.entrySet().stream()
                .filter(arm -> isNearlyAll(arm.getValue()))
                .map(arm -> cell.arm(arm.getKey()).label() + ": " + queue(cell))
                .toList();
    }

    /**
     * Whether an arm that uses this share of its CPUs shows a queue: there a small difference in cost is a large one in
     * latency.
     */
    public static boolean isNearlyAll(double busy) {
        return busy > NEARLY_ALL;
    }

    /** {@code it used more than 85 % of its CPU at …}. */
    public static String queue(PairedCell cell) {
        return String.format(
                Locale.ROOT,
                "it used more than %.0f %% of its CPU at %s of %s: its latencies show a queue; lower the rate",
                100 * NEARLY_ALL,
                cell.load().displayName(),
                cell.workload().name());
    }

    private static DoubleStream cpusUsed(Slice slice) {
        return slice.readings().get(Metric.THROUGHPUT) instanceof Reading.Measured throughput
                ? cpuSeconds(slice).map(seconds -> seconds * throughput.value())
                : DoubleStream.empty();
    }
}
