package dev.loomgate.verdict;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * All a report needs: what was planned, what came out, and where it ran.
 *
 * @param fingerprint where it ran: machine, limits, JDKs, launcher, settings
 * @param notes sentences a reader of the whole run should know
 * @param planned cells of the plan; larger than {@code cells} while the run goes on or when it was cut off
 * @param loadTime time with load on a server, warm-up included
 */
public record SuiteVerdict(
        Plan plan,
        List<CellVerdict> cells,
        Fingerprint fingerprint,
        List<String> notes,
        Instant started,
        Duration wallTime,
        Duration loadTime,
        int planned) {
    public SuiteVerdict {
        cells = List.copyOf(cells);
        notes = List.copyOf(notes);
    }
}
