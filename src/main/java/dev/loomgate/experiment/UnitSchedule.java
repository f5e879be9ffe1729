package dev.loomgate.experiment;

import dev.loomgate.load.Address;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.load.Targets;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.UnitPlan;
import dev.loomgate.plan.UnitScale;
import dev.loomgate.plan.Workload;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two or three arms under load, at the same time or one after the other; each pair that is asked for becomes a unit. All
 * that is done to one arm after the other (checks, collections) goes in the order of the servers, which chance decides.
 */
abstract sealed class UnitSchedule implements Schedule<List<UnitRun>> permits InterleavedSchedule, SliceSchedule {
    /**
     * With one, 2 of 24 units began 8 s too early, at the floor, and their JITs used 28 to 50 % of the CPU for half of
     * the slices: no guard looks at that here.
     */
    private static final int QUIET_CYCLES = 2;

    private final ArmGroup group;
    private final List<Arm> arms;
    private final int unit;
    private final UnitPlan units;
    private final Targets.Saturation saturation;
    private final List<OfArm> slices = new ArrayList<>();
    private final List<OfArm> saturated = new ArrayList<>();
    private final Set<Measurement.ArmNote> ofCeilings = new LinkedHashSet<>();
    private final Set<Arm> generatorEnded = new HashSet<>();
    private final Map<Arm, String> overloaded = new HashMap<>();
    private int driven;

    /**
     * @param arms those of the group, in the order of the servers
     * @param unit its number, from 1
     */
    UnitSchedule(ArmGroup group, List<Arm> arms, int unit, UnitPlan units, RandomGenerator coin) {
        this.group = group;
        this.arms = List.copyOf(arms);
        this.unit = unit;
        this.units = units;
        this.saturation = Saturation.of(group, units, coin);
    }

    /** A slice, which is of another side in each pair of its arm. */
    private record OfArm(Arm arm, Slice slice) {}

    /** A rate, of all arms together where they have it at the same time, or users. */
    abstract LoadProfile load();

    /** How many phases at the group's load a unit has when nothing ends it early. */
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
                        || Saturation.isOver(
                                saturated.stream().map(OfArm::slice).toList(),
                                arms.size(),
                                units.plan().guards().jitShare())
                ? Optional.empty()
                : Optional.of(saturating(saturation.turns().get(phase)));
    }

    @Override
    public final After took(List<Measured> measured) {
        if (driven < phases()) {
            took(driven, measured);
        } else {
            for (Measured arm : measured) {
                saturated.add(slice(driven - phases(), arm, List.of()));
                if (arm.generatorEnded()) {
                    generatorEnded.add(arms.get(arm.arm()));
                }
                arm.notes().forEach(note -> ofCeilings.add(new Measurement.ArmNote(arm.arm(), "saturated: " + note)));
            }
        }
        driven++;
        return After.FIT;
    }

    @Override
    public final Cell cell(int arm) {
        return group.cell(arms.get(arm));
    }

    @Override
    public final String prefix(int arm) {
        return arms.get(arm).label() + ": ";
    }

    final ArmGroup group() {
        return group;
    }

    final UnitPlan units() {
        return units;
    }

    /** In the order of the servers. */
    final List<Arm> arms() {
        return arms;
    }

    /**
     * @param requestsPerSecond of an arm
     * @param shows slices that may show that an arm does not hold its rate
     */
    final void judgeOverload(double requestsPerSecond, Predicate<Slice> shows) {
        for (Arm arm : arms) {
            List<Slice> own = of(arm, slices).filter(shows).toList();
            Overload.of(group.workload(), load(), requestsPerSecond, own)
                    .ifPresent(story -> overloaded.put(arm, story));
        }
    }

    private static Stream<Slice> of(Arm arm, List<OfArm> all) {
        return all.stream().filter(one -> one.arm().equals(arm)).map(OfArm::slice);
    }

    @Override
    public final WarmUpPlan warmUp() {
        return new WarmUpPlan(units.scale().warmUp().rules(), QUIET_CYCLES, true, Duration.ZERO);
    }

    @Override
    public final LoadOrder order(List<Address> addresses) {
        UnitScale scale = units.scale();
        Workload workload = group.workload();
        String id = group.id() + ".unit-" + unit;
        List<Targets.Server> servers = new ArrayList<>();
        for (int arm = 0; arm < addresses.size(); arm++) {
            servers.add(new Targets.Server(arms.get(arm).label(), addresses.get(arm)));
        }
        return new LoadOrder(
                workload.name() + " " + load().displayName(),
                addresses.getFirst(),
                workload.clients(),
                arrivals(),
                scale.window().toMillis(),
                phases() + saturation.turns().size(),
                workload.warmUpUsers(load()) * arms.size(),
                scale.warmUp().of(workload, load()).toMillis(),
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
                        scale.warmUp().requests(workload) * arms.size(),
                        saturation.turns().isEmpty() ? null : saturation));
    }

    private Arrivals arrivals() {
        return switch (load()) {
            case LoadProfile.Constant rate -> new Arrivals.Open(rate.requestsPerSecond());
            case LoadProfile.Closed closed -> new Arrivals.Closed(closed.users());
            default -> throw new IllegalStateException(load().displayName() + " is no load of a pair");
        };
    }

    /** Whatever is not load is done before the first phase, for all arms, and behind the last one of each. */
    private Phase window(int phase) {
        Duration pause = units.scale().warmUp().rules().pause();
        List<Integer> loaded = armsOf(phase);
        boolean last = IntStream.range(phase + 1, phases())
                .noneMatch(later -> armsOf(later).stream().anyMatch(loaded::contains));
        return new Phase(
                loaded,
                load(),
                phase == 0 ? Phase.Preparation.collecting(pause) : afterARest(),
                last ? Phase.Purpose.COST_AND_LIVE_HEAP : Phase.Purpose.COST);
    }

    private Phase saturating(List<Integer> turns) {
        return new Phase(
                turns.stream().distinct().toList(),
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

    private OfArm slice(int number, Measured measured, List<Invalidity> disturbed) {
        List<Invalidity> invalid = new ArrayList<>(measured.faults());
        if (measured.death().isPresent()) {
            invalid.add(Invalidity.server("the server died during this slice"));
        }
        return new OfArm(
                arms.get(measured.arm()),
                new Slice(
                        number,
                        Side.BASELINE,
                        Answers.of(measured.load()),
                        measured.readings(),
                        ofRequests(measured.load()),
                        invalid,
                        disturbed));
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
    public Optional<List<UnitRun>> result(Measurement measurement) {
        Map<Arm, String> failures = new LinkedHashMap<>();
        for (Arm arm : arms) {
            Optional.ofNullable(overloaded.get(arm))
                    .or(() -> measurement.failure(arms.indexOf(arm)))
                    .ifPresent(story -> failures.put(arm, story));
        }
        List<Slice> numbered =
                Saturation.numbered(saturated.stream().map(OfArm::slice).toList(), arms.size());
        List<OfArm> ceilings = IntStream.range(0, numbered.size())
                .mapToObj(place -> new OfArm(saturated.get(place).arm(), numbered.get(place)))
                .toList();
        return Optional.of(group.pairs().stream()
                .map(pair -> unit(pair, measurement, failures, ceilings))
                .toList());
    }

    private UnitRun unit(PairedCell pair, Measurement measurement, Map<Arm, String> failures, List<OfArm> ceilings) {
        Map<Side, Map<Metric, Reading>> readings = new EnumMap<>(Side.class);
        Map<Side, String> failed = new EnumMap<>(Side.class);
        Map<Side, Double> cpus = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            int place = arms.indexOf(pair.arm(side));
            readings.put(side, atTheEnd(place, measurement));
            Optional.ofNullable(failures.get(pair.arm(side))).ifPresent(story -> failed.put(side, story));
            cpus.put(side, cpus(pair.arm(side), measurement.server(place)));
        }
        List<Invalidity> invalid = new ArrayList<>(measurement.invalid());
        if (failed.isEmpty()) {
            failures.forEach((arm, story) ->
                    invalid.add(Invalidity.server("it was cut short by " + arm.label() + ": " + story)));
        }
        List<Slice> own = of(pair, slices);
        List<Slice> most = of(pair, ceilings);
        Set<Arm> both = Set.of(pair.baseline(), pair.candidate());
        List<String> notes = new ArrayList<>(measurement.notes(place -> both.contains(arms.get(place))));
        notes.addAll(remarks());
        ofCeilings.stream()
                .filter(note -> both.contains(arms.get(note.arm())))
                .map(note -> prefix(note.arm()) + note.text())
                .forEach(notes::add);
        Map<Side, String> unreached = Saturation.unreached(pair, saturation.users(), own, most, generatorEnded);
        notes.addAll(unreached.values());
        notes.addAll(Saturation.busy(pair, most, units.plan().guards().jitShare()));
        notes.addAll(Overload.notes(pair, own, cpus));
        notes.addAll(StillCompiling.notes(pair, own, units.plan().guards().jitShare()));
        return new UnitRun(
                pair,
                unit,
                interleaved(),
                own,
                most,
                readings,
                failed,
                unreached,
                invalid,
                notes,
                measurement.report(),
                measurement.wallTime().dividedBy(group.pairs().size()),
                measurement.loadTime().dividedBy(group.pairs().size()));
    }

    /** Of the arms of a pair, each on its side. */
    private static List<Slice> of(PairedCell pair, List<OfArm> all) {
        return all.stream()
                .flatMap(one -> Stream.of(Side.values())
                        .filter(side -> pair.arm(side).equals(one.arm()))
                        .map(side -> one.slice().of(side)))
                .toList();
    }

    private static double cpus(Arm arm, RunningServer server) {
        return arm.runtime()
                .cpus()
                .orElseGet(() -> Double.parseDouble(server.effective().getOrDefault("processors", "1")));
    }

    /** What is read once per arm: at its start, behind its last slice, or over all of its slices. */
    private Map<Metric, Reading> atTheEnd(int arm, Measurement measurement) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        List<Slice> own = of(arms.get(arm), slices).filter(Slice::settled).toList();
        readings.put(Metric.STARTUP, Readings.startup(measurement.server(arm)));
        readings.put(Metric.LIVE_HEAP, liveHeap(own));
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
