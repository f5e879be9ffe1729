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
        if (cell.outcome() == CellVerdict.Outcome.UNGATED) {
            String name = cell.summary().run().cell().displayName();
            return new GateRules(List.of(), List.of(name + " is ungated: " + whyUngated(cell)));
        }
        boolean forgiven = plan.invalidWarns() && cell.disturbed();
        return cell.outcome().failsBuild(plan.strict()) && !forgiven
                ? new GateRules(messages, List.of())
                : new GateRules(List.of(), messages);
    }

    private static String whyUngated(CellVerdict cell) {
        return cell.verdicts().stream()
                .filter(Verdict.NotApplicable.class::isInstance)
                .map(Verdict.NotApplicable.class::cast)
                .map(foreign ->
                        foreign.limit().metric() + " " + foreign.limit().expression() + " is " + foreign.reason())
                .reduce((one, other) -> one + "; " + other)
                .orElse("no limit looks at it");
    }
}
