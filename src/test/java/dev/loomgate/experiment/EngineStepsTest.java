package dev.loomgate.experiment;

import static dev.loomgate.experiment.ScriptedPlans.cell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.experiment.CapacityResult.End;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Ramp;
import dev.loomgate.plan.Search;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ramps and searches: which rates are driven, on how many servers, and where they end. */
@Timeout(60)
class EngineStepsTest {
    private static final Duration LENGTH = Duration.ofSeconds(2);

    @TempDir
    private Path output;

    private final ScriptedWorld world = new ScriptedWorld();
    private final List<CellRun> finished = new ArrayList<>();

    @Test
    void aRampGoesUpUntilItsStepsFail() {
        world.everyServer(server -> server.capacity = 250);

        run(cell("io", ramp(100, 100, 900, 2, 1)));

        assertThat(world.load.rates).containsExactly(100, 200, 300, 400);
        assertThat(only().sustained())
                .singleElement()
                .satisfies(end -> assertThat(end.held()).isEqualTo(200))
                .satisfies(end -> assertThat(end.failed()).hasValue(300))
                .satisfies(end -> assertThat(end.end()).isEqualTo(End.SERVER));
        assertThat(world.booted).hasSize(1);
    }

    @Test
    void whatARampDropsOfItsStepsIsOrdered() {
        Ramp dropping = new Ramp(
                "r",
                100,
                100,
                200,
                LENGTH,
                Duration.ofMillis(500),
                Duration.ZERO,
                3,
                0.2,
                1,
                Ramp.Aggregate.MEAN,
                new Ramp.Conditions(0.95, 0.8, 0.5, 0.5));

        run(cell("io", dropping));

        assertThat(world.load.orders.getFirst().droppedMillis()).isEqualTo(500);
    }

    /** Collects and rests before each step, and asks whether a server that could not follow has recovered. */
    @Test
    void preparesEachStepAlike() {
        world.everyServer(server -> server.capacity = 150);

        run(cell("io", ramp(100, 100, 900, 2, 1)));

        assertThat(world.events)
                .containsSubsequence(
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
                        "recover a",
                        "collect a",
                        "open a",
                        "drive a",
                        "close a",
                        "end",
                        "audit a",
                        "stop a");
        assertThat(Collections.frequency(world.events, "recover a")).isEqualTo(1);
        assertThat(Collections.frequency(world.events, "pin a")).isEqualTo(1);
    }

    @Test
    void aRampIsRepeatedOnTheSameServer() {
        world.everyServer(server -> server.capacity = 150);

        run(cell("io", ramp(100, 100, 300, 1, 3)));

        assertThat(world.load.rates).containsExactly(100, 200, 100, 200, 100, 200);
        assertThat(only().sustained()).hasSize(3);
        assertThat(only().iterations().stream()
                        .map(each -> each.step().orElseThrow().repetition()))
                .containsExactly(1, 1, 2, 2, 3, 3);
        assertThat(world.booted).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 99, 100, 101, 640, 777, 1999, 5000})
    void aSearchFindsWhatTheServerCanDo(int capacity) {
        world.everyServer(server -> server.capacity = capacity);

        run(cell("io", search(100, 8000, Duration.ofHours(1))));

        CapacityResult end = only().sustained().getFirst();
        assertThat(end.end()).isEqualTo(End.SERVER);
        assertThat(end.held()).isLessThanOrEqualTo(capacity);
        assertThat(end.failed().orElseThrow()).isGreaterThan(capacity);
        assertThat(end.failed().getAsInt() - end.held())
                .isLessThanOrEqualTo((int) Math.max(1, 0.05 * end.failed().getAsInt()));
    }

    /**
     * Gatling has to know the users of a simulation before it starts: a rate that was not foreseen needs another one.
     */
    @Test
    void aSearchMayNeedSeveralSimulationsOnOneWarmServer() {
        world.everyServer(server -> server.capacity = 777);

        run(cell("io", search(1, 8000, Duration.ofHours(1))));

        assertThat(world.load.orders).hasSizeGreaterThan(1);
        assertThat(Collections.frequency(world.events, "warm-up a")).isEqualTo(2);
        assertThat(Collections.frequency(world.events, "pin a")).isEqualTo(1);
        assertThat(world.booted).hasSize(1);
    }

    @Test
    void aSearchThatReachesItsCeilingSaysSo() {
        run(cell("io", search(100, 800, Duration.ofHours(1))));

        assertThat(only().sustained().getFirst().end()).isEqualTo(End.CEILING);
        assertThat(only().sustained().getFirst().held()).isEqualTo(800);
    }

    @Test
    void aSearchStopsWhenItsTimeIsUp() {
        world.everyServer(server -> server.capacity = 4000);

        run(cell("io", search(1, 8000, Duration.ofSeconds(20))));

        assertThat(only().sustained().getFirst().ending()).contains("stopped after");
        assertThat(only().wallTime()).isLessThan(Duration.ofSeconds(40));
    }

    /** A server that breaks above its capacity costs a boot each time, and the answer is the same. */
    @Test
    void aServerThatBreaksIsReplacedAndTheSearchGoesOn() {
        world.everyServer(server -> server.capacity = 300);
        breaksAbove(300);

        run(cell("io", search(100, 8000, Duration.ofHours(1))));

        CapacityResult end = only().sustained().getFirst();
        assertThat(end.end()).isEqualTo(End.SERVER);
        assertThat(end.held()).isBetween(280, 300);
        assertThat(world.booted).hasSizeGreaterThan(1);
        assertThat(only().failure()).isEmpty();
        assertThat(only().notes().toString()).contains("the server died", "more of its servers died");
        assertThat(finished).hasSize(1);
    }

    @Test
    void aServerThatDoesNotRecoverIsReplacedToo() {
        world.everyServer(server -> server.capacity = 150);
        world.checks.recovers = false;

        run(cell("io", ramp(100, 100, 900, 2, 1)));

        assertThat(world.load.rates).containsExactly(100, 200, 300);
        assertThat(world.booted).hasSize(2);
    }

    @Test
    void serversThatAllBreakAreAResult() {
        world.everyServer(server -> server.capacity = 0);
        breaksAbove(0);

        run(cell("io", search(4000, 8000, Duration.ofHours(1))));

        CapacityResult end = only().sustained().getFirst();
        assertThat(end.end()).isEqualTo(End.SERVER);
        assertThat(end.held()).isZero();
        assertThat(end.failed()).hasValue(4000 >> 7);
        assertThat(end.ending())
                .isEqualTo("stopped after 8 servers in a row broke before they held a rate: it held nothing and failed "
                        + (4000 >> 7));
        assertThat(only().failure())
                .as("red, whether or not a limit asks for its capacity")
                .hasValue(end.ending());
        assertThat(world.booted).hasSizeLessThan(12);
    }

    /**
     * A disturbed step that failed is repeated; one that held counts, because disturbance only makes a server slower.
     */
    @Test
    void aDisturbedStepThatFailedIsRepeated() {
        world.everyServer(server -> {
            server.capacity = 150;
            server.steal = new ArrayDeque<>(List.of(9.0, 9.0, 0.0));
        });

        run(cell("io", ramp(100, 100, 900, 1, 1)));

        assertThat(world.load.rates).containsExactly(100, 200, 200);
        assertThat(only().sustained().getFirst().end()).isEqualTo(End.SERVER);
    }

    @Test
    void aRampThatIsAlwaysDisturbedIsNotKnown() {
        world.everyServer(server -> {
            server.capacity = 150;
            server.steal = new ArrayDeque<>(Collections.nCopies(9, 9.0));
        });

        run(cell("io", ramp(100, 100, 900, 1, 1)));

        assertThat(world.load.rates).containsExactly(100, 200, 200);
        assertThat(only().sustained().getFirst().end()).isEqualTo(End.DISTURBED);
    }

    @Test
    void aServerThatSomebodyElseEndsMakesTheCellInvalid() {
        world.when("drive a", () -> world.booted.getFirst().dies(129));

        run(cell("io", ramp(100, 100, 900, 2, 1)));

        assertThat(Invalidity.isDisturbance(only().invalid())).isTrue();
        assertThat(only().iterations()).isEmpty();
    }

    @Test
    void aShareOfACapacityIsMeasuredAtWhatTheSearchHasFound() {
        world.everyServer(server -> server.capacity = 400);
        Cell search = cell("io", search(100, 8000, Duration.ofHours(1)));
        Cell share = cell("io", new LoadProfile.Share(70, "s"));

        run(search, share);

        int held = finished.getFirst().sustained().getFirst().held();
        assertThat(world.load.rates.getLast()).isEqualTo((int) Math.round(held * 0.7));
        assertThat(finished.getLast().iterations()).hasSize(2).allMatch(Iteration::valid);
        assertThat(finished.getLast().notes().toString()).contains("70 % of the " + held);
    }

    @Test
    void aShareWithoutASearchIsInvalid() {
        run(cell("io", new LoadProfile.Share(70, "s")));

        assertThat(only().invalid()).isNotEmpty();
        assertThat(world.events).doesNotContain("begin");
    }

    private void breaksAbove(int rate) {
        for (int step = 0; step < 200; step++) {
            world.when("drive a", () -> {
                if (world.load.rates.getLast() > rate) {
                    world.booted.getLast().dies(3);
                }
            });
        }
    }

    private CellRun only() {
        assertThat(finished).hasSize(1);
        return finished.getFirst();
    }

    private void run(Cell... cells) {
        Plan plan = ScriptedPlans.plan(output, List.of(cells));
        world.engine()
                .cells(
                        plan,
                        world::launch,
                        List.of(cells),
                        new FoundRates(),
                        CellKeeper.of(run -> false, finished::add));
    }

    private static Ramp ramp(int start, int step, int ceiling, int failed, int repetitions) {
        return new Ramp(
                "r",
                start,
                step,
                ceiling,
                LENGTH,
                Duration.ZERO,
                Duration.ofSeconds(1),
                failed,
                0.2,
                repetitions,
                Ramp.Aggregate.MEAN,
                new Ramp.Conditions(0.95, 0.8, 0.5, 0.5));
    }

    private static Search search(int start, int ceiling, Duration atMost) {
        return new Search(
                "s",
                start,
                ceiling,
                LENGTH,
                Duration.ofSeconds(1),
                atMost,
                0.05,
                2,
                new Search.ServiceLevel(0, Optional.empty(), 0.95),
                Optional.empty());
    }

    /** The lowest rate above the one that was held is what the report calls its end. */
    @Test
    void namesWhatFailedAboveWhatHeld() {
        world.everyServer(server -> server.capacity = 250);

        run(cell("io", ramp(100, 100, 900, 1, 1)));

        assertThat(only().sustained().getFirst().failed()).isEqualTo(OptionalInt.of(300));
    }
}
