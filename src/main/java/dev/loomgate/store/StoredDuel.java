package dev.loomgate.store;

import dev.loomgate.experiment.UnitRun;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.verdict.UnitTallies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A duel that was measured before: its plan, and its units in their order.
 *
 * @param fingerprint what was measured, and where
 * @param leftOut sentences about units that are not judged: of a line that was cut off, of cells that the plan lacks
 */
public record StoredDuel(DuelPlan plan, List<UnitRun> units, Fingerprint fingerprint, List<String> leftOut) {
    public StoredDuel {
        units = List.copyOf(units);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Reads it from the folder of its run.
     *
     * @param thresholds a file with other tolerances; empty for those that were in force
     */
    public static StoredDuel read(Path output, String thresholds) {
        RunRecord record = RunRecord.read(RunRecord.Kind.DUEL, output);
        Map<String, String> asked = new HashMap<>(record.asked());
        if (!thresholds.isEmpty()) {
            asked.put("loomgate.thresholds", thresholds);
        }
        DuelPlan plan = PlanReader.readMeasuredDuel(asked);
        List<String> notes = new ArrayList<>();
        List<UnitRun> units = new UnitsFile(output).read(plan.cells(), notes::add);
        return new StoredDuel(plan, units, record.fingerprint(), notes);
    }

    /** What was measured, line by line, for the console. */
    public List<String> about() {
        List<String> lines = new ArrayList<>();
        fingerprint.only(fingerprint.measured()).forEach((name, value) -> lines.add("  " + name + ": " + value));
        if (lines.isEmpty()) {
            lines.add("  not recorded: an older Loomgate measured it");
        }
        lines.addFirst("Measured:");
        lines.addAll(leftOut);
        return lines;
    }

    public UnitTallies tallies() {
        UnitTallies tallies = new UnitTallies();
        units.forEach(tallies::add);
        return tallies;
    }

    /** How long a unit took in the mean, by the id of its cell. */
    public Map<String, Duration> unitTimes() {
        return units.stream()
                .collect(Collectors.groupingBy(
                        unit -> unit.cell().id(),
                        Collectors.collectingAndThen(
                                Collectors.averagingLong(unit -> unit.wallTime().toMillis()),
                                millis -> Duration.ofMillis(Math.round(millis)))));
    }
}
