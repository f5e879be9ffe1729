package dev.loomgate.verdict;

import dev.loomgate.experiment.Answers;
import dev.loomgate.metric.Direction;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one pair of JVMs said on all of its cells.
 *
 * @param effects one per cell of the pair
 */
record WholeUnit(List<UnitEffect> effects) {
    WholeUnit {
        effects = List.copyOf(effects);
    }

    /**
     * Per pair of JVMs, the units that count on every one of its cells; a unit that counts on some only would tell of
     * those what the others don't.
     */
    static List<List<WholeUnit>> byPair(List<PairedCell> cells, Map<String, List<UnitEffect>> byCell) {
        Map<String, List<PairedCell>> pairs = cells.stream()
                .collect(Collectors.groupingBy(PairedCell::pair, LinkedHashMap::new, Collectors.toList()));
        return pairs.values().stream().map(pair -> whole(pair, byCell)).toList();
    }

    private static List<WholeUnit> whole(List<PairedCell> pair, Map<String, List<UnitEffect>> byCell) {
        Map<Integer, List<UnitEffect>> byUnit = new TreeMap<>();
        for (PairedCell cell : pair) {
            for (UnitEffect effect : byCell.getOrDefault(cell.id(), List.of())) {
                if (effect.fit()) {
                    byUnit.computeIfAbsent(effect.unit(), none -> new ArrayList<>())
                            .add(effect);
                }
            }
        }
        return byUnit.values().stream()
                .filter(effects -> effects.size() == pair.size())
                .map(WholeUnit::new)
                .toList();
    }

    /**
     * The same as another unit of a gate.
     *
     * @param turned whether the arms change places
     * @param added logarithms that are added to the metrics of one cell
     * @param changedCell id of that cell; none is called ""
     */
    List<UnitEffect> as(int unit, boolean turned, Map<Compared, Double> added, String changedCell) {
        return effects.stream()
                .map(effect -> new UnitEffect(
                        effect.cell(),
                        unit,
                        logRatios(effect, turned, effect.cell().id().equals(changedCell) ? added : Map.of()),
                        turned ? turned(effect.answers()) : effect.answers()))
                .toList();
    }

    private static Map<Side, Answers> turned(Map<Side, Answers> answers) {
        return answers.entrySet().stream()
                .collect(Collectors.toMap(answer -> answer.getKey().other(), Map.Entry::getValue));
    }

    private static Map<Compared, LogRatio> logRatios(UnitEffect effect, boolean turned, Map<Compared, Double> added) {
        Map<Compared, LogRatio> logRatios = new HashMap<>();
        effect.logRatios()
                .forEach((compared, logRatio) -> logRatios.put(
                        compared,
                        switch (logRatio) {
                            case LogRatio.Known known -> known(known, turned, compared, added);
                            case LogRatio.Disturbed disturbed -> disturbed;
                            case LogRatio.Missing missing -> missing;
                        }));
        return logRatios;
    }

    private static LogRatio.Known known(
            LogRatio.Known known, boolean turned, Compared compared, Map<Compared, Double> added) {
        double worse = added.getOrDefault(compared, 0.0);
        double more = compared.metric().direction() == Direction.HIGHER_IS_BETTER ? -worse : worse;
        return turned
                ? new LogRatio.Known(worse - known.log(), known.candidate(), known.baseline() * Math.exp(more))
                : new LogRatio.Known(worse + known.log(), known.baseline(), known.candidate() * Math.exp(more));
    }
}
