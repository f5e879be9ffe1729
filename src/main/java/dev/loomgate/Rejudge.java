package dev.loomgate;

import dev.loomgate.experiment.UnitRun;
import dev.loomgate.report.DuelWriter;
import dev.loomgate.store.StoredDuel;
import dev.loomgate.verdict.DuelJudge;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.UnitTallies;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Judges the units of a stored duel again, without measuring anything. */
public final class Rejudge {
    private Rejudge() {}

    /**
     * Prints the verdict and, where it is red, why.
     *
     * @param thresholds a file with other tolerances; empty for those that were in force
     * @return the exit code of a gate: 1 on red
     */
    public static int judge(Path output, String thresholds, PrintStream console) {
        StoredDuel stored = StoredDuel.read(output, thresholds);
        stored.about().forEach(console::println);
        DuelVerdict verdict = verdict(stored);
        DuelWriter.lines(verdict).forEach(console::println);
        verdict.warnings().forEach(warning -> console.println("WARNING " + warning));
        List<String> failures = verdict.failures();
        if (failures.isEmpty()) {
            return 0;
        }
        console.println("The gate is red:");
        failures.forEach(failure -> console.println("  " + failure));
        return 1;
    }

    static DuelVerdict verdict(StoredDuel stored) {
        UnitTallies tallies = stored.tallies();
        return new DuelVerdict(
                stored.plan(),
                DuelJudge.judge(stored.plan(), tallies.effects(), true),
                tallies.byCell(),
                stored.fingerprint(),
                Instant.EPOCH,
                sum(stored.units(), UnitRun::wallTime),
                sum(stored.units(), UnitRun::loadTime));
    }

    private static Duration sum(List<UnitRun> units, Function<UnitRun, Duration> time) {
        return units.stream().map(time).reduce(Duration.ZERO, Duration::plus);
    }
}
