package dev.loomgate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.Claim;
import dev.loomgate.plan.Relation;
import dev.loomgate.verdict.ClaimVerdict.Outcome;
import dev.loomgate.verdict.ClaimVerdict.RelationVerdict;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** How many rounds would decide a claim that says of several sides that one is less than the other. */
class ClaimVerdictTest {
    private static final Relation LESS = RoundsToDecideTest.order(0.03);

    @Test
    void allRelationsHaveToHold() {
        assertThat(roundsToDecide(undecided(0.9, 3), undecided(0.95, 5))).hasValue(5);
    }

    @Test
    void oneThatFailsIsEnough() {
        assertThat(roundsToDecide(undecided(1.2, 3), undecided(0.95, 5))).hasValue(3);
        assertThat(roundsToDecide(undecided(1.2, 3), unknown())).hasValue(3);
    }

    @Test
    void whatIsWithinTheMarginDoesNotFail() {
        assertThat(roundsToDecide(undecided(1.01, 3), undecided(0.95, 5))).hasValue(5);
    }

    @Test
    void ofOneNothingIsKnown() {
        assertThat(roundsToDecide(undecided(0.9, 3), unknown())).isEmpty();
    }

    private static OptionalInt roundsToDecide(RelationVerdict... relations) {
        Claim claim = new Claim("LUND-1", "it is less", "", "", "", "", List.of(LESS, LESS));
        return new ClaimVerdict(claim, List.of(relations)).roundsToDecide();
    }

    private static RelationVerdict undecided(double value, int rounds) {
        return verdict(value, OptionalInt.of(rounds));
    }

    private static RelationVerdict unknown() {
        return verdict(Double.NaN, OptionalInt.empty());
    }

    private static RelationVerdict verdict(double value, OptionalInt rounds) {
        return new RelationVerdict(LESS, Outcome.UNDECIDED, value, 0.5, 1.5, 2, "", false, rounds, List.of());
    }
}
