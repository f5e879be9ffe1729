package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.Answers;
import dev.loomgate.plan.Side;
import dev.loomgate.summary.UnitRuns;
import org.junit.jupiter.api.Test;

class UnitTalliesTest {
    private final UnitTallies tallies = new UnitTallies();

    @Test
    void countsWhatIsFit() {
        assertThat(tallies.add(UnitRuns.steady(200, 220).run(1))).isInstanceOf(UnitTallies.Entry.Counted.class);

        assertThat(tallies.effects()).hasSize(1);
        assertThat(tallies.tally(UnitRuns.CELL).fit()).isEqualTo(1);
    }

    @Test
    void keepsTheReasonsOfWhatIsNotFitAndNothingElseOfIt() {
        tallies.add(UnitRuns.steady(200, 220).invalid("heap is 512 MiB").run(1));
        tallies.add(UnitRuns.steady(200, 220).invalid("heap is 512 MiB").run(2));

        assertThat(tallies.effects()).isEmpty();
        assertThat(tallies.tally(UnitRuns.CELL).unfit()).isEqualTo(2);
        assertThat(tallies.tally(UnitRuns.CELL).reasons()).containsExactly("heap is 512 MiB");
        assertThat(tallies.tally(UnitRuns.CELL).onlyDisturbed()).isFalse();
    }

    /** Two of five windows are lost to the machine: nothing of the unit counts but what the servers answered. */
    @Test
    void whatWasAnsweredCountsOnADisturbedMachine() {
        tallies.add(UnitRuns.steady(200, 220)
                .lostSlice(1, "the clock jumped")
                .lostSlice(5, "the clock jumped")
                .answers(new Answers(1000, 0, 0), new Answers(1000, 5, 2))
                .run(1));

        assertThat(tallies.tally(UnitRuns.CELL).fit()).isZero();
        assertThat(tallies.tally(UnitRuns.CELL).onlyDisturbed()).isTrue();
        assertThat(tallies.tally(UnitRuns.CELL).answers(Side.CANDIDATE)).isEqualTo(new Answers(5000, 25, 10));
        assertThat(tallies.effects())
                .singleElement()
                .satisfies(effect -> assertThat(effect.fit()).isFalse());
    }

    @Test
    void twoArmsThatBothAnswerWronglyAreNotCompared() {
        UnitTallies.Entry entry = tallies.add(UnitRuns.steady(200, 220)
                .answers(new Answers(1000, 0, 1), new Answers(1000, 0, 2))
                .run(1));

        assertThat(entry)
                .isInstanceOfSatisfying(
                        UnitTallies.Entry.Failed.class,
                        failed -> assertThat(failed.story())
                                .contains("not the work that was to be compared")
                                .contains("jdk25 10 of 5000 requests, jdk21 5 of 5000"));
        assertThat(tallies.tally(UnitRuns.CELL).failed()).isPresent();
    }
}
