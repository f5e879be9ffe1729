package dev.loomgate.experiment;

import static dev.loomgate.experiment.ScriptedPlans.CYCLE;
import static dev.loomgate.experiment.ScriptedPlans.PAUSE;
import static dev.loomgate.experiment.ScriptedPlans.REST;
import static dev.loomgate.experiment.ScriptedPlans.cell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.load.Arrivals;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.server.ServerStartException;
import dev.loomgate.server.ServerStartException.Origin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cells at one rate: what is done in which order, what is measured again, and what becomes of servers and generators
 * that end.
 */
@Timeout(30)
class EngineCellsTest {
    private static final Cell FIRST = cell("first", 100);
    private static final Cell SECOND = cell("second", 50);

    @TempDir
    private Path output;

    private final ScriptedWorld world = new ScriptedWorld();
    private final List<CellRun> finished = new ArrayList<>();

    @Test
    void goesThroughAllPhasesInOrder() {
        run(FIRST);

        assertThat(world.events)
                .containsExactly(
                        "boot a",
                        "check a",
                        "begin",
                        "unpin a",
                        "warm-up a",
                        "warm-up a",
                        "collect a",
                        "pin a",
                        "open a",
                        "drive a",
                        "close a",
                        "collect a",
                        "open a",
                        "drive a",
                        "close a",
                        "collect a",
                        "end",
                        "audit a",
                        "stop a");
        assertThat(only().failure()).isEmpty();
        assertThat(only().invalid()).isEmpty();
        assertThat(only().iterations()).hasSize(2).allMatch(Iteration::valid);
        assertThat(only().loadTime())
                .isBetween(CYCLE.multipliedBy(2), CYCLE.multipliedBy(2).plusSeconds(5));
    }

    /** Boot, two cycles with a pause between them, and two iterations with a rest before each. */
    @Test
    void takesTheTimeOfItsProtocol() {
        run(FIRST);

        Duration protocol =
                CYCLE.multipliedBy(2).plus(PAUSE).plus(REST.multipliedBy(2)).plus(Duration.ofSeconds(4));
        assertThat(only().wallTime()).isEqualTo(protocol);
    }

    /** The pause between the two cycles, and the rest before each of the two iterations. */
    @Test
    void restsForTenSecondsAtMostWhereTheJitIsNeverIdle() {
        world.everyServer(server -> {
            for (int look = 0; look < 400; look++) {
                server.jitCpu.add(Optional.of(Duration.ofMillis(100L * look)));
            }
        });

        run(FIRST);

        assertThat(only().wallTime())
                .isEqualTo(CYCLE.multipliedBy(2).plusSeconds(3 * 10).plusSeconds(4));
    }

    @Test
    void cellsOfOneBootShareAServerThatIsPinnedForEach() {
        run(FIRST, SECOND);

        assertThat(world.booted).hasSize(1);
        assertThat(finished).extracting(CellRun::cell).containsExactly(FIRST, SECOND);
        assertThat(world.load.rates).containsExactly(100, 100, 50, 50);
        assertThat(Collections.frequency(world.events, "pin a")).isEqualTo(2);
        assertThat(Collections.frequency(world.events, "unpin a")).isEqualTo(2);
    }

    /** Floor 2, cap 4; a cycle of 4 s is quiet when less than 0.4 s of it were compiled. */
    @ParameterizedTest
    @CsvSource({"0 0 0 0, 2", "3 0 0 0, 2", "3 3 0 0, 3", "3 3 3 0, 4", "3 3 3 3, 4"})
    void warmsUpUntilTheJitIsQuietFromTheFloorToTheCap(String compiledSeconds, int cycles) {
        world.everyServer(server -> {
            for (String seconds : compiledSeconds.split(" ", -1)) {
                server.compiles.add(Duration.ofSeconds(Long.parseLong(seconds)));
            }
        });

        run(FIRST);

        assertThat(Collections.frequency(world.events, "warm-up a")).isEqualTo(cycles);
        assertThat(only().iterations()).hasSize(2);
        assertThat(only().notes().toString().contains("cap of 4 cycles")).isEqualTo(compiledSeconds.endsWith("3"));
    }

    /** Two cycles. */
    @Test
    void whatFailedInTheWarmUpIsNoted() {
        world.everyServer(server -> server.failsInWarmUp = 3);

        run(FIRST);

        assertThat(only().notes()).contains("6 requests of the warm-up failed; the warm-up is not judged");
    }

    /**
     * An iteration with more than 5 % of stolen time is invalid; one may be measured again, and the next waits for the
     * CPUs.
     */
    @ParameterizedTest
    @CsvSource({"0 0, 2, 2", "9 0 0, 3, 2", "0 9 0, 3, 2", "9 9 0, 2, 0", "0 9 9 0, 3, 1"})
    void measuresAnInvalidIterationAgainAsOftenAsTheGuardsAllow(String stolen, int iterations, int valid) {
        world.everyServer(server -> server.steal = percents(stolen));

        run(FIRST);

        assertThat(only().iterations()).hasSize(iterations);
        assertThat(only().validIterations()).hasSize(valid);
        assertThat(only().failure()).isEmpty();
        assertThat(Invalidity.isDisturbance(only().iterations().stream()
                        .flatMap(each -> each.invalid().stream())
                        .toList()))
                .isEqualTo(iterations > valid);
    }

    /**
     * An iteration whose JIT used more than 10 % of the CPUs has warmed the server, four times at most; where something
     * else is wrong with it, too, it is a try as any other, of which there is one.
     */
    @ParameterizedTest
    @CsvSource({
        "20 0 0, 0 0 0, 3, 2",
        "20 20 20 20 0 0, 0 0 0 0 0 0, 6, 2",
        "0 20 20 20 20 20, 0 0 0 0 0 0, 6, 1",
        "20 20 0 0, 9 0 0 0, 4, 2",
        "20 20, 9 9, 2, 0"
    })
    void anIterationThatOnlyItsJitMakesInvalidIsNoTry(String jit, String stolen, int iterations, int valid) {
        world.everyServer(server -> {
            server.jit = percents(jit);
            server.steal = percents(stolen);
        });

        run(FIRST);

        assertThat(only().iterations()).hasSize(iterations);
        assertThat(only().validIterations()).hasSize(valid);
    }

    @Test
    void waitsForTheHypervisorAfterAStolenIterationOnly() {
        world.everyServer(server -> server.steal = percents("0 9 0"));

        run(FIRST);

        assertThat(world.events.subList(world.events.indexOf("await calm") - 2, world.events.size()))
                .startsWith("close a", "collect a", "await calm", "open a", "drive a");
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "2, 3", "3, 3"})
    void measuresOnWhileALimitIsOpenUpToTheMaximum(int openUntil, int iterations) {
        run(run -> run.iterations().size() <= openUntil, FIRST);

        assertThat(only().iterations()).hasSize(iterations);
    }

    @Test
    void theLiveHeapIsThatBehindTheIteration() {
        run(FIRST);

        assertThat(only().iterations())
                .allSatisfy(iteration -> assertThat(iteration.readings().get(Metric.LIVE_HEAP))
                        .isEqualTo(new Reading.Measured(Metric.LIVE_HEAP, 20)));
    }

    @Test
    void recordsInAPhaseOfItsOwnBehindTheOthers() {
        Plan plan = ScriptedPlans.explaining(output, List.of(FIRST));

        run(plan, run -> false, List.of(FIRST));

        assertThat(world.events.subList(world.events.lastIndexOf("record a"), world.events.size()))
                .containsExactly(
                        "record a", "open a", "drive a scattered", "close a", "recorded a", "end", "audit a", "stop a");
        assertThat(only().iterations()).hasSize(2);
        assertThat(only().explanation()).isPresent();
    }

    @Test
    void usersOfTheClosedModelAreOrdered() {
        run(cell("first", new LoadProfile.Closed(7)));

        assertThat(world.load.orders.getFirst().arrivals()).isEqualTo(new Arrivals.Closed(7));
        assertThat(world.load.orders.getFirst().warmUpUsers())
                .as("as many warm it")
                .isEqualTo(7);
        assertThat(only().iterations()).hasSize(2);
    }

    // What ends early

    @ParameterizedTest
    @CsvSource({"SERVER, true", "ENVIRONMENT, false", "PORT, false"})
    void aServerThatDoesNotBootEndsAllItsCells(Origin origin, boolean failed) {
        world.nextBoot(() -> {
            throw new ServerStartException(origin, "it did not start");
        });

        run(FIRST, SECOND);

        assertThat(finished).extracting(CellRun::cell).containsExactly(FIRST, SECOND);
        assertThat(finished).allSatisfy(run -> {
            assertThat(run.failure().isPresent()).isEqualTo(failed);
            assertThat(run.invalid().isEmpty()).isEqualTo(failed);
        });
        assertThat(world.events).doesNotContain("begin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"check a", "warm-up a", "collect a", "drive a", "close a", "end", "audit a"})
    void aServerThatDiesFailsItsCellOnceAndTheNextHasAFreshOne(String moment) {
        world.when(moment, () -> world.booted.getFirst().dies(137));

        run(FIRST, SECOND);

        assertThat(finished).extracting(CellRun::cell).containsExactly(FIRST, SECOND);
        assertThat(finished.getFirst().failure())
                .hasValueSatisfying(story -> assertThat(story).contains("the server died", "SIGKILL", "out of luck"));
        assertThat(finished.getFirst().invalid()).isEmpty();
        assertThat(finished.getLast().failure()).isEmpty();
        assertThat(finished.getLast().iterations()).hasSize(2);
        assertThat(world.booted).hasSize(2);
        assertThat(Collections.frequency(world.events, "stop a")).isEqualTo(2);
    }

    /** That a server dies by itself is a result, though nothing was asked of it. */
    @Test
    void aServerThatDiesBeforeItIsAskedFailsItsCell() {
        world.nextBoot(() -> world.server("a").dead(7));

        run(FIRST, SECOND);

        assertThat(finished).extracting(CellRun::cell).containsExactly(FIRST, SECOND);
        assertThat(finished.getFirst().failure())
                .hasValueSatisfying(story -> assertThat(story)
                        .contains(
                                "while nothing was measured on it, the server died",
                                "exit code 7",
                                "java -jar run.jar",
                                "out of luck"));
        assertThat(finished.getLast().failure()).isEmpty();
        assertThat(finished.getLast().iterations()).hasSize(2);
        assertThat(world.booted).hasSize(2);
    }

    /** The first cell ended well, and the second has not begun. */
    @Test
    void aServerThatDiesBetweenTwoCellsFailsTheNext() {
        run(run -> false, List.of(FIRST, SECOND), () -> world.booted.getFirst().dies(7));

        assertThat(finished.getFirst().failure()).isEmpty();
        assertThat(finished.getLast().failure())
                .hasValueSatisfying(story -> assertThat(story).contains("while nothing was measured on it"));
        assertThat(world.booted).hasSize(1);
    }

    @Test
    void aServerThatSomebodyElseEndsBeforeItIsAskedIsBootedOnceMore() {
        world.nextBoot(() -> world.server("a").dead(129));

        run(FIRST, SECOND);

        assertThat(finished)
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.iterations()).hasSize(2));
        assertThat(world.booted).hasSize(2);
    }

    @Test
    void whichHappensTwiceInARowOnly() {
        world.nextBoot(() -> world.server("a").dead(129));
        world.nextBoot(() -> world.server("a").dead(129));

        run(FIRST, SECOND);

        assertThat(world.booted).hasSize(2);
        assertThat(finished).hasSize(2).allSatisfy(run -> {
            assertThat(run.failure()).isEmpty();
            assertThat(Invalidity.isDisturbance(run.invalid())).isTrue();
            assertThat(run.invalid().toString())
                    .contains("2 servers in a row", "exit code 129", "java -jar run.jar", "out of luck");
        });
    }

    @Test
    void theIterationInWhichAServerDiesIsInvalid() {
        world.when("drive a", () -> world.booted.getFirst().dies(137));

        run(FIRST);

        assertThat(only().iterations())
                .singleElement()
                .satisfies(
                        iteration -> assertThat(iteration.invalid().toString()).contains("died during this iteration"));
    }

    /** A hang-up or a TERM is somebody's wish. */
    @ParameterizedTest
    @ValueSource(strings = {"warm-up a", "drive a"})
    void aServerThatSomebodyElseEndsIsInvalid(String moment) {
        world.when(moment, () -> world.booted.getFirst().dies(143));

        run(FIRST, SECOND);

        assertThat(finished.getFirst().failure()).isEmpty();
        assertThat(Invalidity.isDisturbance(finished.getFirst().invalid())).isTrue();
        assertThat(finished.getFirst().iterations()).isEmpty();
        assertThat(finished.getLast().iterations()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"begin", "warm-up a", "drive a", "end"})
    void aGeneratorThatBreaksMakesItsCellInvalidAndTheOthersGoOn(String moment) {
        world.when(moment, ScriptedLoad.BREAKS);

        run(FIRST, SECOND);

        assertThat(finished.getFirst().invalid())
                .singleElement()
                .satisfies(reason -> assertThat(reason.kind()).isEqualTo(Invalidity.Kind.INSTRUMENT));
        assertThat(finished.getFirst().failure()).isEmpty();
        assertThat(finished.getLast().iterations()).hasSize(2).allMatch(Iteration::valid);
        assertThat(world.booted).hasSize(1);
    }

    @Test
    void nothingIsDrivenWhereTheFirstAnswerIsWrong() {
        world.checks.wrongAnswer = Optional.of("before any load, it answered 'no'");

        run(FIRST);

        assertThat(world.events).containsExactly("boot a", "check a", "stop a");
        assertThat(only().failure()).contains("before any load, it answered 'no'");
    }

    @Test
    void nothingIsDrivenWhereTheServerIsNotWhatWasPlanned() {
        world.checks.wrongBefore = List.of(Invalidity.configuration("gc is G1, planned is Serial"));

        run(FIRST);

        assertThat(world.events).containsExactly("boot a", "check a", "stop a");
        assertThat(only().invalid().toString()).contains("gc is G1");
    }

    @Test
    void whatChangedMeanwhileMakesTheCellInvalid() {
        world.checks.changedAfterwards = List.of("threads was 10, is 20");

        run(FIRST);

        assertThat(only().invalid()).extracting(Invalidity::kind).containsExactly(Invalidity.Kind.CONFIGURATION);
    }

    @Test
    void aServiceBehindTheServersThatEndedMakesTheCellInvalid() {
        world.checks.troubles = List.of("the database has ended");

        run(FIRST);

        assertThat(only().invalid().toString()).contains("the database has ended");
    }

    /** Whatever else went wrong: a server has no reason to die. */
    @Test
    void aServerThatDiesWithAServiceBehindItHasFailed() {
        world.checks.troubles = List.of("the database has ended");
        world.when("drive a", () -> world.booted.getFirst().dies(137));

        run(FIRST);

        assertThat(only().failure())
                .hasValueSatisfying(story -> assertThat(story).contains("the server died"));
    }

    @Test
    void aServerThatCannotBePinnedIsNotMeasured() {
        world.everyServer(server -> server.pinTrouble = Optional.of("taskset refused"));

        run(FIRST);

        assertThat(world.events).doesNotContain("drive a").contains("end");
        assertThat(only().invalid().toString()).contains("taskset refused");
        assertThat(only().iterations()).isEmpty();
    }

    private CellRun only() {
        assertThat(finished).hasSize(1);
        return finished.getFirst();
    }

    private void run(Cell... cells) {
        run(run -> false, cells);
    }

    private void run(Predicate<CellRun> undecided, Cell... cells) {
        run(plan(cells), undecided, List.of(cells));
    }

    /** @param afterEach done once the result of a cell is there */
    private void run(Predicate<CellRun> undecided, List<Cell> cells, Runnable afterEach) {
        world.engine()
                .cells(
                        ScriptedPlans.plan(output, cells),
                        world::launch,
                        cells,
                        new FoundRates(),
                        CellKeeper.of(undecided, run -> {
                            finished.add(run);
                            afterEach.run();
                        }));
    }

    private Plan plan(Cell... cells) {
        return ScriptedPlans.plan(output, List.of(cells));
    }

    private void run(Plan plan, Predicate<CellRun> undecided, List<Cell> cells) {
        world.engine().cells(plan, world::launch, cells, new FoundRates(), CellKeeper.of(undecided, finished::add));
    }

    private static ArrayDeque<Double> percents(String text) {
        ArrayDeque<Double> all = new ArrayDeque<>();
        for (String each : text.split(" ", -1)) {
            all.add(Double.valueOf(each));
        }
        return all;
    }
}
