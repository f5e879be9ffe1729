package dev.loomgate.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.CellRuns;
import dev.loomgate.experiment.UnitRun;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Search;
import dev.loomgate.report.Progress;
import dev.loomgate.store.KeptCells;
import dev.loomgate.store.RunFolder;
import dev.loomgate.summary.UnitRuns;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order claims are measured, and what of an earlier run is taken in. */
class ClaimsRunTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<List<Cell>> boots = new ArrayList<>();
    private final List<List<PairedCell>> pairs = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path output;

    /** Of the servers that an undecided claim looks at all is measured again: what ran before is part of it. */
    @Test
    void afterThreeRoundsOnlyWhatIsUndecidedIsMeasured() {
        Map<String, String> asked = Map.of("loomgate.claim", "LUND-11,LUND-12", "loomgate.rounds", "4");

        run(
                asked,
                this::answers,
                cell -> cell.workload().name().equals("compute")
                        ? UnitRuns.interleaved(1, 2).of(cell).invalid("the generator broke")
                        : UnitRuns.interleaved(1, 2).of(cell));

        assertThat(events.subList(0, 9)).noneMatch(event -> event.startsWith("4"));
        assertThat(events.subList(9, events.size()))
                .containsExactlyInAnyOrder("4: virtual vs webflux", "4: platform-unlimited vs virtual");
        assertThat(pairs.subList(9, pairs.size()))
                .flatExtracting(pair -> pair)
                .extracting(cell -> cell.workload().name())
                .containsExactlyInAnyOrder("compute", "io", "compute");
    }

    @Test
    void aLaterSearchBeginsWhereTheFirstHasEnded() {
        run(Map.of("loomgate.claim", "LUND-2", "loomgate.rounds", "2"), this::answers);

        assertThat(search(boots.get(0)).before()).isEmpty();
        assertThat(search(boots.get(1)).before())
                .hasValueSatisfying(answer -> assertThat(answer.held()).isEqualTo(80));
    }

    /** Else virtual would have run two workloads more than the others when its turn comes, and be warmer. */
    @Test
    void bothSidesOfAComparisonHaveTheSameBehindThem() {
        run(Map.of("loomgate.claim", "NCI-1,NCI-2,JEP-491", "loomgate.rounds", "2"), this::answers);

        assertThat(boots.stream()
                        .limit(boots.size() / 2)
                        .map(boot -> named(boot, cell -> cell.workload().name())))
                .containsExactlyInAnyOrder(
                        "virtual pinned",
                        "platform-unlimited pinned",
                        "virtual primes remote-io",
                        "platform-default primes remote-io");
    }

    @Test
    void bootsThatAreComparedFollowEachOther() {
        run(Map.of("loomgate.claim", "NCI-1,JEP-491", "loomgate.rounds", "2"), this::answers);

        assertThat(boots.stream()
                        .map(boot -> named(boot, cell -> cell.workload().name()))
                        .map(name -> name.substring(name.indexOf(' ') + 1)))
                .containsExactly("primes", "primes", "pinned", "pinned", "pinned", "pinned", "primes", "primes");
    }

    /** All workloads of two variants are measured on one pair of servers. */
    @Test
    void aPairIsBootedOnceARound() {
        run(Map.of("loomgate.claim", "LUND-1,LUND-5,LUND-10", "loomgate.rounds", "2"), this::answers);

        assertThat(pairs.stream()
                        .map(pair -> pair.getFirst().variant() + ": "
                                + pair.stream()
                                        .map(cell -> cell.workload().name())
                                        .collect(Collectors.joining(" "))))
                .containsExactly(
                        "virtual vs webflux: io mixed",
                        "platform-unlimited vs webflux: io mixed",
                        "platform-unlimited vs virtual: mixed io",
                        "platform-unlimited vs virtual: mixed io",
                        "platform-unlimited vs webflux: io mixed",
                        "virtual vs webflux: io mixed");
    }

    @Test
    void ofAPairThatWasCutOffNothingIsTakenIn() {
        Map<String, String> asked = Map.of("loomgate.claim", "LUND-1,LUND-5", "loomgate.rounds", "2");
        run(asked, this::answers, cell -> UnitRuns.interleaved(1, 2).of(cell).invalid("the generator broke"));
        assertThat(pairs).hasSize(6);
        pairs.clear();

        run(goingOn(asked), this::answers);
        assertThat(pairs).as("all were unfit").hasSize(6);
        pairs.clear();

        run(goingOn(asked), this::answers);
        assertThat(pairs).isEmpty();
    }

    /**
     * Heap on a fresh server is another than behind an hour of requests: a cell that was second on its boot must be
     * second again.
     */
    @Test
    void ofABootThatWasCutOffNothingIsTakenIn() {
        Map<String, String> asked = Map.of("loomgate.claim", "NCI-1,NCI-3", "loomgate.rounds", "2");
        run(asked, cell -> cell.workload().name().equals("remote-io") ? disturbed(cell) : answers(cell));
        boots.clear();

        run(goingOn(asked), this::answers);

        assertThat(boots).hasSize(4).allSatisfy(boot -> assertThat(boot).hasSize(2));
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("of the 2 cells on one boot of virtual 1 were kept");
    }

    @Test
    void whatWasKeptIsTakenInAlsoWhenTimeIsUp() {
        Map<String, String> asked = Map.of("loomgate.claim", "LUND-1,JEP-491", "loomgate.rounds", "2");
        assertThat(run(asked, this::answers).timeBefore()).isZero();
        events.clear();
        Map<String, String> late = goingOn(asked);
        late.put("loomgate.at-most", "0 s");

        ClaimsRun later = run(late, this::answers);

        assertThat(events).isEmpty();
        assertThat(later.timeBefore())
                .as("2 variants in 2 rounds, a second each, and 2 pairs of 61.5 s")
                .hasMillis(2 * 2 * (1000 + 61_500));
        assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain("is short of");
    }

    @Test
    void noServerIsBootedWhenTimeIsUpAndWhatIsMissingIsSaid() {
        run(Map.of("loomgate.claim", "LUND-1,JEP-491", "loomgate.at-most", "0 s"), this::answers);

        assertThat(events).isEmpty();
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("round 1 is short of 4 measurements");
    }

    private ClaimsRun run(Map<String, String> asked, Function<Cell, CellRun> measured) {
        return run(asked, measured, cell -> UnitRuns.interleaved(1, 2).of(cell));
    }

    private ClaimsRun run(
            Map<String, String> asked, Function<Cell, CellRun> measured, Function<PairedCell, UnitRuns> measuredPair) {
        Map<String, String> properties = new HashMap<>(
                Map.of("loomgate.claims", "true", "loomgate.output", output.toString(), "loomgate.runtimes", "jdk25"));
        properties.putAll(asked);
        ClaimPlan claims = PlanReader.readClaims(properties, Set.of(25));
        Progress progress = new Progress(new PrintStream(said, true, StandardCharsets.UTF_8));
        Fingerprint machine = new Fingerprint(Map.of("kernel", "6.1"), List.of("kernel"), List.of());
        KeptCells kept =
                KeptCells.of(claims.plan(), Set.of(), properties, machine, RunFolder.begin(output), progress::say);
        ClaimsRun.Trials trials = new ClaimsRun.Trials() {
            @Override
            public void boot(List<Cell> cells, Consumer<CellRun> finished) {
                boots.add(cells);
                events.add(loads(cells));
                cells.forEach(cell -> finished.accept(measured.apply(cell)));
            }

            @Override
            public void pair(List<PairedCell> cells, int round, Consumer<UnitRun> finished) {
                pairs.add(cells);
                events.add(round + ": " + cells.getFirst().variant());
                cells.forEach(cell -> finished.accept(measuredPair.apply(cell).run(round)));
            }
        };
        ClaimsRun suite = new ClaimsRun(claims, trials, kept, progress);
        suite.run(soFar -> {});
        return suite;
    }

    private static Map<String, String> goingOn(Map<String, String> asked) {
        Map<String, String> properties = new HashMap<>(asked);
        properties.put("loomgate.continue", "true");
        return properties;
    }

    private static String loads(List<Cell> boot) {
        return named(boot, cell -> cell.load().id());
    }

    private static String named(List<Cell> boot, Function<Cell, String> by) {
        return boot.getFirst().variant().name() + " " + boot.stream().map(by).collect(Collectors.joining(" "));
    }

    private static Search search(List<Cell> boot) {
        return boot.stream()
                .filter(cell -> cell.load() instanceof Search)
                .map(cell -> (Search) cell.load())
                .findFirst()
                .orElseThrow();
    }

    /** An answer that needs no iterations: the server died, or the search found where it ends. */
    private CellRun answers(Cell cell) {
        List<CapacityResult> ends = cell.load() instanceof Search
                ? List.of(new CapacityResult(
                        80, OptionalInt.of(88), CapacityResult.End.SERVER, "between 80 and 88 req/s"))
                : List.of();
        return CellRuns.without(cell, Optional.of("out of memory"), List.of(), ends);
    }

    private CellRun disturbed(Cell cell) {
        return CellRuns.without(cell, Optional.empty(), List.of("the generator broke"), List.of());
    }
}
