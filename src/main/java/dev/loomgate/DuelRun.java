package dev.loomgate;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.GeneratorSetup;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Side;
import dev.loomgate.report.DuelWriter;
import dev.loomgate.report.RunFolder;
import dev.loomgate.report.RunRecord;
import dev.loomgate.report.UnitsFile;
import dev.loomgate.server.JdkFinder;
import dev.loomgate.server.Launchers;
import dev.loomgate.server.Launching;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServerJar;
import dev.loomgate.server.ServerLauncher;
import dev.loomgate.trial.PairRunner;
import dev.loomgate.trial.UnitRun;
import dev.loomgate.verdict.DuelJudge;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.Fingerprint;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts a duel together: reads what was asked for, starts what it needs, and ends it. */
final class DuelRun {
    private final Map<String, String> properties;
    private final Optional<Earlier> earlier;
    private final Progress progress;
    private final PrintStream console;
    private final Map<String, String> environment = System.getenv();
    private final Path home = Path.of(System.getProperty("user.home"));
    private final Path java = Path.of(System.getProperty("java.home"), "bin", "java");

    DuelRun(Map<String, String> asked, PrintStream console) {
        this.earlier = PlanReader.continuedIn(asked).flatMap(output -> Earlier.in(RunRecord.Kind.DUEL, output));
        this.properties = earlier.map(before -> before.withItsSeed(asked)).orElse(asked);
        this.console = console;
        this.progress = new Progress(console);
    }

    DuelVerdict run() {
        JdkFinder jdks = new JdkFinder(Map.of(), environment, home);
        // Small, so that a person can type it again; which coins fall is nobody's secret.
        long seed = System.nanoTime() % 1_000_000;
        DuelPlan duel = PlanReader.readDuel(properties, jdks.versions(), Math.abs(seed));
        for (Side side : Side.values()) {
            ServerJar.requireAll(duel.plan().withServers(MeasuredServers.build(duel, side)));
        }
        OpenFiles.require();
        try (RunLock lock = RunLock.acquire(Path.of(System.getProperty("java.io.tmpdir")))) {
            RunFolder folder = RunFolder.begin(duel.plan().output());
            try (MeasuredServers servers = MeasuredServers.of(duel, folder)) {
                Placement placement = PlanReader.pins(properties) ? Placement.ofMachine() : Placement.switchedOff();
                Map<Side, Launching> launchings = new EnumMap<>(Side.class);
                for (Side side : Side.values()) {
                    Plan copied = duel.plan().withServers(servers.copyOf(MeasuredServers.build(duel, side)));
                    launchings.put(side, Launchers.choose(copied, placement, environment, home, progress::say));
                }
                DuelVerdict verdict = measure(duel, servers, launchings, folder, placement);
                new DuelWriter(duel.plan().output()).write(verdict);
                DuelWriter.lines(verdict).forEach(console::println);
                if (duel.calibration().isPresent()) {
                    Calibrate.again(duel.plan().output(), "").forEach(console::println);
                }
                progress.say(
                        "units: " + duel.plan().output().resolve("units.jsonl").toAbsolutePath());
                return verdict;
            }
        }
    }

    private DuelVerdict measure(
            DuelPlan duel,
            MeasuredServers servers,
            Map<Side, Launching> launchings,
            RunFolder folder,
            Placement placement) {
        Launching launching = launchings.get(Side.CANDIDATE);
        if (launching == null) {
            throw new IllegalStateException("there is no launcher for the candidate");
        }
        Map<Side, ServerLauncher> launchers = new EnumMap<>(Side.class);
        launchings.forEach((side, each) -> launchers.put(side, each.launcher()));
        Plan copied = servers.behind(duel.plan());
        try (BackingServices backing =
                        BackingServices.start(copied, launching.launcher(), placement, java, progress::say);
                LoadGenerator generator = new LoadGenerator(generatorSetup(duel, placement))) {
            Path thresholds = PlanReader.thresholdsFile(properties);
            Fingerprint fingerprint =
                    FingerprintReader.of(duel.plan(), servers.programs(), thresholds, launching, backing, placement);
            announce(duel, launching, placement, fingerprint);
            boolean goesOn = Earlier.goesOn(
                    RunRecord.ofDuel(properties, duel.seed(), fingerprint),
                    folder,
                    thresholds,
                    PlanReader.continuedIn(properties).isPresent(),
                    progress);
            UnitsFile file = new UnitsFile(folder.output());
            List<UnitRun> before = goesOn ? file.goOn(duel.cells(), progress::say) : List.of();
            generator.prepare();
            PairRunner runner = new PairRunner(duel, launchers, backing, generator, placement, progress::say);
            DuelSuite suite = new DuelSuite(duel, runner, file, fingerprint, List.of(), progress);
            suite.goOnAfter(before);
            return Loomgate.orWhatThereIs(
                    suite::run, () -> String.join("\n", DuelWriter.lines(suite.verdict())), console);
        }
    }

    private void announce(DuelPlan duel, Launching launching, Placement placement, Fingerprint fingerprint) {
        progress.say("fingerprint " + fingerprint.id());
        progress.say("a duel of " + Progress.counted(duel.cells().size(), "cell") + ", "
                + duel.scale().looks().units().getFirst() + " to "
                + duel.scale().looks().most() + " units each, at most "
                + duel.scale().atMost().toMinutes() + " min, and then " + DuelJudge.unitsToConfirm()
                + " units more of a cell for whatever looks worse in it, to confirm it; launcher: "
                + launching.launcher().name() + " (" + launching.reason() + ")");
        for (DuelCell cell : duel.cells()) {
            progress.say("  " + cell);
        }
        progress.say("placement: " + placement.how() + "; coins: -Dloomgate.seed=" + duel.seed());
        progress.say("warming the load generator, about half a minute");
    }

    private static GeneratorSetup generatorSetup(DuelPlan duel, Placement placement) {
        return new GeneratorSetup(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                placement,
                duel.plan().output().resolve("logs").resolve("generator.log"));
    }
}
