package dev.loomgate.study;

import dev.loomgate.store.StoredDuel;
import dev.loomgate.verdict.CalibrationFindings;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How often the gate is wrong and what it can see, from the stored units of a run with {@code -Dloomgate.calibrate}.
 */
public final class Calibrate {
    private Calibrate() {}

    /**
     * Writes {@code calibration.html} and {@code calibration.md} beside the units, and gives back what the latter says.
     *
     * @param thresholds a file with other tolerances; empty for those that were in force
     */
    public static List<String> again(Path output, String thresholds) {
        StoredDuel stored = StoredDuel.read(output, thresholds);
        CalibrationFindings findings =
                CalibrationFindings.of(stored.plan(), stored.tallies().effects(), stored.unitTimes(), stored.units());
        List<String> lines = CalibrationWriter.write(
                output, findings, stored.fingerprint().only(stored.fingerprint().measured()));
        return Stream.concat(stored.leftOut().stream(), lines.stream()).toList();
    }
}
