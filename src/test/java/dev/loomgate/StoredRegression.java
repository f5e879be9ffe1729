package dev.loomgate;

import dev.loomgate.experiment.UnitRun;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.store.RunRecord;
import dev.loomgate.store.UnitsFile;
import dev.loomgate.summary.UnitRuns;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Units of the shipped duels, never measured: the candidate needs a tenth more of everything that windows show. */
public final class StoredRegression {
    private static final Path SHIPPED = Path.of("thresholds.yml");

    private StoredRegression() {}

    public static void write(Path folder) {
        write(folder, SHIPPED);
    }

    /** @param thresholds what the shipped file has, and perhaps more */
    static void write(Path folder, Path thresholds) {
        Map<String, String> asked = Map.of(
                "loomgate.baseline",
                "jdk21",
                "loomgate.candidate",
                "jdk25",
                "loomgate.scale",
                "smoke",
                "loomgate.thresholds",
                thresholds.toString());
        Fingerprint measured = new Fingerprint(
                Map.of("kernel", "6.1", "server spring-mvc", "sha256 12ab"),
                List.of("kernel"),
                List.of("server spring-mvc"));
        RunRecord.ofDuel(asked, 5, measured).write(folder, thresholds);
        DuelPlan duel = PlanReader.readDuel(asked, Set.of(21, 25), 5);
        PairedCell cell = duel.cells().getFirst();
        UnitsFile file = new UnitsFile(folder);
        for (int unit = 1; unit <= 10; unit++) {
            // A little noise: no two runs of anything are the same.
            UnitRun run = UnitRuns.steady(200, 220 + unit % 3 * 0.2).run(unit);
            file.add(new UnitRun(
                    cell,
                    run.number(),
                    run.interleaved(),
                    run.slices(),
                    run.saturated(),
                    run.arms(),
                    run.explanations(),
                    run.failed(),
                    run.unreached(),
                    run.busy(),
                    run.invalid(),
                    run.notes(),
                    run.gatlingReport(),
                    run.wallTime(),
                    run.loadTime()));
        }
    }
}
