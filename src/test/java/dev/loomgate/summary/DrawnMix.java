package dev.loomgate.summary;

import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.Slice;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.WeightedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Units of a mix whose latencies are drawn one by one, so that the truth is known: 67 % browse (2 ms at the median), 27
 * % search (8 ms) and 6 % order (4.5 ms). Half of the orders are faster than 4.5 ms and nearly all of them slower than
 * half of all requests, so that the percentiles of all requests hardly know them.
 */
public final class DrawnMix {
    private static final Map<String, Double> SHARES = Map.of("browse", 0.67, "search", 0.27, "order", 0.06);
    private static final Map<String, Double> MEDIANS = Map.of("browse", 2.0, "search", 8.0, "order", 4.5);

    /** Of the logarithm of a latency. */
    private static final double SPREAD = 0.3;

    /** By which two JVMs of the same build differ. */
    private static final double OF_JVM = 0.005;

    private final PairedCell cell;
    private final Random random;
    private final Map<String, Double> slower = new HashMap<>();
    private final Map<String, Double> failing = new HashMap<>();

    /** @param requestsPerSecond to both arms together */
    public DrawnMix(int requestsPerSecond, long seed) {
        this.cell = DuelPlans.mix(SHARES, requestsPerSecond);
        this.random = new Random(seed);
    }

    public PairedCell cell() {
        return cell;
    }

    /** A request takes so many times as long on the candidate. */
    public DrawnMix slower(String request, double factor) {
        slower.put(request, factor);
        return this;
    }

    /** The candidate fails this share of a request. */
    public DrawnMix failing(String request, double share) {
        failing.put(request, share);
        return this;
    }

    /** What so many units say. */
    public List<UnitEffect> effects(int units) {
        return IntStream.rangeClosed(1, units)
                .mapToObj(number -> Effects.of(unit(number)))
                .toList();
    }

    /** One more unit: the window in which the arms settle, and ten that count. */
    public UnitRun unit(int number) {
        double ofBaseline = Math.exp(OF_JVM * random.nextGaussian());
        double ofCandidate = Math.exp(OF_JVM * random.nextGaussian());
        List<Slice> slices = new ArrayList<>();
        for (int window = 0; window <= 10; window++) {
            slices.add(slice(window, Side.BASELINE, ofBaseline));
            slices.add(slice(window, Side.CANDIDATE, ofCandidate));
        }
        return new UnitRun(
                cell,
                number,
                true,
                slices,
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                "",
                Duration.ofSeconds(30),
                Duration.ofSeconds(22));
    }

    private Slice slice(int window, Side side, double ofJvm) {
        Map<String, Map<Metric, Reading>> readings = new HashMap<>();
        Map<String, Answers> answers = new HashMap<>();
        List<double[]> all = new ArrayList<>();
        for (WeightedRequest request : cell.requests()) {
            String name = request.name();
            // Of 2 s of one arm's half of the rate, and 1.5 s of them that count.
            double second = request.share() * cell.requestsPerSecond().orElseThrow() / 2;
            double factor = side == Side.CANDIDATE ? slower.getOrDefault(name, 1.0) : 1;
            double median = MEDIANS.getOrDefault(name, 1.0) * factor * ofJvm;
            double[] latencies = random.doubles(Math.round(1.5 * second))
                    .map(unused -> median * Math.exp(SPREAD * random.nextGaussian()))
                    .toArray();
            readings.put(name, percentiles(latencies));
            all.add(latencies);
            double failed = side == Side.CANDIDATE ? failing.getOrDefault(name, 0.0) : 0;
            long sent = Math.round(2 * second);
            answers.put(
                    name,
                    new Answers(
                            sent,
                            random.doubles(sent).filter(coin -> coin < failed).count(),
                            0));
        }
        Answers together = Answers.sum(answers.values());
        return new Slice(
                window,
                side,
                new Answers(together.sent(), together.failed(), together.wrong(), answers),
                percentiles(all.stream().flatMapToDouble(DoubleStream::of).toArray()),
                readings,
                List.of());
    }

    private static Map<Metric, Reading> percentiles(double[] latencies) {
        double[] sorted = latencies.clone();
        Arrays.sort(sorted);
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        for (Metric metric : Compared.OF_REQUESTS) {
            double rank = metric.percentile().orElseThrow();
            int place = (int) Math.ceil(rank / 100 * sorted.length);
            readings.put(
                    metric,
                    sorted.length == 0
                            ? new Reading.Unavailable(metric, "no answer was good")
                            : new Reading.Measured(metric, sorted[place - 1]));
        }
        return readings;
    }
}
