package dev.loomgate.experiment;

import dev.loomgate.load.Address;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.GeneratorBrokeException;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.load.Load;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.load.LoadRun;
import dev.loomgate.load.WarmedUp;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.sampling.Flight;
import dev.loomgate.sampling.Samples;
import dev.loomgate.sampling.Sampling;
import dev.loomgate.server.JvmRemarks;
import dev.loomgate.server.RunningServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The loop that every kind of run goes through, on arms that are up:
 *
 * <ol>
 *   <li>check that the arms are what was planned and answer as they should;
 *   <li>warm them, the same number of cycles each, until all are quiet or the cap is reached;
 *   <li>for each phase the schedule asks for: collect, rest, pin before the first one, open a window on each arm, drive
 *       the load, close the windows, look whether guards complain, and hand all that to the schedule, which sees it
 *       before it says what comes next;
 *   <li>check that the arms are still what they were.
 * </ol>
 *
 * <p>It ends early when an arm dies, is of no further use, or the generator breaks: whatever was measured by then
 * stays, and the reason stands beside it.
 */
final class Measurement {
    /**
     * Three servers that share two CPUs need 17 to 25 s of CPU time each for their second compilers. What one rest
     * leaves over is worked off in the next, or is a reason to measure again.
     */
    private static final Duration PATIENCE_WITH_JITS = Duration.ofSeconds(10);

    /**
     * A neighbour that takes CPU time seldom does so for longer; and a run that waits for long measures nothing in
     * time.
     */
    private static final Duration PATIENCE_WITH_NEIGHBOURS = Duration.ofSeconds(15);

    private final Instruments instruments;
    private final Schedule<?> schedule;
    private final List<RunningArm> arms;
    private final JitIdleWait idleWait;
    private final List<WarmUpProgress> warmUps;
    private WarmedUp warmedUp;
    private final long startNanos;
    private final List<Preflight> preflights = new ArrayList<>();
    private final Tokens tokens;
    private final List<Invalidity> invalid = new ArrayList<>();
    private final List<ArmNote> notes = new ArrayList<>();
    private List<String> troubles = List.of();
    private Optional<Path> report = Optional.empty();
    private Duration loadTime = Duration.ZERO;
    private Optional<Phase> next = Optional.empty();
    private boolean warm;
    private boolean pinned;
    private Optional<RunningArm> toRecover = Optional.empty();
    private boolean unusable;

    /**
     * What it measures with.
     *
     * @param generatorCpus event loops of the generator that have a CPU of their own
     * @param output folder of the run
     */
    record Instruments(
            Load load,
            Checks checks,
            TimeSource time,
            Guards guards,
            int generatorCpus,
            Path output,
            Consumer<String> progress) {}

    Measurement(Instruments instruments, Schedule<?> schedule, List<RunningArm> arms) {
        this.instruments = instruments;
        this.schedule = schedule;
        this.arms = List.copyOf(arms);
        this.idleWait = new JitIdleWait(instruments.time());
        this.startNanos = instruments.time().nanos();
        this.tokens = new Tokens(instruments.time());
        WarmUpPlan plan = schedule.warmUp();
        this.warmedUp = WarmedUp.notYet(arms.size());
        this.warmUps = arms.stream()
                .map(arm -> new WarmUpProgress(
                        plan.rules(),
                        plan.quietCycles(),
                        instruments.time()::nanos,
                        arm.sampling()::totalCompilationTime))
                .toList();
    }

    /** Until the schedule has enough, or these arms are of no further use. */
    void run() {
        check();
        schedule.begins();
        next = schedule.next();
        boolean drove = true;
        while (drove && next.isPresent() && fit()) {
            drove = simulate();
        }
        for (int arm = 0; arm < arms.size(); arm++) {
            note(arm, warmUps.get(arm).note().stream());
            note(arm, warmedUp.notes(arm).stream());
            if (preflights.stream().allMatch(Preflight::passed)) {
                String prefix = schedule.prefix(arm);
                Ends.interference(arms.get(arm).server())
                        .map(reason -> reason.of(prefix))
                        .ifPresent(invalid::add);
            }
        }
        troubles = instruments.checks().troubles();
        troubles.stream()
                .map(Invalidity::instrument)
                .filter(trouble -> !invalid.contains(trouble))
                .forEach(invalid::add);
        for (int arm = 0; arm < arms.size(); arm++) {
            if (badAnswer(arm).isEmpty()) {
                note(arm, preflights.get(arm).failure().stream());
            }
        }
    }

    private void check() {
        for (int arm = 0; arm < arms.size(); arm++) {
            String prefix = schedule.prefix(arm);
            long askedNanos = instruments.time().nanos();
            Preflight preflight = instruments
                    .checks()
                    .before(schedule.cell(arm), arms.get(arm).server());
            preflights.add(preflight);
            tokens.add(preflight.token(), askedNanos);
            preflight.invalid().stream().map(reason -> reason.of(prefix)).forEach(invalid::add);
            note(arm, preflight.background().notes());
            note(arm, JvmRemarks.in(arms.get(arm).server().log()).stream().map(remark -> "its JVM says: " + remark));
        }
    }

    private void note(int arm, Stream<String> texts) {
        texts.map(text -> new ArmNote(arm, text)).forEach(notes::add);
    }

    /** Whether a phase may begin. */
    private boolean fit() {
        return invalid.isEmpty() && preflights.stream().allMatch(Preflight::passed) && nobodyDied() && recovered();
    }

    private boolean nobodyDied() {
        return arms.stream().allMatch(arm -> arm.server().death().isEmpty());
    }

    /** May take half a minute, and is asked only when a phase is to follow. */
    private boolean recovered() {
        if (toRecover.isPresent()) {
            Optional<Duration> took =
                    instruments.checks().recovery(toRecover.get().server(), schedule.cell(0), tokens.of(0));
            say(
                    took.isPresent()
                            ? "  answers again after " + took.get().toMillis() + " ms"
                            : "  does not answer any more as it should");
            toRecover = Optional.empty();
            unusable = took.isEmpty();
        }
        return !unusable;
    }

    /** One simulation of the generator; whether it had a phase. */
    private boolean simulate() {
        LoadOrder order = schedule.order(IntStream.range(0, arms.size())
                .mapToObj(arm -> new Address(
                        server(arm).baseUri().toString(),
                        tokens.of(arm),
                        schedule.cell(arm).variant().protocol().http2()))
                .toList());
        int phases = 0;
        try (LoadRun run = instruments.load().begin(order)) {
            warmUp(run);
            while (next.isPresent() && phases < order.maxIterations() && fits(next.get(), order, phases) && fit()) {
                run.ready();
                if (!tokensLast(run) || !prepare(next.get())) {
                    break;
                }
                drive(run, order, next.get());
                next = schedule.next();
                phases++;
            }
            report = Optional.of(run.end());
        } catch (GeneratorBrokeException e) {
            invalid.add(Invalidity.instrument(String.valueOf(e.getMessage())));
            return false;
        }
        audit();
        return phases > 0;
    }

    /** Gatling has to know before it starts how many requests a phase may have. */
    private static boolean fits(Phase phase, LoadOrder order, int place) {
        return !(order.arrivals() instanceof Arrivals.Stepped stepped)
                || toldRate(phase, order) <= stepped.highest().get(place);
    }

    private static int toldRate(Phase phase, LoadOrder order) {
        return order.arrivals() instanceof Arrivals.Stepped && phase.load() instanceof LoadProfile.Constant constant
                ? constant.requestsPerSecond()
                : LoadRun.AS_ORDERED;
    }

    private void warmUp(LoadRun run) {
        run.ready();
        for (int cycle = 1; wantsCycle(cycle) && tokensLast(run); cycle++) {
            if (cycle == 1) {
                arms.forEach(arm -> arm.server().unpin());
            }
            if (cycle > 1 || schedule.warmUp().restsFirst()) {
                restUntilIdle(arms, schedule.warmUp().rules().pause());
            }
            warmUps.forEach(WarmUpProgress::starts);
            long begunNanos = instruments.time().nanos();
            warmedUp = run.warmUp();
            loadTime = loadTime.plusNanos(instruments.time().nanos() - begunNanos);
            warmUps.forEach(WarmUpProgress::ended);
            run.ready();
        }
        // Servers that are warm stay so in later simulations.
        warm = true;
        run.endWarmUp();
    }

    /** Logs in again where a token is too old, while no arm has load. False when an arm refuses that, which fails it. */
    private boolean tokensLast(LoadRun run) {
        if (!tokens.old(schedule.cell(0).workload())) {
            return true;
        }
        for (int arm = 0; arm < arms.size(); arm++) {
            long askedNanos = instruments.time().nanos();
            LogIn again = instruments.checks().logIn(server(arm), schedule.cell(arm));
            if (again.problem().isPresent()) {
                preflights.set(
                        arm,
                        preflights
                                .get(arm)
                                .failed("between two phases, " + again.problem().get()));
                return false;
            }
            tokens.set(arm, again.token(), askedNanos);
        }
        run.renew(tokens.all());
        return true;
    }

    /** What one arm gets, the others get. */
    private boolean wantsCycle(int cycle) {
        return !warm && nobodyDied() && warmUps.stream().anyMatch(progress -> progress.wantsCycle(cycle));
    }

    /** Whether the phase may begin now. */
    private boolean prepare(Phase phase) {
        Phase.Preparation preparation = phase.preparation();
        if (preparation.collects()) {
            arms.forEach(this::collectGarbage);
        }
        if (preparation.untilCalm()) {
            Duration waited = first(phase)
                    .sampling()
                    .awaitCalm(instruments.guards().machine().stealShare(), PATIENCE_WITH_NEIGHBOURS);
            say("  waited " + waited.toMillis() + " ms for the hypervisor to give the CPUs back");
        }
        if (preparation.untilIdle()) {
            restUntilIdle(preparation.collects() ? arms : on(phase), preparation.rest());
        } else {
            instruments.time().rest(preparation.rest());
        }
        return pin();
    }

    /** Once, before the first phase: until then all arms work on all CPUs. */
    private boolean pin() {
        if (!pinned) {
            pinned = true;
            for (RunningArm arm : arms) {
                arm.server().pin().map(Invalidity::instrument).ifPresent(invalid::add);
            }
        }
        return invalid.isEmpty();
    }

    private void restUntilIdle(List<RunningArm> together, Duration atLeast) {
        idleWait.rest(together.stream().map(RunningArm::sampling).toList(), atLeast, PATIENCE_WITH_JITS);
    }

    /**
     * A server that does not collect when it is asked to costs up to a minute each time: the console says where it
     * goes.
     */
    private void collectGarbage(RunningArm arm) {
        arm.sampling().collectGarbage();
        if (arm.server().isJvm() && arm.sampling().liveHeap() instanceof Reading.Unavailable unavailable) {
            say("  no garbage could be collected: " + unavailable.reason());
        }
    }

    private List<RunningArm> on(Phase phase) {
        return phase.arms().stream().map(arms::get).toList();
    }

    private RunningArm first(Phase phase) {
        return arms.get(phase.arms().getFirst());
    }

    private void drive(LoadRun run, LoadOrder order, Phase phase) {
        List<RunningArm> loaded = on(phase);
        if (phase.recording().filter(Recording::begins).isPresent()) {
            loaded.forEach(arm -> arm.sampling().startRecording());
        }
        first(phase).sampling().settle();
        List<Sampling.OpenWindow> windows =
                loaded.stream().map(arm -> arm.sampling().open()).toList();
        run.drive(toldRate(phase, order), phase.spacing());
        List<Samples> samples = windows.stream().map(Sampling.OpenWindow::close).toList();
        List<Optional<Flight>> flights = IntStream.range(0, loaded.size())
                .mapToObj(place -> phase.recording()
                        .filter(Recording::ends)
                        .map(recording -> loaded.get(place)
                                .sampling()
                                .stopRecording(recording.files().get(place))))
                .toList();
        if (phase.purpose() == Phase.Purpose.COST_AND_LIVE_HEAP) {
            loaded.forEach(this::collectGarbage);
        }
        List<IterationLoad> loads = run.recorded();
        loadTime = loadTime.plus(loads.stream()
                .map(IterationLoad::answerSpan)
                .max(Comparator.naturalOrder())
                .orElseThrow());
        if (loaded.stream().anyMatch(arm -> Ends.interference(arm.server()).isPresent())) {
            // What was seen of a server that somebody else ended says nothing about it.
            return;
        }
        List<Measured> measured = new ArrayList<>();
        for (int place = 0; place < loaded.size(); place++) {
            int arm = phase.arms().get(place);
            // The generator tells of all arms that share a phase, in the order of the arms.
            IterationLoad load = loads.get(loads.size() == 1 ? 0 : arm);
            measured.add(measured(phase, arm, load, samples.get(place), flights.get(place)));
        }
        Schedule.After after = schedule.took(measured);
        toRecover = after == Schedule.After.TO_RECOVER ? Optional.of(first(phase)) : Optional.empty();
    }

    private Measured measured(Phase phase, int place, IterationLoad load, Samples samples, Optional<Flight> flight) {
        RunningArm arm = arms.get(place);
        Map<Metric, Reading> readings = new EnumMap<>(Readings.of(load, samples));
        if (phase.purpose() == Phase.Purpose.COST_AND_LIVE_HEAP) {
            readings.put(Metric.LIVE_HEAP, arm.sampling().liveHeap());
        }
        GuardedPhase guarded = new GuardedPhase(
                instruments.guards(),
                phase.load(),
                phase.arms().size(),
                phase.purpose() == Phase.Purpose.CEILING,
                load,
                instruments.generatorCpus(),
                readings,
                samples.machine());
        List<String> remarks = new ArrayList<>(samples.notes());
        remarks.addAll(Validity.notes(guarded));
        return new Measured(
                place,
                phase,
                load,
                samples,
                readings,
                Validity.faults(guarded),
                Validity.disturbances(guarded),
                GeneratorGuards.endedFirst(guarded),
                remarks,
                arm.server().death(),
                flight);
    }

    private void audit() {
        for (int arm = 0; arm < arms.size(); arm++) {
            String prefix = schedule.prefix(arm);
            EffectiveAudit.Outcome audit =
                    instruments.checks().after(arms.get(arm).server());
            audit.changes().stream()
                    .map(change -> Invalidity.configuration(prefix + change))
                    .forEach(invalid::add);
            note(arm, audit.notes().stream());
        }
    }

    private void say(String line) {
        instruments.progress().accept(line);
    }

    RunningServer server(int arm) {
        return arms.get(arm).server();
    }

    /** What an arm did that fails it whatever its numbers say: it died, or its first answer was wrong. */
    Optional<String> failure(int arm) {
        return Ends.failure(server(arm)).or(() -> badAnswer(arm));
    }

    /**
     * What was wrong with its first answer, or with a later login. A service behind the arms that has ended may be the
     * reason, and is none for a death.
     */
    Optional<String> badAnswer(int arm) {
        return troubles.isEmpty() || Ends.failure(server(arm)).isPresent()
                ? preflights.get(arm).failure()
                : Optional.empty();
    }

    Preflight preflight(int arm) {
        return preflights.get(arm);
    }

    WarmUpProgress warmUp(int arm) {
        return warmUps.get(arm);
    }

    /** Why nothing of it must be judged. */
    List<Invalidity> invalid() {
        return List.copyOf(invalid);
    }

    /** What a reader should know of an arm. */
    record ArmNote(int arm, String text) {}

    List<String> notes() {
        return notes(arm -> true);
    }

    /** Of these arms. */
    List<String> notes(IntPredicate some) {
        return notes.stream()
                .filter(note -> some.test(note.arm()))
                .map(note -> schedule.prefix(note.arm()) + note.text())
                .toList();
    }

    /** Gatling's report of the last simulation, relative to the output folder; empty when there is none. */
    String report() {
        return report.map(GatlingReport::below).map(this::relative).orElse("");
    }

    String relative(Path path) {
        return instruments
                .output()
                .toAbsolutePath()
                .relativize(path.toAbsolutePath())
                .toString();
    }

    /** With load on an arm. */
    Duration loadTime() {
        return loadTime;
    }

    Duration wallTime() {
        return Duration.ofNanos(instruments.time().nanos() - startNanos);
    }
}
