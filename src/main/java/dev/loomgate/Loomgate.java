package dev.loomgate;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.report.ConsoleSummary;
import dev.loomgate.report.EarlierRun;
import dev.loomgate.report.RunFolder;
import dev.loomgate.server.JdkFinder;
import dev.loomgate.server.Launchers;
import dev.loomgate.server.Launching;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServerJar;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.Fingerprint;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The entry for a test: reads what the user asked for, measures it, and returns the verdict. The only place that reads system properties and environment. */
public final class Loomgate {
    private final Map<String, String> properties;
    private final PrintStream console;

    private Loomgate(Map<String, String> properties, PrintStream console) {
        this.properties = properties;
        this.console = console;
    }

    /** As the system properties of this JVM say. */
    public static Loomgate fromSystemProperties(PrintStream console) {
        Map<String, String> properties = new TreeMap<>();
        System.getProperties().stringPropertyNames().forEach(name -> properties.put(name, System.getProperty(name)));
        return new Loomgate(properties, console);
    }

    /** The same with these properties on top: for tests that plant a regression. */
    public Loomgate with(Map<String, String> more) {
        Map<String, String> merged = new TreeMap<>(properties);
        merged.putAll(more);
        return new Loomgate(merged, console);
    }

    /**
     * Measures and judges.
     *
     * @throws RuntimeException listing every problem of the request, before anything was started
     */
    public SuiteVerdict run() {
        SecondChance.refuse(properties);
        Path home = Path.of(System.getProperty("user.home"));
        Map<String, String> environmentVariables = System.getenv();
        JdkFinder jdks = new JdkFinder(Map.of(), environmentVariables, home);
        Plan plan = PlanReader.read(properties, jdks.versions());
        ServerJar.requireAll(plan);
        Progress progress = new Progress(console);
        OpenFiles.require();
        try (RunLock lock = RunLock.acquire(Path.of(System.getProperty("java.io.tmpdir")))) {
            RunFolder folder = RunFolder.begin(plan.output());
            try (MeasuredServers servers = MeasuredServers.of(plan, folder)) {
                Placement placement = PlanReader.pins(properties) ? Placement.ofMachine() : Placement.switchedOff();
                Plan copied = plan.withServers(servers.copyOf(plan.servers()));
                Launching launching = Launchers.choose(copied, placement, environmentVariables, home, progress::say);
                SuiteVerdict verdict = measure(copied, servers, launching, folder, placement, progress);
                console.println(ConsoleSummary.of(verdict));
                progress.say(timeShares(verdict));
                progress.say("report: " + plan.output().resolve("index.html").toAbsolutePath());
                if (GateRules.red(verdict)) {
                    SecondChance.wasRed(properties);
                }
                return verdict;
            }
        }
    }

    /**
     * Compares two arms.
     *
     * @throws RuntimeException listing every problem of the request, before anything was started
     */
    public DuelVerdict duel() {
        SecondChance.refuse(properties);
        DuelVerdict verdict = new DuelRun(properties, console).run();
        if (verdict.red()) {
            SecondChance.wasRed(properties);
        }
        return verdict;
    }

    /**
     * Holds the studies' claims against this machine.
     *
     * @throws RuntimeException listing every problem of the request, before anything was started
     */
    ClaimVerdicts claims() {
        return new ClaimRun(properties, console).run();
    }

    private SuiteVerdict measure(
            Plan plan,
            MeasuredServers servers,
            Launching launching,
            RunFolder folder,
            Placement placement,
            Progress progress) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        try (BackingServices backing =
                BackingServices.start(plan, launching.launcher(), placement, java, progress::say)) {
            Fingerprint fingerprint = FingerprintReader.of(
                    plan, servers.programs(), PlanReader.thresholdsFile(properties), launching, backing, placement);
            progress.say("fingerprint " + fingerprint.id());
            List<String> notes =
                    EarlierRun.note(folder.previous(), fingerprint).stream().toList();
            notes.forEach(progress::say);
            KeptCells kept = KeptCells.of(plan, plan.explained(), properties, fingerprint, folder, progress);
            PerfSuite suite = new PerfSuite(plan, launching, backing, placement, fingerprint, notes, kept, progress);
            return orWhatThereIs(suite::run, () -> ConsoleSummary.of(suite.verdict()), console);
        }
    }

    /** A run that can't write any more, on a full disk, is red; what it has found up to then is said first. */
    static <T> T orWhatThereIs(Supplier<T> run, Supplier<String> found, PrintStream console) {
        try {
            return run.get();
        } catch (UncheckedIOException e) {
            console.println(found.get());
            throw e;
        }
    }

    private static String timeShares(SuiteVerdict verdict) {
        return String.format(
                Locale.ROOT,
                "took %d min %02d s, %.0f %% of it with load on a server",
                verdict.wallTime().toMinutes(),
                verdict.wallTime().toSecondsPart(),
                100.0
                        * verdict.loadTime().toMillis()
                        / Math.max(1, verdict.wallTime().toMillis()));
    }
}
