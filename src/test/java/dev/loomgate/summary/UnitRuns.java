package dev.loomgate.summary;

import dev.loomgate.experiment.Answers;
import dev.loomgate.experiment.Explanation;
import dev.loomgate.experiment.Slice;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.sampling.Flight;
import dev.loomgate.sampling.Flights;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Units that were never measured, of slices of 1,000 requests. */
public final class UnitRuns {
    /** What they were not measured on. */
    public static final PairedCell CELL = DuelPlans.cell("virtual", "io");

    private final List<Slice> slices = new ArrayList<>();
    private final List<Slice> saturated = new ArrayList<>();
    private final List<String> notes = new ArrayList<>(List.of("a note"));
    private final Map<Side, Explanation> explanations = new EnumMap<>(Side.class);
    private final Map<Side, String> failed = new EnumMap<>(Side.class);
    private final Map<Side, String> unreached = new EnumMap<>(Side.class);
    private final Map<Side, Double> busy = new EnumMap<>(Side.class);
    private final Map<Metric, Reading> baseline = new HashMap<>();
    private final Map<Metric, Reading> candidate = new HashMap<>();
    private final List<Invalidity> invalid = new ArrayList<>();
    private boolean interleaved;
    private PairedCell cell = CELL;

    private UnitRuns() {}

    /** Five windows, in turns; every slice of an arm shows the same number, in all metrics that slices have. */
    public static UnitRuns steady(double baseline, double candidate) {
        UnitRuns runs = new UnitRuns();
        for (int window = 1; window <= 5; window++) {
            runs.slices.add(slice(window, Side.BASELINE, baseline, List.of()));
            runs.slices.add(slice(window, Side.CANDIDATE, candidate, List.of()));
        }
        return runs;
    }

    /**
     * The window in which the arms settle, and six that count; of each arm every window shows the same number.
     */
    public static UnitRuns interleaved(double baseline, double candidate) {
        UnitRuns runs = new UnitRuns();
        runs.interleaved = true;
        for (int window = 0; window <= 6; window++) {
            runs.slices.add(slice(window, Side.CANDIDATE, candidate, List.of()));
            runs.slices.add(slice(window, Side.BASELINE, baseline, List.of()));
        }
        return runs;
    }

    /**
     * Behind its windows, two rounds show what each arm answers at most, req/s; and one before them in which both still
     * answer 7.
     */
    public UnitRuns ceilings(double ofBaseline, double ofCandidate) {
        for (int i = 0; i < 6; i++) {
            Side side = i % 2 == 0 ? Side.BASELINE : Side.CANDIDATE;
            double most = i < 2 ? 7 : side == Side.BASELINE ? ofBaseline : ofCandidate;
            saturated.add(new Slice(
                    i / 2,
                    side,
                    new Answers(Math.round(most), 0, 0),
                    Map.of(
                            Metric.THROUGHPUT, new Reading.Measured(Metric.THROUGHPUT, most),
                            Metric.CEILING, new Reading.Measured(Metric.CEILING, most)),
                    Map.of(),
                    List.of()));
        }
        return this;
    }

    /** In a phase at its ceiling an arm shows this, too. */
    public UnitRuns saturated(int phase, Side side, Metric metric, double value) {
        saturated.replaceAll(slice -> {
            if (slice.number() != phase || slice.side() != side) {
                return slice;
            }
            Map<Metric, Reading> readings = new HashMap<>(slice.readings());
            readings.put(metric, new Reading.Measured(metric, value));
            return slice.with(readings, slice.requests());
        });
        return this;
    }

    /** The instrument was not fit in the last of them. */
    public UnitRuns invalidCeiling(String reason) {
        Slice slice = saturated.removeLast();
        saturated.add(new Slice(
                slice.number(),
                slice.side(),
                slice.answers(),
                slice.readings(),
                slice.requests(),
                List.of(Invalidity.instrument(reason))));
        return this;
    }

    /** One window shows other numbers. */
    public UnitRuns window(int number, double ofBaseline, double ofCandidate) {
        slices.replaceAll(slice -> slice.number() == number
                ? slice(number, slice.side(), slice.side() == Side.BASELINE ? ofBaseline : ofCandidate, List.of())
                : slice);
        return this;
    }

    private static Slice slice(int number, Side side, double value, List<Invalidity> invalid) {
        Map<Metric, Reading> readings = new HashMap<>();
        for (Metric metric : List.of(
                Metric.ALLOCATED, Metric.APPLICATION_CPU, Metric.P50, Metric.P95, Metric.P99, Metric.THROUGHPUT)) {
            readings.put(metric, new Reading.Measured(metric, value));
        }
        return new Slice(number, side, new Answers(1000, 0, 0), readings, Map.of(), invalid);
    }

    /** The candidate's slice of a window shows another number, and must not count. */
    public UnitRuns invalidSlice(int window, double value, String reason) {
        return candidates(window, value, List.of(Invalidity.instrument(reason)));
    }

    /** The machine left nothing of the candidate's slice of a window. */
    public UnitRuns lostSlice(int window, String reason) {
        return candidates(window, 1, List.of(Invalidity.machine(reason)));
    }

    private UnitRuns candidates(int window, double value, List<Invalidity> invalid) {
        slices.replaceAll(slice -> slice.number() == window && slice.side() == Side.CANDIDATE
                ? slice(window, Side.CANDIDATE, value, invalid)
                : slice);
        return this;
    }

    /** Every slice of an arm is answered like this. */
    public UnitRuns answers(Answers ofBaseline, Answers ofCandidate) {
        slices.replaceAll(slice -> new Slice(
                slice.number(),
                slice.side(),
                slice.side() == Side.BASELINE ? ofBaseline : ofCandidate,
                slice.readings(),
                slice.requests(),
                slice.invalid()));
        return this;
    }

    public UnitRuns arm(Metric metric, double ofBaseline, double ofCandidate) {
        baseline.put(metric, new Reading.Measured(metric, ofBaseline));
        candidate.put(metric, new Reading.Measured(metric, ofCandidate));
        return this;
    }

    /**
     * Behind its windows both arms were recorded, with so many samples of CPU time.
     *
     * @param kernelShare of them in the workload's own code, on both
     */
    public UnitRuns recorded(double kernelShare, long samples) {
        for (Side side : Side.values()) {
            explanations.put(
                    side,
                    new Explanation(
                            "jfr/" + side + ".jfr",
                            new Flight.Recorded(Flights.facts(samples, kernelShare, true, 1), Optional.empty())));
        }
        return arm(Metric.KERNEL_SHARE, 100 * kernelShare, 100 * kernelShare);
    }

    /** They were not measured on another cell. */
    public UnitRuns of(PairedCell other) {
        cell = other;
        return this;
    }

    public UnitRuns note(String note) {
        notes.add(note);
        return this;
    }

    /** An arm that was not asked for all it can. */
    public UnitRuns unreached(Side side) {
        unreached.put(side, "its ceiling is what is shown, or higher");
        return this;
    }

    /** An arm that can't be compared. */
    public UnitRuns failed(Side side, String story) {
        failed.put(side, story);
        return this;
    }

    /** An arm that used this share of its CPUs. */
    public UnitRuns busy(Side side, double share) {
        busy.put(side, share);
        return this;
    }

    public UnitRuns invalid(String reason) {
        invalid.add(Invalidity.instrument(reason));
        return this;
    }

    public UnitRun run(int number) {
        return new UnitRun(
                cell,
                number,
                interleaved,
                slices,
                saturated,
                Map.of(Side.BASELINE, baseline, Side.CANDIDATE, candidate),
                explanations,
                failed,
                unreached,
                busy,
                invalid,
                notes,
                "gatling/report/index.html",
                Duration.ofMillis(61_500),
                Duration.ofSeconds(40));
    }
}
