package dev.loomgate.verdict;

import dev.loomgate.plan.Plan;
import java.util.List;

/**
 * What a cell's verdict means for the build. FAILED and INVALID are red, in different words; INCONCLUSIVE and UNGATED are said aloud.
 *
 * @param failures sentences that fail the build
 * @param warnings sentences that don't
 */
public record GateRules(List<String> failures, List<String> warnings) {
    public GateRules {
        failures = List.copyOf(failures);
        warnings = List.copyOf(warnings);
    }

    public static GateRules of(Plan plan, CellVerdict cell) {
        List<String> messages = Messages.of(cell, plan.output());
        return switch (cell.outcome()) {
            case PASSED -> new GateRules(List.of(), List.of());
            case FAILED -> new GateRules(messages, List.of());
            case INVALID -> warnOrFail(plan.invalidWarns(), messages);
            case INCONCLUSIVE -> warnOrFail(!plan.strict(), messages);
            case UNGATED ->
                new GateRules(
                        List.of(),
                        List.of(cell.summary().run().cell().displayName() + " is ungated: no limit looks at it"));
        };
    }

    private static GateRules warnOrFail(boolean warn, List<String> messages) {
        return warn ? new GateRules(List.of(), messages) : new GateRules(messages, List.of());
    }
}
