package dev.loomgate.verdict;

import dev.loomgate.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * All a report needs: what was planned, what came out, and where it ran.
 *
 * @param environment the fingerprint of machine, JDKs, launcher and settings, in display order
 * @param planned cells of the plan; larger than {@code cells} while the run goes on or when it was cut off
 * @param loadTime time with load on a server, warm-up included
 */
public record SuiteVerdict(
        Plan plan,
        List<CellVerdict> cells,
        Map<String, String> environment,
        Instant started,
        Duration wallTime,
        Duration loadTime,
        int planned) {
    public SuiteVerdict {
        cells = List.copyOf(cells);
    }
}
