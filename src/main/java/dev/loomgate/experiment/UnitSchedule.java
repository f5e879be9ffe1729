package dev.loomgate.experiment;

import dev.loomgate.load.Address;
import dev.loomgate.load.ArrivalSpacing;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two or three arms under load in the same windows; each pair that is asked for becomes a unit. A window gives one ratio
 * of each two arms, but for the first: they have just been moved to their CPUs and collected. Who comes first in a
 * window is balanced. Where a recording is asked for, the same windows come once more behind them, so that what it costs
 * is in no number that is judged. All that is done to one arm after the other (checks, collections) goes in the order of
 * the servers, which chance decides.
 */
abstract sealed class UnitSchedule implements Schedule<List<UnitRun>> permits InterleavedSchedule, TurnSchedule {
    /**
     * In it the median of {@code json} is 34 to 73 % higher than later, and in three of four runs its ratio was two to
     * three times as far off.
     */
    private static final int SETTLING = 1;

    private static final int WINDOWS_BEFORE_OVERLOAD = 2;

    /** Of users to each arm in a window, where no request waits. */
    private static final int TURNS = 4;

    /**
     * With one, 2 of 24 units began 8 s too early, at the floor, and their JITs used 28 to 50 % of the CPU for half of
     * the time: no guard looks at that here.
     */
    private static final int QUIET_CYCLES = 2;

    /** What a warm-up cycle may take more than planned: a server that is slower still is measured, and not waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ArmGroup group;
    private final List<Arm> arms;
    private final int unit;
    private final UnitPlan units;
    private final List<Integer> firsts = new ArrayList<>();
    private final List<Targets.ByUsers> saturation;
    private final List<OfArm> slices = new ArrayList<>();
    private final Map<Arm, List<Measured>> recorded = new HashMap<>();
    private final List<OfArm> saturated = new ArrayList<>();

    /** Of the round that is under way. */
    private final Map<Arm, Slice> together = new HashMap<>();

    private final Set<Measurement.ArmNote> ofCeilings = new LinkedHashSet<>();
    private final Set<Arm> generatorEnded = new HashSet<>();
    private final Map<Arm, String> overloaded = new HashMap<>();

    /**
     * Windows by whose rates an arm may be judged, of each. Without its CPUs no arm holds its rate: that leaves their
     * ratio as it was, and says nothing about one of them. For an arm that answers late, a generator that is late by as
     * much as disturbs the others is none that matters.
     */
    private final Map<Arm, Set<Integer>> undisturbed = new HashMap<>();

    private int driven;

    /**
     * @param arms those of the group, in the order of the servers
     * @param unit its number, from 1
     */
    UnitSchedule(ArmGroup group, List<Arm> arms, int unit, UnitPlan units, RandomGenerator random) {
        this.group = group;
        this.arms = List.copyOf(arms);
        this.unit = unit;
        this.units = units;
        firsts.add(random.nextInt(arms.size()));
        while (firsts.size() < phasesUnderTheLoad()) {
            firsts.addAll(TurnOrder.shuffled(arms.size(), random));
        }
        this.saturation = Saturation.of(group, units, random);
    }

    /** A slice, which is of another side in each pair of its arm. */
    private record OfArm(Arm arm, Slice slice) {}

    /** What makes requests start in a window: a rate, of which each arm gets its share, or users. */
    abstract LoadProfile load();

    /** Of a window; users ask each arm for its part of it, one after the other. */
    abstract Duration length();

    /** Requests at a rate that one arm gets before the next arm gets as many: at least one, and as many turns for each. */
    abstract int turn();

    /** Looks at a window that was driven, from 0, after its slices were taken. */
    void look(int window, List<Measured> measured) {}

    /**
     * That one arm answers too little for the rate, in words, by windows in which nothing disturbed it; empty where it
     * does not.
     */
    abstract Optional<String> overload(List<Slice> undisturbed);

    /**
     * That it can't hold the rate though it answers all, because it has the turns of others for it. Asked where none
     * answers too little: what such an arm leaves makes the others late.
     *
     * @param cpus of its server
     */
    Optional<String> queue(Arm arm, List<Slice> undisturbed, double cpus) {
        return Optional.empty();
    }

    /** Whether further phases could tell nothing. */
    boolean isOver() {
        return !overloaded.isEmpty();
    }

    /** How many windows a unit has when nothing ends it early. */
    private int windows() {
        return SETTLING + units.windows(group);
    }

    /** These, and those that are recorded: all before the phases at the ceiling. */
    private int phasesUnderTheLoad() {
        return windows() + units.recordedWindows(group);
    }

    /** Whether it is the first behind that in which the arms settle. */
    static boolean countsFirst(int window) {
        return window == SETTLING;
    }

    /** Places among the arms, in the order of their turns. */
    private List<Integer> armsOf(int window) {
        int count = arms.size();
        return IntStream.range(0, count)
                .map(place -> (firsts.get(window) + place) % count)
                .boxed()
                .toList();
    }

    @Override
    public final Optional<Phase> next() {
        if (isOver()) {
            return Optional.empty();
        }
        if (driven < windows()) {
            return Optional.of(window(driven));
        }
        if (driven < phasesUnderTheLoad()) {
            return Optional.of(recordedWindow(driven));
        }
        int phase = driven - phasesUnderTheLoad();
        return phase == saturation.size()
                        || Saturation.isOver(
                                saturated.stream().map(OfArm::slice).toList(),
                                counting(),
                                units.plan().guards().jitShare())
                ? Optional.empty()
                : Optional.of(saturating(saturation.get(phase)));
    }

    /** Slices of the saturated rounds that count. */
    private int counting() {
        return Saturation.counting(group, units.scale()) * arms.size();
    }

    @Override
    public final After took(List<Measured> measured) {
        if (driven < windows()) {
            tookWindow(driven, measured);
        } else if (driven < phasesUnderTheLoad()) {
            measured.forEach(arm -> recorded.computeIfAbsent(arms.get(arm.arm()), none -> new ArrayList<>())
                    .add(arm));
        } else {
            tookSaturated(driven - phasesUnderTheLoad(), measured);
        }
        driven++;
        return After.FIT;
    }

    private void tookSaturated(int phase, List<Measured> measured) {
        for (Measured of : measured) {
            Arm arm = arms.get(of.arm());
            Slice slice = slice(phase, of).slice();
            if (saturation.get(phase).together()) {
                together.put(arm, slice);
            } else {
                double cpus = arm.runtime().cpus().orElse(of.samples().machine().serverCpus());
                saturated.add(new OfArm(arm, Saturation.slice(Objects.requireNonNull(together.get(arm)), slice, cpus)));
                if (of.generatorEnded()) {
                    generatorEnded.add(arm);
                }
            }
            of.notes().forEach(note -> ofCeilings.add(new Measurement.ArmNote(of.arm(), "saturated: " + note)));
        }
    }

    /** What disturbs all arms alike leaves their ratios as they were. */
    private void tookWindow(int window, List<Measured> measured) {
        measured.forEach(arm -> slices.add(slice(window, arm)));
        look(window, measured);
        measured.stream()
                .filter(of -> of.disturbances().isEmpty())
                .forEach(of -> undisturbed
                        .computeIfAbsent(arms.get(of.arm()), none -> new HashSet<>())
                        .add(window));
        overloads((arm, own) -> overload(own));
        if (overloaded.isEmpty()) {
            double all = measured.getFirst().samples().machine().serverCpus();
            overloads((arm, own) -> queue(arm, own, arm.runtime().cpus().orElse(all)));
        }
    }

    private void overloads(BiFunction<Arm, List<Slice>, Optional<String>> judge) {
        undisturbed.forEach((arm, windows) -> {
            if (windows.size() >= SETTLING + WINDOWS_BEFORE_OVERLOAD) {
                List<Slice> own = of(arm, slices)
                        .filter(slice -> windows.contains(slice.number()))
                        .toList();
                judge.apply(arm, own).ifPresent(story -> overloaded.put(arm, story));
            }
        });
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

    private static Stream<Slice> of(Arm arm, List<OfArm> all) {
        return all.stream().filter(one -> one.arm().equals(arm)).map(OfArm::slice);
    }

    @Override
    public final WarmUpPlan warmUp() {
        return new WarmUpPlan(units.scale().warmUp().rules(), QUIET_CYCLES, true);
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
                length().toMillis(),
                scale.dropped().toMillis(),
                phasesUnderTheLoad() + saturation.size(),
                workload.warmUpUsers(load()) * arms.size(),
                scale.warmUp().of(workload, load()).plus(PATIENCE).toMillis(),
                units.plan().maxConnections(),
                CellOrder.absolute(units.plan(), "gatling/" + id),
                CellOrder.absolute(units.plan(), "hlog"),
                id,
                new Targets(
                        servers,
                        load() instanceof LoadProfile.Closed ? List.of() : firsts.subList(0, phasesUnderTheLoad()),
                        turn(),
                        scale.warmUp().requests(workload) * arms.size(),
                        phasesByUsers()));
    }

    private List<Targets.ByUsers> phasesByUsers() {
        // Where requests wait, the end of a turn, when some users have nothing to do, must hardly count.
        int turns = group.workload().waits().isZero() ? TURNS : 1;
        Duration turn = length().dividedBy((long) turns * arms.size());
        Stream<Targets.ByUsers> windows = load() instanceof LoadProfile.Closed closed
                ? IntStream.range(0, phasesUnderTheLoad())
                        .mapToObj(window -> Targets.ByUsers.inTurns(
                                closed.users(), turn, TurnOrder.thereAndBack(armsOf(window), turns)))
                : Stream.empty();
        return Stream.concat(windows, saturation.stream()).toList();
    }

    private Arrivals arrivals() {
        return switch (load()) {
            case LoadProfile.Constant rate -> new Arrivals.Open(rate.requestsPerSecond());
            case LoadProfile.Closed closed -> new Arrivals.Closed(closed.users());
            default -> throw new IllegalStateException(load().displayName() + " is no load of a pair");
        };
    }

    /** Whatever is not load is done before the first window and behind the last. */
    private Phase window(int number) {
        return new Phase(
                armsOf(number),
                load(),
                number == 0 ? Phase.Preparation.collecting(units.scale().rest()) : afterARest(),
                number == windows() - 1 ? Phase.Purpose.COST_AND_LIVE_HEAP : Phase.Purpose.COST);
    }

    /**
     * One recording of each arm goes through all these windows. Samples of stacks are taken at equal distances, so the
     * requests must not be.
     */
    private Phase recordedWindow(int number) {
        List<Integer> inOrder = armsOf(number);
        return new Phase(
                inOrder,
                load(),
                ArrivalSpacing.SCATTERED,
                afterARest(),
                Phase.Purpose.COST,
                Optional.of(new Recording(
                        inOrder.stream().map(this::recording).toList(),
                        number == windows(),
                        number == phasesUnderTheLoad() - 1)));
    }

    private Path recording(int arm) {
        return Recording.file(units.plan().output(), cell(arm).id() + ".unit-" + unit);
    }

    private Phase saturating(Targets.ByUsers phase) {
        return new Phase(
                phase.turns().stream().distinct().toList(),
                new LoadProfile.Closed(phase.users()),
                afterARest(),
                Phase.Purpose.CEILING);
    }

    private Phase.Preparation afterARest() {
        return Phase.Preparation.resting(units.scale().rest());
    }

    private OfArm slice(int number, Measured measured) {
        List<Invalidity> invalid = new ArrayList<>(measured.faults());
        if (measured.death().isPresent()) {
            invalid.add(Invalidity.server("the server died during this window"));
        }
        return new OfArm(
                arms.get(measured.arm()),
                new Slice(
                        number,
                        Side.BASELINE,
                        Answers.of(measured.load()),
                        measured.readings(),
                        ofRequests(measured.load()),
                        invalid));
    }

    private static Map<String, Map<Metric, Reading>> ofRequests(IterationLoad load) {
        Map<String, Map<Metric, Reading>> requests = new HashMap<>();
        load.requests().forEach((name, part) -> requests.put(name, Readings.ofRequest(part)));
        return requests;
    }

    /** Whether each arm gets a share of the requests, and not all in its turn. */
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
                Saturation.numbered(saturated.stream().map(OfArm::slice).toList(), arms.size(), counting());
        List<OfArm> ceilings = IntStream.range(0, numbered.size())
                .mapToObj(place -> new OfArm(saturated.get(place).arm(), numbered.get(place)))
                .toList();
        return Optional.of(group.pairs().stream()
                .map(pair -> unit(pair, measurement, failures, ceilings))
                .toList());
    }

    private UnitRun unit(PairedCell pair, Measurement measurement, Map<Arm, String> failures, List<OfArm> ceilings) {
        Map<Side, Map<Metric, Reading>> readings = new EnumMap<>(Side.class);
        Map<Side, Explanation> explanations = new EnumMap<>(Side.class);
        List<String> lost = new ArrayList<>();
        Map<Side, String> failed = new EnumMap<>(Side.class);
        Map<Side, Double> cpus = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            int place = arms.indexOf(pair.arm(side));
            Map<Metric, Reading> once = UnitReadings.of(
                    measurement.server(place), of(arms.get(place), slices).toList());
            FlightNumbers.of(recorded.getOrDefault(arms.get(place), List.of())).ifPresent(found -> {
                once.putAll(found.readings());
                explanations.put(side, new Explanation(measurement.relative(recording(place)), found.flight()));
                found.lost().map(why -> prefix(place) + why).ifPresent(lost::add);
            });
            readings.put(side, once);
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
        notes.addAll(lost);
        ofCeilings.stream()
                .filter(note -> both.contains(arms.get(note.arm())))
                .map(note -> prefix(note.arm()) + note.text())
                .forEach(notes::add);
        Map<Side, String> unreached =
                Saturation.unreached(pair, Saturation.users(group, units.scale()), own, most, generatorEnded);
        notes.addAll(unreached.values());
        notes.addAll(Saturation.doubts(pair, most, units.plan().guards().jitShare()));
        Map<Side, Double> busy = pair.requestsPerSecond().isPresent()
                ? Overload.busy(interleaved() ? 1 : arms.size(), own, cpus)
                : Map.of();
        notes.addAll(Overload.notes(pair, busy));
        notes.addAll(StillCompiling.notes(pair, own, units.plan().guards().jitShare()));
        return new UnitRun(
                pair,
                unit,
                interleaved(),
                own,
                most,
                readings,
                explanations,
                failed,
                unreached,
                busy,
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
}
