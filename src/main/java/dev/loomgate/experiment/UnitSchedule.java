package dev.loomgate.experiment;

import dev.loomgate.load.Address;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.load.Targets;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.UnitPlan;
import dev.loomgate.plan.UnitScale;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Two arms under load, at the same time or one after the other. All that is done to one arm after the other
 * (checks, collections) begins with the arm that chance has put first.
 */
abstract sealed class UnitSchedule implements Schedule<UnitRun> permits InterleavedSchedule, SliceSchedule {
    /**
     * With one, 2 of 24 units began 8 s too early, at the floor, and their JITs used 28 to 50 % of the CPU for half of
     * the slices: no guard looks at that here.
     */
    private static final int QUIET_CYCLES = 2;

    private final PairedCell cell;
    private final int unit;
    private final UnitPlan units;
    private final List<Side> sides;
    private final Targets.Saturation saturation;
    private final List<Slice> slices = new ArrayList<>();
    private final List<Slice> saturated = new ArrayList<>();
    private final Set<String> ofCeilings = new LinkedHashSet<>();
    private int driven;
    private final Map<Side, String> overloaded = new EnumMap<>(Side.class);

    /** @param unit its number, from 1 */
    UnitSchedule(PairedCell cell, int unit, UnitPlan units, Side first, RandomGenerator coin) {
        this.cell = cell;
        this.unit = unit;
        this.units = units;
        this.sides = List.of(first, SliceOrder.other(first));
        this.saturation = Saturation.of(cell, units, sides, coin);
    }

    /** How many phases at the cell's rate a unit has when nothing ends it early. */
    abstract int phases();

    /** Who has load in one of them, as places among the arms, and in which order; from 0. */
    abstract List<Integer> armsOf(int phase);

    /** What came out of the next of them, from 0. */
    abstract void took(int phase, List<Measured> measured);

    /** Whether further phases could tell nothing. */
    boolean isOver() {
        return !overloaded.isEmpty();
    }

    /** Requests of a phase that one arm gets before the other gets as many; 0 when one gets all. */
    abstract int turn();

    @Override
    public final Optional<Phase> next() {
        if (isOver()) {
            return Optional.empty();
        }
        if (driven < phases()) {
            return Optional.of(window(driven));
        }
        int phase = driven - phases();
        return phase == saturation.turns().size()
                        || Saturation.isOver(saturated, units.plan().guards().jitShare())
                ? Optional.empty()
                : Optional.of(saturating(saturation.turns().get(phase).getFirst()));
    }

    @Override
    public final After took(List<Measured> measured) {
        if (driven < phases()) {
            took(driven, measured);
        } else {
            for (Measured arm : measured) {
                saturated.add(slice(driven - phases(), arm, List.of()));
                arm.notes().forEach(note -> ofCeilings.add(prefix(arm.arm()) + "saturated: " + note));
            }
        }
        driven++;
        return After.FIT;
    }

    @Override
    public final Cell cell(int arm) {
        return cell.cell(sides.get(arm));
    }

    @Override
    public final String prefix(int arm) {
        return label(sides.get(arm)) + ": ";
    }

    private String label(Side side) {
        return cell.arm(side).label();
    }

    final PairedCell cell() {
        return cell;
    }

    final UnitPlan units() {
        return units;
    }

    final List<Side> sides() {
        return sides;
    }

    final List<Slice> slices() {
        return slices;
    }

    /** @param shown slices that may show that an arm does not hold its rate */
    final void judgeOverload(double requestsPerSecond, List<Slice> shown) {
        overloaded.putAll(Overload.of(cell, requestsPerSecond, shown));
    }

    /** Arms that are under load at the same time are warmed so, too. */
    @Override
    public final WarmUpPlan warmUp() {
        return new WarmUpPlan(units.scale().warmUp().rules(), QUIET_CYCLES, true, interleaved(), Duration.ZERO);
    }

    @Override
    public final LoadOrder order(List<Address> addresses) {
        UnitScale scale = units.scale();
        int warmedAtOnce = interleaved() ? sides.size() : 1;
        String id = cell.id() + ".unit-" + unit;
        List<Targets.Server> servers = new ArrayList<>();
        for (int arm = 0; arm < addresses.size(); arm++) {
            servers.add(new Targets.Server(label(sides.get(arm)), addresses.get(arm)));
        }
        return new LoadOrder(
                cell.workload().name() + " " + cell.load().displayName(),
                addresses.getFirst(),
                cell.workload().clients(),
                arrivals(),
                scale.window().toMillis(),
                phases() + saturation.turns().size(),
                cell.workload().warmUpUsers() * warmedAtOnce,
                scale.warmUp().of(cell).toMillis(),
                units.plan().maxConnections(),
                CellOrder.absolute(units.plan(), "gatling/" + id),
                CellOrder.absolute(units.plan(), "hlog"),
                id,
                new Targets(
                        servers,
                        IntStream.range(0, phases())
                                .mapToObj(phase -> armsOf(phase).getFirst())
                                .toList(),
                        turn(),
                        scale.dropped().toMillis(),
                        scale.warmUp().requests(cell.workload()) * warmedAtOnce,
                        saturation.turns().isEmpty() ? null : saturation));
    }

    private Arrivals arrivals() {
        return cell.load() instanceof LoadProfile.Closed closed
                ? new Arrivals.Closed(closed.users())
                : new Arrivals.Open(cell.requestsPerSecond().orElseThrow());
    }

    /** Whatever is not load is done before the first phase, for both arms, and behind the last one of each. */
    private Phase window(int phase) {
        Duration pause = units.scale().warmUp().rules().pause();
        List<Integer> arms = armsOf(phase);
        boolean last = IntStream.range(phase + 1, phases())
                .noneMatch(later -> armsOf(later).stream().anyMatch(arms::contains));
        return new Phase(
                arms,
                cell.load(),
                phase == 0 ? Phase.Preparation.collecting(pause) : afterARest(),
                last ? Phase.Purpose.COST_AND_LIVE_HEAP : Phase.Purpose.COST);
    }

    private Phase saturating(int first) {
        return new Phase(
                List.of(first, 1 - first),
                new LoadProfile.Closed(saturation.users()),
                afterARest(),
                Phase.Purpose.CEILING);
    }

    private Phase.Preparation afterARest() {
        return Phase.Preparation.resting(units.scale().rest());
    }

    /** @param disturbed why no time that a request took must count */
    final void add(int number, Measured measured, List<Invalidity> disturbed) {
        slices.add(slice(number, measured, disturbed));
    }

    private Slice slice(int number, Measured measured, List<Invalidity> disturbed) {
        List<Invalidity> invalid = new ArrayList<>(measured.faults());
        if (measured.death().isPresent()) {
            invalid.add(Invalidity.server("the server died during this slice"));
        }
        return new Slice(
                number,
                sides.get(measured.arm()),
                Answers.of(measured.load()),
                measured.readings(),
                ofRequests(measured.load()),
                invalid,
                disturbed);
    }

    private static Map<String, Map<Metric, Reading>> ofRequests(IterationLoad load) {
        Map<String, Map<Metric, Reading>> requests = new HashMap<>();
        load.requests().forEach((name, part) -> requests.put(name, Readings.ofRequest(part)));
        return requests;
    }

    /** Whether the arms were under load at the same time. */
    abstract boolean interleaved();

    /** What a reader should know of how the arms were loaded. */
    abstract List<String> remarks();

    /** One boot is enough: whatever ended it is the unit's result. */
    @Override
    public Optional<UnitRun> result(Measurement measurement) {
        List<Slice> numbered = Saturation.numbered(saturated);
        Map<Side, Map<Metric, Reading>> readings = new EnumMap<>(Side.class);
        Map<Side, String> failures = new EnumMap<>(overloaded);
        Map<Side, Double> cpus = new EnumMap<>(Side.class);
        for (int arm = 0; arm < sides.size(); arm++) {
            Side side = sides.get(arm);
            readings.put(side, atTheEnd(side, measurement, arm));
            measurement.failure(arm).ifPresent(story -> failures.put(side, story));
            cpus.put(side, cpus(side, measurement.server(arm)));
        }
        List<String> notes = new ArrayList<>(measurement.notes());
        notes.addAll(remarks());
        notes.addAll(ofCeilings);
        notes.addAll(Saturation.notes(cell, saturation.users(), slices, numbered));
        notes.addAll(Overload.notes(cell, slices, cpus));
        notes.addAll(StillCompiling.notes(cell, slices, units.plan().guards().jitShare()));
        return Optional.of(new UnitRun(
                cell,
                unit,
                interleaved(),
                slices,
                numbered,
                readings,
                failures,
                measurement.invalid(),
                notes,
                measurement.report(),
                measurement.wallTime(),
                measurement.loadTime()));
    }

    private double cpus(Side side, RunningServer server) {
        return cell.arm(side)
                .runtime()
                .cpus()
                .orElseGet(() -> Double.parseDouble(server.effective().getOrDefault("processors", "1")));
    }

    /** What is read once per arm: at its start, behind its last slice, or over all of its slices. */
    private Map<Metric, Reading> atTheEnd(Side side, Measurement measurement, int arm) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        List<Slice> own = slices.stream()
                .filter(slice -> slice.side() == side && slice.settled())
                .toList();
        readings.put(Metric.STARTUP, Readings.startup(measurement.server(arm)));
        readings.put(
                Metric.TIME_TO_WARM,
                interleaved()
                        ? new Reading.Unavailable(Metric.TIME_TO_WARM, "both arms are warmed in the same seconds")
                        : measurement.warmUp(arm).timeOfWork());
        readings.put(Metric.LIVE_HEAP, liveHeap(own));
        readings.put(Metric.HEAP_PEAK, highest(Metric.HEAP_PEAK, own));
        readings.put(Metric.RSS, highest(Metric.RSS, own));
        readings.put(Metric.THREADS_LIVE, highest(Metric.THREADS_LIVE, own));
        readings.put(Metric.GC_PAUSE, perRequest(Metric.GC_PAUSE, own));
        readings.put(Metric.GC_CPU, perRequest(Metric.GC_CPU, own));
        readings.put(Metric.JIT_CPU, perRequest(Metric.JIT_CPU, own));
        return readings;
    }

    /** Behind its last window, so that it has nothing of the saturated phases. */
    private static Reading liveHeap(List<Slice> slices) {
        return slices.isEmpty()
                ? new Reading.Unavailable(Metric.LIVE_HEAP, "nothing was measured")
                : slices.getLast()
                        .readings()
                        .getOrDefault(
                                Metric.LIVE_HEAP,
                                new Reading.Unavailable(Metric.LIVE_HEAP, "the last window was not reached"));
    }

    private static Reading highest(Metric metric, List<Slice> slices) {
        double highest = Double.NEGATIVE_INFINITY;
        for (Slice slice : slices) {
            if (!(slice.readings().get(metric) instanceof Reading.Measured measured)) {
                return new Reading.Unavailable(metric, "slice " + slice.number() + " has none");
            }
            highest = Math.max(highest, measured.value());
        }
        return slices.isEmpty()
                ? new Reading.Unavailable(metric, "nothing was measured")
                : new Reading.Measured(metric, highest);
    }

    /** Over all requests of the arm: collections are too rare for a single slice. */
    private static Reading perRequest(Metric metric, List<Slice> slices) {
        double total = 0;
        long requests = 0;
        for (Slice slice : slices) {
            if (!(slice.readings().get(metric) instanceof Reading.Measured measured)) {
                return new Reading.Unavailable(metric, "slice " + slice.number() + " has none");
            }
            total += measured.value() * slice.answers().sent();
            requests += slice.answers().sent();
        }
        return requests == 0
                ? new Reading.Unavailable(metric, "nothing was measured")
                : new Reading.Measured(metric, total / requests);
    }
}
