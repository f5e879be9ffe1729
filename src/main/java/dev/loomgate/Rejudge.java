package dev.loomgate;

import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.report.DuelRecord;
import dev.loomgate.report.DuelWriter;
import dev.loomgate.report.UnitsFile;
import dev.loomgate.trial.UnitRun;
import dev.loomgate.verdict.DuelJudge;
import dev.loomgate.verdict.DuelVerdict;
import dev.loomgate.verdict.Fingerprint;
import dev.loomgate.verdict.Ledger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Judges the units of a stored duel again, without measuring anything: {@code mvn exec:exec@rejudge -Dloomgate.output=target/loomgate}. With a second folder or file,
 * {@code -Dloomgate.tolerances=thresholds.yml}, by the tolerances of that file instead of those that were in force.
 */
public final class Rejudge {
    /** Nothing is started, so every Java is as good as installed. */
    private static final Set<Integer> ANY_JAVA = IntStream.range(8, 200).boxed().collect(Collectors.toSet());

    private Rejudge() {}

    /** The folder of the run and, when the tolerances shall be others, a thresholds file. */
    public static void main(String[] arguments) {
        Path output = Path.of(arguments[0]);
        String thresholds = arguments.length > 1 ? arguments[1] : "";
        DuelWriter.lines(again(output, thresholds)).forEach(System.out::println);
    }

    static DuelVerdict again(Path output, String thresholds) {
        Map<String, String> asked = new HashMap<>(DuelRecord.read(output).asked());
        if (!thresholds.isEmpty()) {
            asked.put("loomgate.thresholds", thresholds);
        }
        DuelPlan duel = PlanReader.readDuel(asked, ANY_JAVA, 1);
        Ledger ledger = new Ledger();
        List<UnitRun> units = new UnitsFile(output).read(duel.cells());
        units.forEach(ledger::add);
        return new DuelVerdict(
                duel,
                DuelJudge.judge(duel, ledger.effects(), true),
                ledger.tallies(),
                new Fingerprint(Map.of(), List.of()),
                List.of(),
                Instant.EPOCH,
                sum(units, true),
                sum(units, false));
    }

    private static Duration sum(List<UnitRun> units, boolean wall) {
        return units.stream()
                .map(unit -> wall ? unit.wallTime() : unit.loadTime())
                .reduce(Duration.ZERO, Duration::plus);
    }
}
