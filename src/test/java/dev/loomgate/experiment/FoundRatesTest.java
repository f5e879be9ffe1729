package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CapacityResult.End;
import dev.loomgate.experiment.FoundRates.Answer;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Search;
import dev.loomgate.summary.Cells;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoundRatesTest {
    private static final LoadProfile.Share SHARE = new LoadProfile.Share(70, "quick");
    private static final Cell VIRTUAL = with(Cells.cell("virtual"), SHARE);

    private final FoundRates found = new FoundRates();

    @ParameterizedTest
    @CsvSource({"1000, 700", "101, 71", "1, 1"})
    void aShareIsTakenOfTheRateThatWasHeld(int held, int rate) {
        found.take(search("virtual", "quick", new CapacityResult(held, OptionalInt.of(2 * held), End.SERVER, "")));

        assertThat(found.rateOf(VIRTUAL, SHARE)).isInstanceOfSatisfying(Answer.Known.class, known -> {
            assertThat(known.rate().requestsPerSecond()).isEqualTo(rate);
            assertThat(known.inWords()).contains(rate + " req/s is 70 % of the " + held + " req/s");
        });
    }

    @Test
    void aCeilingIsSaidToBeOne() {
        found.take(search("virtual", "quick", new CapacityResult(800, OptionalInt.empty(), End.CEILING, "")));

        assertThat(found.rateOf(VIRTUAL, SHARE))
                .isInstanceOfSatisfying(
                        Answer.Known.class, known -> assertThat(known.inWords()).contains("at least 800 req/s"));
    }

    @Test
    void whatAnotherVariantOrAnotherSearchHasFoundIsNothing() {
        found.take(search("webflux", "quick", new CapacityResult(800, OptionalInt.of(900), End.SERVER, "")));
        found.take(search("virtual", "slow", new CapacityResult(800, OptionalInt.of(900), End.SERVER, "")));

        assertThat(reason()).contains("was not measured before it");
    }

    @Test
    void aSearchThatFoundNothingSaysWhy() {
        found.take(search(
                "virtual", "quick", new CapacityResult(400, OptionalInt.empty(), End.UNKNOWN, "it was too loud")));

        assertThat(reason()).contains("found nothing: it was too loud");
    }

    @Test
    void whatDisturbedASearchDisturbsItsShares() {
        found.take(
                search("virtual", "quick", new CapacityResult(400, OptionalInt.empty(), End.DISTURBED, "12 % stolen")));

        assertThat(((Answer.Unknown) found.rateOf(VIRTUAL, SHARE)).reason().kind())
                .isEqualTo(Invalidity.Kind.MACHINE);
    }

    @Test
    void aSearchThatNeverRanSaysWhy() {
        Cell cell = search("virtual", "quick", new CapacityResult(1, OptionalInt.empty(), End.CEILING, ""))
                .cell();
        found.take(Cells.run(cell, List.of(), Map.of(), Optional.empty(), List.of("it has another pool")));

        assertThat(reason()).contains("found nothing: it has another pool");
    }

    @Test
    void theSecondTrialOfASearchCounts() {
        found.take(
                search("virtual", "quick", new CapacityResult(0, OptionalInt.empty(), End.UNKNOWN, "it was too loud")));
        found.take(search("virtual", "quick", new CapacityResult(200, OptionalInt.of(210), End.SERVER, "")));

        assertThat(found.rateOf(VIRTUAL, SHARE))
                .isInstanceOfSatisfying(
                        Answer.Known.class,
                        known -> assertThat(known.rate().requestsPerSecond()).isEqualTo(140));
    }

    private String reason() {
        return ((Answer.Unknown) found.rateOf(VIRTUAL, SHARE)).reason().sentence();
    }

    private static Cell with(Cell cell, LoadProfile load) {
        return new Cell(cell.variant(), cell.runtime(), cell.workload(), load);
    }

    private static CellRun search(String variant, String name, CapacityResult end) {
        Search search = new Search(
                name,
                100,
                6400,
                Duration.ofSeconds(4),
                Duration.ZERO,
                Duration.ofMinutes(4),
                0.05,
                2,
                new Search.ServiceLevel(0, Optional.empty(), 0.97),
                Optional.empty());
        return new CellRun(
                with(Cells.cell(variant), search),
                List.of(),
                Map.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                "",
                "",
                "",
                Map.of(),
                Optional.empty(),
                Duration.ZERO,
                Duration.ZERO,
                List.of(end),
                Optional.empty());
    }
}
