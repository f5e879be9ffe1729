package dev.loomgate;

import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.verdict.ClaimVerdict;
import dev.loomgate.verdict.Fingerprint;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a run of the claims has found. */
record ClaimVerdicts(
        ClaimPlan plan, Map<String, List<ClaimVerdict>> byRuntime, Fingerprint fingerprint, Duration wallTime) {}
