package dev.loomgate.study;

import dev.loomgate.store.StoredDuel;
import dev.loomgate.verdict.CalibrationFindings;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How often the gate is wrong and what it can see, from the stored units of a run with {@code -Dloomgate.calibrate}:
 * {@code mvn -q compile exec:exec@calibrate
 * -Dloomgate.output=target/loomgate-duel}. Writes {@code calibration.html} and {@code calibration.md} there, and
 * prints the latter.
 */
public final class Calibrate {
    private Calibrate() {}

    /** The folder of the run and, when the tolerances shall be others, a thresholds file. */
    public static void main(String[] arguments) {
        again(Path.of(arguments[0]), arguments.length > 1 ? arguments[1] : "").forEach(System.out::println);
    }

    /** Writes the files of a stored run, and gives back what they say. */
    public static List<String> again(Path output, String thresholds) {
        StoredDuel stored = StoredDuel.read(output, thresholds);
        CalibrationFindings findings =
                CalibrationFindings.of(stored.plan(), stored.ledger().effects(), stored.unitTimes(), stored.units());
        List<String> lines = new CalibrationWriter(output)
                .write(findings, stored.fingerprint().only(stored.fingerprint().measured()));
        return Stream.concat(stored.cut().stream(), lines.stream()).toList();
    }
}
