package dev.loomgate;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.GeneratorSetup;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.report.ClaimsWriter;
import dev.loomgate.report.RunFolder;
import dev.loomgate.server.JdkFinder;
import dev.loomgate.server.Launchers;
import dev.loomgate.server.Launching;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServerJar;
import dev.loomgate.trial.TrialRunner;
import dev.loomgate.verdict.ClaimVerdict;
import dev.loomgate.verdict.Fingerprint;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Holds the studies' claims against this machine: reads which ones, starts what they need, measures, and writes what became of them. */
final class ClaimRun {
    private final Map<String, String> properties;
    private final PrintStream console;
    private final Progress progress;
    private final Map<String, String> environment = System.getenv();
    private final Path home = Path.of(System.getProperty("user.home"));
    private final Path java = Path.of(System.getProperty("java.home"), "bin", "java");

    ClaimRun(Map<String, String> properties, PrintStream console) {
        this.properties = properties;
        this.console = console;
        this.progress = new Progress(console);
    }

    ClaimVerdicts run() {
        JdkFinder jdks = new JdkFinder(Map.of(), environment, home);
        ClaimPlan claims = PlanReader.readClaims(properties, jdks.versions());
        ServerJar.requireAll(claims.plan());
        OpenFiles.require();
        try (RunLock lock = RunLock.acquire(Path.of(System.getProperty("java.io.tmpdir")))) {
            RunFolder folder = RunFolder.begin(claims.plan().output());
            try (MeasuredServers servers = MeasuredServers.of(claims.plan(), folder)) {
                Placement placement = PlanReader.pins(properties) ? Placement.ofMachine() : Placement.switchedOff();
                Plan copied =
                        claims.plan().withServers(servers.copyOf(claims.plan().servers()));
                Launching launching = Launchers.choose(copied, placement, environment, home, progress::say);
                return measure(claims.with(copied), servers, launching, folder, placement);
            }
        }
    }

    private ClaimVerdicts measure(
            ClaimPlan claims, MeasuredServers servers, Launching launching, RunFolder folder, Placement placement) {
        long start = System.nanoTime();
        Plan plan = claims.plan();
        try (BackingServices backing =
                        BackingServices.start(plan, launching.launcher(), placement, java, progress::say);
                LoadGenerator generator = new LoadGenerator(generatorSetup(plan, placement))) {
            Map<String, String> programs = new LinkedHashMap<>(servers.programs());
            // Which cells share a boot, and in which order, is decided there.
            programs.put(
                    "claims file",
                    Digest.of(PlanReader.claimsFile(properties))
                            .map(hash -> "sha256 " + hash)
                            .orElse("unknown"));
            Fingerprint fingerprint = FingerprintReader.of(
                    plan, programs, PlanReader.thresholdsFile(properties), launching, backing, placement);
            progress.say("fingerprint " + fingerprint.id());
            progress.announce(claims, launching.launcher().name() + " (" + launching.reason() + ")", placement.how());
            generator.prepare();
            TrialRunner trials = new TrialRunner(
                    plan, launching.launcher(), backing, generator, placement, run -> false, progress::say);
            ClaimsWriter writer = new ClaimsWriter(plan.output());
            ClaimSuite suite = new ClaimSuite(
                    claims,
                    trials::run,
                    KeptCells.of(plan, Set.of(), properties, fingerprint, folder, progress),
                    progress);
            Map<String, List<ClaimVerdict>> verdicts = Loomgate.orWhatThereIs(
                    () -> suite.run(soFar -> writer.write(
                            claims, soFar, fingerprint, since(start).plus(suite.timeBefore()))),
                    () -> String.join(
                            "\n",
                            ClaimsWriter.lines(
                                    claims,
                                    suite.verdicts(),
                                    fingerprint,
                                    since(start).plus(suite.timeBefore()))),
                    console);
            ClaimVerdicts all = new ClaimVerdicts(
                    claims, verdicts, fingerprint, since(start).plus(suite.timeBefore()));
            writer.write(claims, verdicts, fingerprint, all.wallTime()).forEach(console::println);
            return all;
        }
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static GeneratorSetup generatorSetup(Plan plan, Placement placement) {
        return new GeneratorSetup(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                placement,
                plan.output().resolve("logs").resolve("generator.log"));
    }
}
