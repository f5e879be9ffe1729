package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.summary.UnitRuns;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Ledger ledger = new Ledger();

    @Test
    void countsWhatIsFit() {
        assertThat(ledger.add(UnitRuns.steady(200, 220).run(1))).isInstanceOf(Ledger.Entry.Counted.class);

        assertThat(ledger.effects()).hasSize(1);
        assertThat(ledger.tally(UnitRuns.CELL).fit()).isEqualTo(1);
    }

    @Test
    void keepsTheReasonsOfWhatIsNotFitAndNothingElseOfIt() {
        ledger.add(UnitRuns.steady(200, 220).invalid("wrong body").run(1));
        ledger.add(UnitRuns.steady(200, 220).invalid("wrong body").run(2));

        assertThat(ledger.effects()).isEmpty();
        assertThat(ledger.tally(UnitRuns.CELL).unfit()).isEqualTo(2);
        assertThat(ledger.tally(UnitRuns.CELL).reasons()).containsExactly("wrong body");
    }
}
