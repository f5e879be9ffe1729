package dev.loomgate;

import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.report.ConsoleSummary;
import dev.loomgate.report.Figures;
import dev.loomgate.store.SecondChance;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/** The entry for a test: reads what the user asked for, measures it, and returns the verdict. */
public final class Loomgate {
    private final Request request;

    private Loomgate(Request request) {
        this.request = request;
    }

    /** As a request says. */
    public static Loomgate of(Request request) {
        return new Loomgate(request);
    }

    /** As the system properties of this JVM say. */
    public static Loomgate fromSystemProperties(PrintStream console) {
        return new Loomgate(Request.ofThisJvm(console));
    }

    /** The same with these properties on top: for tests that plant a regression. */
    public Loomgate with(Map<String, String> more) {
        return new Loomgate(request.with(more));
    }

    /** The same with a generator that is not warmed: for tests of this package that judge no latency. */
    Loomgate withColdGenerator() {
        return new Loomgate(request.withColdGenerator());
    }

    /** The same beside another run: for tests of this package that a busy machine does not decide. */
    Loomgate withLockIn(Path folder) {
        return new Loomgate(request.withLockIn(folder));
    }

    /**
     * Measures and judges cells.
     *
     * @throws RuntimeException listing every problem of the request, before anything was started
     */
    public SuiteVerdict run() {
        SecondChance.refuse(request.properties());
        Plan plan = PlanReader.read(request.properties(), request.jdks().versions());
        try (Session session = Session.open(request, plan, Map.of())) {
            CellsRun run = CellsRun.in(session);
            SuiteVerdict verdict =
                    Session.orWhatThereIs(run::run, () -> ConsoleSummary.of(run.verdict()), request.console());
            request.console().println(ConsoleSummary.of(verdict));
            session.progress()
                    .say("took " + Figures.timeAndLoad(verdict.wallTime(), verdict.loadTime())
                            + " of it with load on a server");
            session.progress()
                    .say("report: " + plan.output().resolve("index.html").toAbsolutePath());
            if (GateRules.red(verdict)) {
                SecondChance.wasRed(request.properties());
            }
            return verdict;
        }
    }

    /**
     * Compares two arms.
     *
     * @throws RuntimeException listing every problem of the request, before anything was started
     */
    public DuelVerdict duel() {
        SecondChance.refuse(request.properties());
        DuelVerdict verdict = DuelRun.of(request);
        if (verdict.red()) {
            SecondChance.wasRed(request.properties());
        }
        return verdict;
    }
}
