package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Compared;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.summary.LogRatio;
import dev.loomgate.summary.UnitEffect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WholeUnitTest {
    private static final PairedCell IO = DuelPlans.cell("virtual", "io");
    private static final PairedCell JSON = DuelPlans.cell("virtual", "json");
    private static final PairedCell OTHER = DuelPlans.cell("webflux", "io");

    /** Unit 2 counts on one of two cells that share its JVMs; the other variant has JVMs of its own. */
    @Test
    void aUnitIsWholeWhenItCountsOnEveryCellOfItsPair() {
        List<List<WholeUnit>> pairs = WholeUnit.byPair(
                List.of(IO, JSON, OTHER),
                Map.of(
                        IO.id(), List.of(effect(IO, 1, 0.1), effect(IO, 2, 0.2)),
                        JSON.id(), List.of(effect(JSON, 1, 0.3), effect(JSON, 3, 0.4)),
                        OTHER.id(), List.of(effect(OTHER, 2, 0.5))));

        assertThat(pairs).hasSize(2);
        assertThat(pairs.getFirst()).containsExactly(new WholeUnit(List.of(effect(IO, 1, 0.1), effect(JSON, 1, 0.3))));
        assertThat(pairs.getLast()).containsExactly(new WholeUnit(List.of(effect(OTHER, 2, 0.5))));
    }

    /**
     * Both cells change their sign together, because the same two JVMs change places; what is added is added after
     * that, to the candidate of one cell.
     */
    @Test
    void turnsAllCellsTogetherAndAddsToOne() {
        WholeUnit unit = new WholeUnit(List.of(effect(IO, 1, 0.1), effect(JSON, 1, 0.3)));

        assertThat(unit.as(7, true, Map.of(Compared.of(Metric.P50), 1.0), JSON.id()))
                .containsExactly(
                        effect(IO, 7, new LogRatio.Known(-0.1, Math.exp(0.1), 1)),
                        effect(JSON, 7, new LogRatio.Known(1 - 0.3, Math.exp(0.3), Math.E)));
        assertThat(unit.as(7, false, Map.of(), "")).containsExactly(effect(IO, 7, 0.1), effect(JSON, 7, 0.3));
    }

    private static UnitEffect effect(PairedCell cell, int unit, double log) {
        return effect(cell, unit, new LogRatio.Known(log, 1, Math.exp(log)));
    }

    private static UnitEffect effect(PairedCell cell, int unit, LogRatio.Known known) {
        return new UnitEffect(cell, unit, Map.of(Compared.of(Metric.P50), known), Map.of());
    }
}
