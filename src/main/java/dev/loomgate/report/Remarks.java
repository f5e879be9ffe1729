package dev.loomgate.report;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.metric.Counted;
import dev.loomgate.plan.Limit;
import dev.loomgate.summary.LimitingResource;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.Sentences;
import dev.loomgate.verdict.SuiteVerdict;
import dev.loomgate.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a reader should know of the run as a whole: the notes of the run, and the limits that were not applied. */
final class Remarks {
    private Remarks() {}

    static List<String> of(SuiteVerdict suite) {
        Map<Limit, Integer> cells = new LinkedHashMap<>();
        Map<Limit, String> sentences = new LinkedHashMap<>();
        suite.cells().stream().flatMap(cell -> cell.verdicts().stream()).forEach(verdict -> {
            if (verdict instanceof Verdict.NotApplicable foreign) {
                cells.merge(foreign.limit(), 1, Integer::sum);
                sentences.put(foreign.limit(), Sentences.of(foreign));
            }
        });
        List<String> remarks = new ArrayList<>(GateRules.of(suite).failures());
        remarks.addAll(suite.notes());
        sentences.forEach((limit, sentence) -> remarks.add(
                "NOT APPLICABLE: " + sentence + " (" + Counted.of(cells.getOrDefault(limit, 0), "cell") + ")"));
        return List.copyOf(remarks);
    }

    /**
     * What is to be said of a cell as a whole: where its ramps or its search have ended, what the server had run out
     * of there, and its notes.
     */
    static List<String> endingsAndNotes(CellRun run) {
        return Stream.of(
                        run.sustained().stream().map(way -> "held up to " + way.held() + " req/s: " + way.ending()),
                        LimitingResource.of(run).stream().map(resource -> "at its end: " + resource),
                        run.notes().stream())
                .flatMap(words -> words)
                .toList();
    }
}
