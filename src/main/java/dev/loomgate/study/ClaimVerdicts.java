package dev.loomgate.study;

import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.verdict.ClaimVerdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a run of the claims has found. */
public record ClaimVerdicts(
        ClaimPlan plan, Map<String, List<ClaimVerdict>> byRuntime, Fingerprint fingerprint, Duration wallTime) {}
