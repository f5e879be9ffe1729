package dev.loomgate.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CellKeeper;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.CellRuns;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Claim;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.UnitPlan;
import dev.loomgate.report.Progress;
import dev.loomgate.store.KeptCells;
import dev.loomgate.store.RunFolder;
import dev.loomgate.summary.UnitRuns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order claims are measured, and what of an earlier run is taken in. */
class ClaimsRunTest {
    /** No pair tells how high the heap rises. */
    private static final String CELL_BY_CELL = """
            claims:
              NCI-1:
                says: On primes one has the lower peak.
                figures: none
                relations:
                  - {metric: heap-peak, workload: primes, load: 100 users, order: [virtual, platform-default]}
              NCI-2:
                says: The same on remote-io.
                figures: none
                relations:
                  - {metric: heap-peak, workload: remote-io, load: 100 users, order: [virtual, platform-default]}
              JEP-491:
                says: The same of others.
                figures: none
                relations:
                  - {metric: heap-peak, workload: pinned, load: 64 users, order: [virtual, platform-unlimited]}
            """;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<Cell> alone = new ArrayList<>();
    private final List<List<ArmGroup>> boots = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final List<String> asBefore = new ArrayList<>();
    private Duration time = Duration.ZERO;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path output;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path files;

    /** The servers have all of their loads again, as what ran before is part of it; but only what is asked is measured. */
    @Test
    void onlyWhatIsUndecidedIsMeasuredAgain() {
        Map<String, String> asked = Map.of("loomgate.claim", "LUND-11,LUND-12,DEBS-2c", "loomgate.rounds", "3");

        run(
                asked,
                this::answers,
                cell -> cell.workload().name().equals("compute")
                        ? UnitRuns.interleaved(1, 2).of(cell).invalid("the generator broke")
                        : UnitRuns.interleaved(1, 2).of(cell));

        assertThat(events)
                .filteredOn(event -> event.startsWith("3"))
                .containsExactly("3: io compute of platform-unlimited, virtual, webflux, io only to warm");
        assertThat(events).hasSize(2 * 2 + 1);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("12 of 90 min, round 3: ");
    }

    /**
     * Both take equally long. Of compute the rounds lie on either side of the bound, so that no number of them is in
     * sight that would decide it; of fortunes their middle is 0.89.
     */
    @Test
    void whatTheFewestRoundsDecideComesFirst() {
        Map<PairedCell, Integer> rounds = new HashMap<>();

        run(Map.of("loomgate.claim", "LUND-11,DEBS-2c", "loomgate.rounds", "3"), this::answers, cell -> {
            boolean odd = rounds.merge(cell, 1, Integer::sum) % 2 == 1;
            double candidate = cell.workload().name().equals("compute") ? odd ? 1.1 : 1 / 1.1 : odd ? 1 : 0.8;
            return UnitRuns.interleaved(1, candidate).of(cell);
        });

        assertThat(events)
                .filteredOn(event -> event.startsWith("3"))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("3: fortunes"),
                        second -> assertThat(second).startsWith("3: compute"));
    }

    /** That a server failed is a result: more rounds would leave it undecided as well. */
    @Test
    void whereAServerFailedNoFurtherRoundIsMeasured() {
        run(
                Map.of("loomgate.claim", "DEBS-2c", "loomgate.rounds", "3"),
                this::answers,
                cell -> UnitRuns.interleaved(1, 2).of(cell).failed(Side.CANDIDATE, "it can't hold the rate"));

        assertThat(events).singleElement().satisfies(event -> assertThat(event).startsWith("1: "));
    }

    @Test
    void aLaterSearchBeginsWhereTheFirstHasEnded() {
        run(Map.of("loomgate.claim", "LUND-2", "loomgate.rounds", "2"), this::answers);

        assertThat(search(alone.get(0)).before()).isEmpty();
        assertThat(search(alone.get(1)).before())
                .hasValueSatisfying(answer -> assertThat(answer.held()).isEqualTo(80));
    }

    @Test
    void cellsThatAreComparedFollowEachOther() throws IOException {
        run(cellByCell("NCI-1,JEP-491"), this::disturbed);

        assertThat(alone)
                .extracting(cell -> cell.workload().name())
                .containsExactly("primes", "primes", "pinned", "pinned", "primes", "primes", "pinned", "pinned");
        List<String> variants =
                alone.stream().map(cell -> cell.variant().name()).toList();
        assertThat(variants.subList(4, 6))
                .as("what came first in a round comes last in the next")
                .isEqualTo(variants.subList(0, 2).reversed());
    }

    @Test
    void oneRuntimeDoesNotWaitForAnother() {
        run(
                Map.of("loomgate.claim", "DEBS-2c", "loomgate.rounds", "3", "loomgate.runtimes", "jdk21,jdk25"),
                this::answers,
                cell -> cell.baseline().runtime().name().equals("jdk21")
                        ? UnitRuns.interleaved(1, 2).of(cell).invalid("the generator broke")
                        : UnitRuns.interleaved(1, 2).of(cell));

        assertThat(boots)
                .extracting(boot -> boot.getFirst().arms().getFirst().runtime().name())
                .containsExactlyInAnyOrder("jdk21", "jdk21", "jdk21", "jdk25", "jdk25");
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("next: round 2 for DEBS-2c on jdk25; ");
    }

    /** What the first round tells is enough to choose what gets a second one. */
    @Test
    void behindTheFirstRoundComesWhatIsDecidedSoonest() {
        Map<PairedCell, Integer> rounds = new HashMap<>();

        run(Map.of("loomgate.claim", "LUND-11,DEBS-2c", "loomgate.rounds", "2"), this::answers, cell -> {
            boolean first = rounds.merge(cell, 1, Integer::sum) == 1;
            // The windows of compute lie on either side of the bound.
            return cell.workload().name().equals("compute") && first
                    ? UnitRuns.interleaved(1, 1)
                            .window(1, 1, 1.3)
                            .window(2, 1, 0.7)
                            .of(cell)
                    : UnitRuns.interleaved(1, 0.5).of(cell);
        });

        assertThat(events)
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("1: compute"),
                        second -> assertThat(second).startsWith("1: fortunes"),
                        third -> assertThat(third).startsWith("2: fortunes"),
                        fourth -> assertThat(fourth).startsWith("2: compute"));
    }

    /** All that is asked of some variants is measured on the same servers. */
    @Test
    void serversAreBootedOnceARound() {
        run(Map.of("loomgate.claim", "LUND-1,LUND-5,LUND-10", "loomgate.rounds", "2"), this::answers);

        assertThat(events)
                .containsExactly(
                        "1: io mixed of platform-unlimited, virtual, webflux",
                        "2: io mixed of platform-unlimited, virtual, webflux");
        assertThat(boots.getFirst())
                .extracting(group -> group.pairs().size())
                .as("each of the three with each other")
                .containsExactly(3, 3);
    }

    @Test
    void ofServersThatWereCutOffNothingIsTakenIn() {
        Map<String, String> asked = Map.of("loomgate.claim", "LUND-1,LUND-5", "loomgate.rounds", "2");
        run(asked, this::answers, cell -> UnitRuns.interleaved(1, 2).of(cell).invalid("the generator broke"));
        assertThat(boots).hasSize(2);
        boots.clear();

        run(goingOn(asked), this::answers);
        assertThat(boots).as("all were unfit").hasSize(2);
        boots.clear();

        run(goingOn(asked), this::answers);
        assertThat(boots).isEmpty();
    }

    /** In turns or in the same seconds: a unit that must not count tells it, too. */
    @Test
    void groupsAreMeasuredAsInTheEarlierPart() {
        Map<String, String> asked = Map.of("loomgate.claim", "DEBS-2c", "loomgate.rounds", "2");
        run(asked, this::answers, cell -> UnitRuns.interleaved(1, 2).of(cell).invalid("the generator broke"));
        List<String> pairs = boots.getFirst().stream()
                .flatMap(group -> group.pairs().stream())
                .map(PairedCell::toString)
                .toList();
        assertThat(asBefore).isEmpty();

        run(goingOn(asked), this::answers);

        assertThat(asBefore)
                .containsExactlyInAnyOrderElementsOf(Stream.of(1, 2)
                        .flatMap(round -> pairs.stream().map(pair -> round + " " + pair))
                        .toList());
    }

    @Test
    void whatWasNotFitIsMeasuredAgain() throws IOException {
        Map<String, String> asked = cellByCell("NCI-1,NCI-2");
        run(asked, cell -> cell.workload().name().equals("remote-io") ? disturbed(cell) : answers(cell));
        alone.clear();

        run(goingOn(asked), this::answers);

        assertThat(alone).hasSize(2).allMatch(cell -> cell.workload().name().equals("remote-io"));
    }

    @Test
    void whatWasKeptIsTakenInAlsoWhenTimeIsUp() {
        Map<String, String> asked = Map.of("loomgate.claim", "LUND-1,LUND-2", "loomgate.rounds", "2");
        assertThat(run(asked, this::answers).timeBefore()).isZero();
        events.clear();
        Map<String, String> late = goingOn(asked);
        late.put("loomgate.at-most", "0 s");

        ClaimsRun later = run(late, this::answers);

        assertThat(events).isEmpty();
        assertThat(later.timeBefore())
                .as("a search in 2 rounds, a second each, and 2 pairs of 61.5 s")
                .hasMillis(2 * (1000 + 2 * 61_500));
        assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain("time is up");
    }

    /** The server of the cell dies, and those of the pair were not fit: only of these more rounds may tell more. */
    @Test
    void whatIsOpenIsMeasuredAgain() {
        run(
                Map.of("loomgate.claim", "LUND-1,LUND-2", "loomgate.rounds", "3"),
                cell -> CellRuns.without(cell, Optional.of("out of memory"), List.of(), List.of()),
                cell -> UnitRuns.interleaved(1, 2).of(cell).invalid("the generator broke"));

        assertThat(events)
                .containsExactly(
                        "1: io of platform-unlimited, virtual, webflux",
                        "platform-100 search-claims",
                        "2: io of platform-unlimited, virtual, webflux",
                        "3: io of platform-unlimited, virtual, webflux");
    }

    /** Wherever it was ended: what was not whole is measured again, and nothing else. */
    @Test
    void aRunThatGoesOnMeasuresWhatAWholeOneDoes() {
        Map<String, String> asked = Map.of("loomgate.claim", "LUND-1,LUND-2,LUND-11,DEBS-2c", "loomgate.rounds", "3");
        Function<PairedCell, UnitRuns> measured = cell -> cell.workload().name().equals("compute")
                ? UnitRuns.interleaved(1, 1).window(1, 1, 1.3).window(2, 1, 0.7).of(cell)
                : UnitRuns.interleaved(1, 2).of(cell);
        run(asked, this::answers, measured);
        List<String> whole = List.copyOf(events);
        assertThat(whole).filteredOn(event -> event.startsWith("3")).isNotEmpty();

        for (int minutes = 1; minutes < whole.size(); minutes++) {
            events.clear();
            Map<String, String> cut = new HashMap<>(asked);
            cut.put("loomgate.at-most", minutes + " min");
            run(cut, this::answers, measured);
            run(goingOn(asked), this::answers, measured);
            assertThat(events).as("cut after %d min", minutes).containsExactlyInAnyOrderElementsOf(whole);
        }
    }

    /** Its pairs took a minute each in the round before, and 76 s are left. */
    @Test
    void noServerIsBootedWhoseMeasurementWouldNotEndInTime() {
        Map<String, String> asked =
                Map.of("loomgate.claim", "LUND-1,LUND-2", "loomgate.rounds", "2", "loomgate.at-most", "200 s");

        run(asked, this::answers);

        assertThat(events)
                .containsExactly(
                        "1: io of platform-unlimited, virtual, webflux",
                        "platform-100 search-claims",
                        "platform-100 search-claims");
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("time is up after 3 min, and more rounds may decide LUND-1;");
    }

    @Test
    void noServerIsBootedWhenTimeIsUpAndWhatIsMissingIsSaid() {
        run(Map.of("loomgate.claim", "LUND-1,LUND-2", "loomgate.at-most", "0 s"), this::answers);

        assertThat(events).isEmpty();
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("time is up after 0 min, and more rounds may decide LUND-1, LUND-2;");
    }

    private ClaimsRun run(Map<String, String> asked, Function<Cell, CellRun> measured) {
        return run(asked, measured, cell -> UnitRuns.interleaved(1, 2).of(cell));
    }

    private ClaimsRun run(
            Map<String, String> asked, Function<Cell, CellRun> measured, Function<PairedCell, UnitRuns> measuredPair) {
        Map<String, String> properties = new HashMap<>(
                Map.of("loomgate.claims", "true", "loomgate.output", output.toString(), "loomgate.runtimes", "jdk25"));
        properties.putAll(asked);
        ClaimPlan claims = PlanReader.readClaims(properties, Set.of(21, 25));
        time = Duration.ZERO;
        Progress progress = new Progress(new PrintStream(said, true, StandardCharsets.UTF_8));
        Fingerprint machine = new Fingerprint(Map.of("kernel", "6.1"), List.of("kernel"), List.of());
        KeptCells kept = KeptCells.of(claims.plan(), properties, machine, RunFolder.begin(output), progress::say);
        ClaimsRun.Trials trials = new ClaimsRun.Trials() {
            @Override
            public void goOn(List<UnitRun> before) {
                before.forEach(unit -> asBefore.add(unit.number() + " " + unit.cell()));
            }

            @Override
            public void alone(Cell cell, CellKeeper keeper) {
                alone.add(cell);
                events.add(cell.variant().name() + " " + cell.load().id());
                CellRun run = measured.apply(cell);
                time = time.plus(run.wallTime());
                keeper.finished(run);
            }

            @Override
            public void groups(List<ArmGroup> groups, List<Claim> open, int round, Consumer<UnitRun> finished) {
                boots.add(groups);
                UnitPlan units = claims.units(open);
                events.add(round + ": "
                        + groups.stream().map(group -> group.workload().name()).collect(Collectors.joining(" "))
                        + " of "
                        + groups.getFirst().arms().stream()
                                .map(arm -> arm.variant().name())
                                .collect(Collectors.joining(", "))
                        + groups.stream()
                                .filter(units::onlyWarms)
                                .map(group -> ", " + group.workload().name() + " only to warm")
                                .collect(Collectors.joining()));
                groups.stream()
                        .filter(group -> !units.onlyWarms(group))
                        .flatMap(group -> group.pairs().stream())
                        .forEach(cell -> {
                            UnitRun unit = measuredPair.apply(cell).run(round);
                            time = time.plus(unit.wallTime());
                            finished.accept(unit);
                        });
            }
        };
        ClaimsRun suite = new ClaimsRun(claims, trials, kept, progress, () -> time);
        suite.run(soFar -> {});
        return suite;
    }

    private Map<String, String> cellByCell(String claims) throws IOException {
        Path file = Files.writeString(files.resolve("claims.yml"), CELL_BY_CELL);
        return Map.of("loomgate.claims.file", file.toString(), "loomgate.claim", claims, "loomgate.rounds", "2");
    }

    private static Map<String, String> goingOn(Map<String, String> asked) {
        Map<String, String> properties = new HashMap<>(asked);
        properties.put("loomgate.continue", "true");
        return properties;
    }

    private static Search search(Cell cell) {
        return (Search) cell.load();
    }

    /** An answer that needs no iterations: the server died, or the search found where it ends. */
    private CellRun answers(Cell cell) {
        return cell.load() instanceof Search
                ? CellRuns.without(
                        cell,
                        Optional.empty(),
                        List.of(),
                        List.of(new CapacityResult(
                                80, OptionalInt.of(88), CapacityResult.End.SERVER, "between 80 and 88 req/s")))
                : CellRuns.without(cell, Optional.of("out of memory"), List.of(), List.of());
    }

    private CellRun disturbed(Cell cell) {
        return CellRuns.without(cell, Optional.empty(), List.of("the generator broke"), List.of());
    }
}
