package dev.loomgate.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.CellRuns;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.ClaimPlan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Search;
import dev.loomgate.report.Progress;
import dev.loomgate.store.KeptCells;
import dev.loomgate.store.RunFolder;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order claims are measured, and what of an earlier run is taken in. */
class ClaimsRunTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<List<Cell>> boots = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path output;

    @Test
    void aThirdTimeACapacityIsLookedForWhenAllElseIsDone() {
        run(Map.of("loomgate.claim", "LUND-4", "loomgate.rounds", "3"), this::answers);

        // Round 1 with its searches; round 2 backwards; round 3 without searches; then round 3 of the searches.
        assertThat(boots.stream().map(ClaimsRunTest::loads))
                .containsExactly(
                        "virtual 30rps search-claims",
                        "webflux 30rps search-claims",
                        "platform-unlimited 30rps search-claims",
                        "platform-unlimited 30rps search-claims",
                        "webflux 30rps search-claims",
                        "virtual 30rps search-claims",
                        "virtual 30rps",
                        "webflux 30rps",
                        "platform-unlimited 30rps",
                        "virtual search-claims",
                        "webflux search-claims",
                        "platform-unlimited search-claims");
    }

    @Test
    void aLaterSearchBeginsWhereTheFirstHasEnded() {
        run(Map.of("loomgate.claim", "LUND-4", "loomgate.rounds", "2"), this::answers);

        assertThat(search(boots.get(0)).before()).isEmpty();
        assertThat(search(boots.get(3)).before())
                .hasValueSatisfying(answer -> assertThat(answer.held()).isEqualTo(80));
    }

    /** Else virtual would have run two workloads more than the others when its turn comes, and be warmer. */
    @Test
    void bothSidesOfAComparisonHaveTheSameBehindThem() {
        run(Map.of("loomgate.claim", "LUND-1,KTH-3,NCI-1,NCI-2", "loomgate.rounds", "2"), this::answers);

        assertThat(boots.stream()
                        .limit(boots.size() / 2)
                        .map(boot -> named(boot, cell -> cell.workload().name())))
                .containsExactlyInAnyOrder(
                        "virtual io",
                        "webflux io",
                        "platform-unlimited io",
                        "virtual aggregate-100",
                        "platform-default aggregate-100",
                        "webflux-tomcat aggregate-100",
                        "virtual primes remote-io",
                        "platform-default primes remote-io");
    }

    @Test
    void bootsThatAreComparedFollowEachOther() {
        run(Map.of("loomgate.claim", "LUND-1,KTH-3,NCI-1", "loomgate.rounds", "2"), this::answers);

        assertThat(boots.stream()
                        .map(boot -> named(boot, cell -> cell.workload().name()))
                        .map(name -> name.substring(name.indexOf(' ') + 1)))
                .containsExactly(
                        "io",
                        "io",
                        "io",
                        "aggregate-100",
                        "aggregate-100",
                        "aggregate-100",
                        "primes",
                        "primes",
                        "primes",
                        "primes",
                        "aggregate-100",
                        "aggregate-100",
                        "aggregate-100",
                        "io",
                        "io",
                        "io");
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
        Map<String, String> asked = Map.of("loomgate.claim", "LUND-1", "loomgate.rounds", "2");
        assertThat(run(asked, this::answers).timeBefore()).isZero();
        boots.clear();
        Map<String, String> late = goingOn(asked);
        late.put("loomgate.at-most", "0 s");

        ClaimsRun later = run(late, this::answers);

        assertThat(boots).isEmpty();
        assertThat(later.timeBefore())
                .as("3 variants in 2 rounds, a second each")
                .hasSeconds(6);
        assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain("is short of");
    }

    @Test
    void noServerIsBootedWhenTimeIsUpAndWhatIsMissingIsSaid() {
        run(Map.of("loomgate.claim", "LUND-1", "loomgate.at-most", "0 s"), this::answers);

        assertThat(boots).isEmpty();
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("round 1 is short of 3 cells");
    }

    private ClaimsRun run(Map<String, String> asked, Function<Cell, CellRun> measured) {
        Map<String, String> properties = new HashMap<>(
                Map.of("loomgate.claims", "true", "loomgate.output", output.toString(), "loomgate.runtimes", "jdk25"));
        properties.putAll(asked);
        ClaimPlan claims = PlanReader.readClaims(properties, Set.of(25));
        Progress progress = new Progress(new PrintStream(said, true, StandardCharsets.UTF_8));
        Fingerprint machine = new Fingerprint(Map.of("kernel", "6.1"), List.of("kernel"), List.of());
        KeptCells kept =
                KeptCells.of(claims.plan(), Set.of(), properties, machine, RunFolder.begin(output), progress::say);
        ClaimsRun.Trials trials = (boot, finished) -> {
            boots.add(boot);
            boot.forEach(cell -> finished.accept(measured.apply(cell)));
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
