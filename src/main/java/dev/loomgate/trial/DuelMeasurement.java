package dev.loomgate.trial;

import dev.loomgate.load.Conductor;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelScale;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.Side;
import dev.loomgate.sampling.Samples;
import dev.loomgate.sampling.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One workload on two servers that are both up: warms them with the same work, then samples exactly around each slice of load. */
final class DuelMeasurement implements Conductor {
    private static final int LONGEST_PAUSE = 10;

    /** With one, 2 of 24 units began 8 s too early, at the floor, and their JITs used 28 to 50 % of the CPU for half of the slices: no guard looks at that here. */
    private static final int QUIET_CYCLES = 2;

    private final DuelCell cell;
    private final DuelScale scale;
    private final Guards guards;
    private final Map<Side, Standing> arms;
    private final Turn turn;
    private final int generatorCpus;
    private final Map<Side, WarmUpProgress> warmUps = new EnumMap<>(Side.class);
    private final List<Slice> slices = new ArrayList<>();
    private final Map<Side, String> overloaded = new EnumMap<>(Side.class);
    private Duration loadTime = Duration.ZERO;
    private Optional<String> trouble = Optional.empty();
    private @Nullable Window window;
    private @Nullable Samples samples;

    /**
     * @param arms in the order in which they have their turn
     * @param guards of the slices; whether a JIT still compiles is a result of its arm and no guard here
     * @param generatorCpus event loops of the generator that have a CPU of their own
     */
    DuelMeasurement(
            DuelCell cell, DuelScale scale, Guards guards, Map<Side, Standing> arms, Turn turn, int generatorCpus) {
        this.cell = cell;
        this.scale = scale;
        this.guards = guards;
        this.arms = new LinkedHashMap<>(arms);
        this.turn = turn;
        this.generatorCpus = generatorCpus;
        arms.forEach((side, arm) -> warmUps.put(
                side, new WarmUpProgress(scale.warmUp().rules(), QUIET_CYCLES, arm.sampler()::totalCompilationTime)));
    }

    /** What one arm gets, the other gets: the question is asked once per pair of cycles. */
    @Override
    public boolean anotherWarmUp(int cycle) {
        boolean secondOfPair = cycle % 2 == 0;
        if (anybodyDied() || (!secondOfPair && bothAreWarm(1 + cycle / 2))) {
            return false;
        }
        if (cycle == 1) {
            arms.values().forEach(arm -> arm.server().roam());
        }
        Standing arm = arm(turn.ofWarmUp(cycle));
        restFor(scale.warmUp().rules().pause(), arm);
        progress(arm).starts();
        return true;
    }

    private boolean bothAreWarm(int pair) {
        return warmUps.values().stream().noneMatch(progress -> progress.wantsCycle(pair));
    }

    @Override
    public void warmUpEnded(int cycle) {
        progress(arm(turn.ofWarmUp(cycle))).ended();
    }

    @Override
    public boolean anotherIteration(int slice) {
        if (anybodyDied() || !overloaded.isEmpty() || trouble.isPresent()) {
            return false;
        }
        if (slice == 1 && !settle()) {
            return false;
        }
        Standing arm = arm(turn.ofSlice(slice));
        Rest.of(scale.rest());
        samples = null;
        window = arm.sampler().open();
        return true;
    }

    /** Everything that is not load is done before the first slice, for both arms. */
    private boolean settle() {
        for (Standing arm : arms.values()) {
            arm.sampler().collectGarbage();
            restFor(scale.warmUp().rules().pause(), arm);
        }
        for (Standing arm : arms.values()) {
            trouble = trouble.or(arm.server()::settle);
        }
        return trouble.isEmpty();
    }

    private void restFor(Duration atLeast, Standing arm) {
        Rest.untilJitIsIdle(atLeast, atLeast.multipliedBy(LONGEST_PAUSE), arm.sampler()::jitCpu);
    }

    @Override
    public void iterationEnded(int slice) {
        Window open = window;
        if (open == null) {
            throw new IllegalStateException("slice " + slice + " ended, but no window is open");
        }
        samples = open.close();
        window = null;
    }

    @Override
    public void measured(int slice, IterationLoad load) {
        Samples taken = samples;
        if (taken == null) {
            throw new IllegalStateException("slice " + slice + " was measured, but not sampled");
        }
        loadTime = loadTime.plus(load.answerSpan());
        Side side = turn.ofSlice(slice);
        Map<Metric, Reading> readings = Readings.of(load, taken);
        Phase phase = new Phase(guards, cell.load(), load, generatorCpus, readings, taken.machine());
        List<Invalidity> invalid = new ArrayList<>(Validity.faults(phase));
        if (arm(side).server().death().isPresent()) {
            invalid.add(Invalidity.server("the server died during this slice"));
        }
        slices.add(new Slice(slice, side, Answers.of(load), readings, invalid, Validity.disturbances(phase)));
        if (Overload.isJudgedAfter(slice, scale.slices())) {
            overloaded.putAll(Overload.of(cell, slices));
        }
    }

    private boolean anybodyDied() {
        return arms.values().stream().anyMatch(arm -> arm.server().death().isPresent());
    }

    private WarmUpProgress progress(Standing arm) {
        return Optional.ofNullable(warmUps.get(arm.side())).orElseThrow();
    }

    private Standing arm(Side side) {
        return Optional.ofNullable(arms.get(side)).orElseThrow();
    }

    /** Arms that can't hold the rate, with what they could. */
    Map<Side, String> overloaded() {
        return overloaded;
    }

    List<Slice> slices() {
        return List.copyOf(slices);
    }

    Duration loadTime() {
        return loadTime;
    }

    /** Why nothing could be measured, if so. */
    Optional<String> trouble() {
        return trouble;
    }

    Reading timeToWarm(Side side) {
        return progress(arm(side)).timeOfWork();
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        arms.forEach((side, arm) ->
                progress(arm).note().ifPresent(note -> notes.add(cell.arm(side).label() + ": " + note)));
        return notes;
    }
}
