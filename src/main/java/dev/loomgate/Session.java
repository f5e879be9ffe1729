package dev.loomgate;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.experiment.Engine;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.fingerprint.FingerprintReader;
import dev.loomgate.fingerprint.OpenFiles;
import dev.loomgate.load.GeneratorSetup;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.load.Simulations;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Side;
import dev.loomgate.report.Progress;
import dev.loomgate.server.Launchers;
import dev.loomgate.server.Launchers.Launching;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServerJar;
import dev.loomgate.store.MeasuredServers;
import dev.loomgate.store.RunFolder;
import dev.loomgate.store.RunLock;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a run holds open, whatever its kind. Opened once, in this order, and closed in the reverse one: the lock of
 * this machine, the output folder, copies of the servers, launchers, the services behind the servers, the load
 * generator.
 */
public final class Session implements AutoCloseable {
    private final Request request;
    private final Progress progress;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final RunFolder folder;
    private final MeasuredServers servers;
    private final Placement placement;
    private final Map<Side, Launching> launchings = new EnumMap<>(Side.class);
    private final Plan plan;
    private final LoadGenerator generator;
    private final Engine engine;
    private final Fingerprint fingerprint;

    /**
     * For cells.
     *
     * @param facts further programs and files that decide what is measured, by name
     * @throws RuntimeException saying what is missing; then nothing is left open
     */
    public static Session open(Request request, Plan plan, Map<String, String> facts) {
        ServerJar.requireAll(plan);
        return new Session(request, plan, Set.of(Side.CANDIDATE), folder -> MeasuredServers.of(plan, folder), facts);
    }

    /** For a duel, whose arms may be two builds. */
    static Session open(Request request, DuelPlan duel) {
        for (Side side : Side.values()) {
            ServerJar.requireAll(duel.plan().withServers(MeasuredServers.build(duel, side)));
        }
        MeasuredServers.requireTwo(duel);
        return new Session(
                request, duel.plan(), EnumSet.allOf(Side.class), folder -> MeasuredServers.of(duel, folder), Map.of());
    }

    private Session(
            Request request,
            Plan asked,
            Set<Side> sides,
            Function<RunFolder, MeasuredServers> copy,
            Map<String, String> facts) {
        this.request = request;
        this.progress = request.progress();
        OpenFiles.require();
        boolean whole = false;
        try {
            keep(RunLock.acquire(request.temporaryFolder()));
            folder = RunFolder.begin(asked.output());
            servers = keep(copy.apply(folder));
            placement = PlanReader.pins(request.properties()) ? Placement.ofMachine() : Placement.switchedOff();
            Simulations simulations = Simulations.compile(
                    asked,
                    asked.output().resolve("simulations"),
                    request.properties().getOrDefault("java.class.path", ""));
            sides.forEach(side -> launchings.put(side, launching(asked, side)));
            plan = servers.behind(asked);
            BackingServices backing =
                    keep(BackingServices.start(plan, launching().launcher(), placement, request.java(), progress::say));
            GeneratorSetup setup = new GeneratorSetup(
                    request.java(),
                    simulations.behind(request.properties().getOrDefault("java.class.path", "")),
                    placement,
                    simulations.jvmOptions(),
                    plan.output().resolve("logs").resolve("generator.log"));
            generator = keep(request.coldGenerator() ? LoadGenerator.cold(setup) : new LoadGenerator(setup));
            engine = new Engine(backing, generator, placement, progress::say);
            Map<String, String> programs = new LinkedHashMap<>(servers.programs());
            programs.putAll(simulations.programs());
            programs.putAll(facts);
            fingerprint = FingerprintReader.of(
                    plan,
                    programs,
                    servers.builds(),
                    request.properties(),
                    request.thresholds(),
                    launching(),
                    backing,
                    placement);
            whole = true;
        } finally {
            if (!whole) {
                close();
            }
        }
    }

    private Launching launching(Plan asked, Side side) {
        Plan copied = asked.withServers(servers.copyOf(side));
        return Launchers.choose(copied, placement, request.environment(), request.home(), progress::say);
    }

    private <T extends AutoCloseable> T keep(T resource) {
        opened.push(resource);
        return resource;
    }

    /** All of them, whatever one of them throws. */
    @Override
    public void close() {
        List<Exception> failures = new ArrayList<>();
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            IllegalStateException all =
                    new IllegalStateException("the run could not be closed: " + failures.getFirst());
            failures.forEach(all::addSuppressed);
            throw all;
        }
    }

    /** Starts the generator and warms it, which takes up to a minute; a cold one is started only. */
    public void warmGenerator() {
        progress.say(
                request.coldGenerator()
                        ? "not warming the load generator: latencies of this run say nothing"
                        : "warming the load generator, up to a minute");
        generator.prepare();
    }

    public Request request() {
        return request;
    }

    public Progress progress() {
        return progress;
    }

    public RunFolder folder() {
        return folder;
    }

    public Placement placement() {
        return placement;
    }

    /** That of the candidate, where arms have two. */
    public Launching launching() {
        return launching(Side.CANDIDATE);
    }

    Launching launching(Side side) {
        return Optional.ofNullable(launchings.get(side)).orElseThrow();
    }

    public Engine engine() {
        return engine;
    }

    public Fingerprint fingerprint() {
        return fingerprint;
    }

    public Engine.Launch launch(Side side) {
        return launching(side).launcher()::launch;
    }

    /** The plan with the copies of the servers. */
    public Plan plan() {
        return plan;
    }

    /** A run that can't write any more, on a full disk, is red; what it has found up to then is said first. */
    public static <T> T orWhatThereIs(Supplier<T> run, Supplier<String> found, PrintStream console) {
        try {
            return run.get();
        } catch (UncheckedIOException e) {
            console.println(found.get());
            throw e;
        }
    }
}
