package dev.loomgate;

import dev.loomgate.plan.Cell;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.Stepped;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Summaries;
import dev.loomgate.trial.CellRun;
import dev.loomgate.trial.TrialRunner;
import dev.loomgate.verdict.ClaimJudge;
import dev.loomgate.verdict.ClaimVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Measures what claims need, round by round: every cell once per round, on a fresh boot, forwards and backwards in turn, so that what drifts meets all sides alike. Capacities are looked for in the first
 * round only.
 */
final class ClaimSuite {
    private final ClaimPlan claims;
    private final TrialRunner trials;
    private final KeptCells kept;
    private final Progress progress;
    private final List<List<CellSummary>> rounds = new ArrayList<>();

    ClaimSuite(ClaimPlan claims, TrialRunner trials, KeptCells kept, Progress progress) {
        this.claims = claims;
        this.trials = trials;
        this.kept = kept;
        this.progress = progress;
    }

    /** @param afterRound told what is known so far, by runtime: who has to stop early has something all the same */
    Map<String, List<ClaimVerdict>> run(Consumer<Map<String, List<ClaimVerdict>>> afterRound) {
        for (int round = 1; round <= claims.rounds(); round++) {
            rounds.add(new ArrayList<>());
            for (List<Cell> boot : boots(round)) {
                measure(boot, round);
            }
            afterRound.accept(verdicts());
        }
        return verdicts();
    }

    /** What was kept of an earlier run is not measured again. */
    private void measure(List<Cell> cells, int round) {
        List<Cell> left = new ArrayList<>();
        for (Cell cell : cells) {
            Optional<CellRun> before = kept.earlier(cell, round);
            before.ifPresentOrElse(run -> rounds.getLast().add(Summaries.of(run)), () -> left.add(cell));
        }
        if (!left.isEmpty()) {
            trials.run(left, run -> finished(run, round));
        }
    }

    private void finished(CellRun run, int round) {
        kept.keep(run, round);
        rounds.getLast().add(Summaries.of(run));
        long done = rounds.stream().mapToLong(List::size).sum();
        progress.say("round " + round + " of " + claims.rounds() + ", " + done + " of " + planned() + ": "
                + run.cell().displayName() + ", " + run.wallTime().toSeconds() + " s");
    }

    private long planned() {
        long stepped =
                claims.plan().cells().stream().filter(ClaimSuite::isStepped).count();
        return stepped + claims.rounds() * (claims.plan().cells().size() - stepped);
    }

    private List<List<Cell>> boots(int round) {
        Map<String, List<Cell>> byBoot = claims.plan().cells().stream()
                .filter(cell -> round == 1 || !isStepped(cell))
                .collect(Collectors.groupingBy(Cell::boot, LinkedHashMap::new, Collectors.toList()));
        List<List<Cell>> boots = new ArrayList<>(byBoot.values());
        if (round % 2 == 0) {
            Collections.reverse(boots);
        }
        return boots;
    }

    private static boolean isStepped(Cell cell) {
        return cell.load() instanceof Stepped;
    }

    /** By runtime: a claim may hold on one JDK and not on another. */
    private Map<String, List<ClaimVerdict>> verdicts() {
        Map<String, List<ClaimVerdict>> verdicts = new LinkedHashMap<>();
        claims.plan().cells().stream()
                .map(cell -> cell.runtime().name())
                .distinct()
                .forEach(runtime -> verdicts.put(runtime, verdicts(runtime)));
        return verdicts;
    }

    private List<ClaimVerdict> verdicts(String runtime) {
        List<List<CellSummary>> ofRuntime = rounds.stream()
                .map(round -> round.stream()
                        .filter(summary -> summary.run().cell().runtime().name().equals(runtime))
                        .toList())
                .toList();
        return ClaimJudge.judge(
                claims.claims(), ofRuntime, claims.plan().scale().iterations());
    }
}
