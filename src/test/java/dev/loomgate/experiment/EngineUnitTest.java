package dev.loomgate.experiment;

import static dev.loomgate.experiment.ScriptedPlans.duelCell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomgate.load.Arrivals;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.load.Targets;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.UnitPlan;
import dev.loomgate.plan.UnitScale;
import dev.loomgate.server.ServerStartException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Units of a duel: both arms up and under load at the same time, and what an arm does that ends them. */
@Timeout(60)
class EngineUnitTest {
    /** Six windows, and one in which the arms settle. */
    private static final int WINDOWS = 7;

    private static final int SLICES = 2 * WINDOWS;
    private static final PairedCell IO = duelCell("io", 100);
    private static final PairedCell JSON = duelCell("json", 200);

    @TempDir
    private Path output;

    private final ScriptedWorld world = new ScriptedWorld();
    private final List<UnitRun> finished = new ArrayList<>();
    private String first = "";

    @Test
    void inEveryWindowBothArmsAreSampledAndLoaded() {
        unit(1, IO);

        List<String> events = world.events.stream()
                .filter(event -> event.matches("(open|drive|close) .*"))
                .map(event -> event.substring(0, event.indexOf(' ')))
                .toList();
        assertThat(events).hasSize(WINDOWS * 6);
        for (int window = 0; window < WINDOWS; window++) {
            assertThat(events.subList(6 * window, 6 * window + 6))
                    .containsExactly("open", "open", "drive", "drive", "close", "close");
        }
        assertThat(world.settledAfter).hasSize(WINDOWS).noneMatch(event -> event.startsWith("open"));
        assertThat(only().interleaved()).isTrue();
        assertThat(only().slices()).hasSize(SLICES);
        for (int window = 0; window < WINDOWS; window++) {
            int number = window;
            assertThat(only().slices().stream().filter(slice -> slice.number() == number))
                    .extracting(Slice::side)
                    .containsExactlyInAnyOrder(Side.BASELINE, Side.CANDIDATE);
        }
    }

    /** The generator ends a cycle of it by time: what the server then does is measured all the same. */
    @Test
    void aWarmUpThatAnArmWasTooSlowForIsNotedAtThatArm() {
        world.everyServer(server -> server.unsentInWarmUp = server.name.equals("new") ? 30 : 0);

        unit(1, IO);

        assertThat(only().invalid()).isEmpty();
        assertThat(only().slices()).hasSize(SLICES);
        assertThat(only().notes())
                .filteredOn(note -> note.contains("were not sent"))
                .singleElement()
                .asString()
                .matches("new: \\d+ requests of the warm-up were not sent: .*");
    }

    /** Half of 100 req/s in 2 s are 100 requests for each. */
    @Test
    void theArmsShareTheRequestsEvenly() {
        unit(1, IO);

        assertThat(only().slices())
                .allSatisfy(slice -> assertThat(slice.answers()).isEqualTo(new Answers(100, 0, 0)));
    }

    @Test
    void eachArmHasTheFirstRequestInHalfOfTheWindows() {
        Set<List<Integer>> orders = new HashSet<>();
        for (int number = 1; number <= 10; number++) {
            unit(number, IO);
            List<Integer> firsts =
                    Objects.requireNonNull(world.load.orders.getLast().turns()).firsts();
            assertThat(Collections.frequency(firsts.subList(1, WINDOWS), 0)).isEqualTo(WINDOWS / 2);
            orders.add(firsts);
        }

        assertThat(orders).hasSizeGreaterThan(2);
    }

    /** 1.4 s of CPU time in a window of 2 s are 70 % of the server's one CPU. */
    @Test
    void armsThatLeaveNoRoomTakeTurnsOnFreshServersAndSaySo() {
        world.everyServer(server -> server.cpu = Duration.ofMillis(700));

        unit(1, IO);

        assertThat(world.booted).hasSize(4);
        assertThat(only().interleaved()).isFalse();
        assertThat(only().slices()).hasSize(SLICES);
        assertThat(only().notes())
                .contains("measured in turns of 250 ms, in which one arm has the whole rate: together they use 70 % of"
                        + " their CPUs at 100 req/s, more than 50 %");
        assertThat(world.said.toString()).contains("is measured in turns on fresh servers: together they use 70 %");
    }

    /** Their CPU has room: it was said before. Each then has the whole rate in its turn, and only half of it otherwise. */
    @Test
    void armsThatAreToldToTakeTurnsDoSoFromTheFirstBootOn() {
        PairedCell inTurn = new PairedCell(
                IO.baseline(), IO.candidate(), IO.workload(), IO.load(), Optional.of("the file says so"));

        unit(1, inTurn);

        assertThat(world.booted).hasSize(2);
        assertThat(only().interleaved()).isFalse();
        assertThat(only().loadOfAnArm()).isEqualTo(new LoadProfile.Constant(100));
        assertThat(only().notes())
                .contains("measured in turns of 250 ms, in which one arm has the whole rate: the file says so");
    }

    @ParameterizedTest
    @CsvSource({"io, 2000", "slow, 3000"})
    void aWorkloadMayHaveLongerWindows(String workload, long millis) {
        PairedCell together = duelCell(workload, 100);
        PairedCell inTurn = new PairedCell(
                together.baseline(),
                together.candidate(),
                together.workload(),
                together.load(),
                Optional.of("the file says so"));

        unit(1, together);
        unit(2, inTurn);

        assertThat(world.load.orders).extracting(LoadOrder::iterationMillis).containsExactly(millis, 2 * millis);
    }

    /** Half as much may be answered as was asked for: that is what such a load shows, and no failure. */
    @Test
    void usersAskOneArmAfterTheOther() {
        world.everyServer(server -> server.capacity = server.name.equals("new") ? 60 : 300);
        PairedCell users = new PairedCell(
                IO.baseline(), IO.candidate(), IO.workload(), new LoadProfile.Closed(8), Optional.of("users ask"));

        unit(1, users);

        assertThat(only().failed()).isEmpty();
        assertThat(only().loadOfAnArm()).isEqualTo(new LoadProfile.Closed(8));
        assertThat(only().slices())
                .hasSize(SLICES)
                .allSatisfy(slice -> assertThat(slice.readings().get(Metric.THROUGHPUT))
                        .isEqualTo(new Reading.Measured(Metric.THROUGHPUT, slice.side() == Side.CANDIDATE ? 60 : 300)));
        assertThat(world.load.orders.getLast().arrivals()).isEqualTo(new Arrivals.Closed(8));
        assertThat(Objects.requireNonNull(world.load.orders.getLast().turns()).byUsers())
                .as("each arm for two seconds, in quarters of them")
                .hasSize(WINDOWS)
                .allSatisfy(window -> assertThat(window.users()).isEqualTo(8))
                .allSatisfy(window -> assertThat(window.turnMillis()).isEqualTo(500))
                .allSatisfy(window -> assertThat(window.turns())
                        .isIn(List.of(0, 1, 1, 0, 0, 1, 1, 0), List.of(1, 0, 0, 1, 1, 0, 0, 1)));
        assertThat(world.load.orders.getLast().warmUpUsers())
                .as("as many warm each of them")
                .isEqualTo(2 * 8);
    }

    /** At the edge of 50 % one unit is above it and the next below: they would not be of one kind. */
    @Test
    void armsThatHaveShownRoomAreNotAskedAgain() {
        UnitPlan plan = ScriptedPlans.units(output, IO);
        Engine engine = world.engine();
        engine.unit(plan, arm -> world::launch, List.of(ArmGroup.of(IO)), 1, finished::add);
        world.everyServer(server -> server.cpu = Duration.ofMillis(700));

        engine.unit(plan, arm -> world::launch, List.of(ArmGroup.of(IO)), 2, finished::add);

        assertThat(finished).extracting(UnitRun::interleaved).containsExactly(true, true);
    }

    /** A run that goes on may find more room than its first part had, or less. */
    @ParameterizedTest
    @CsvSource({"700, 100, false", "100, 700, true"})
    void aRunThatGoesOnMeasuresAsItsFirstPart(int cpuBefore, int cpuNow, boolean interleaved) {
        world.everyServer(server -> server.cpu = Duration.ofMillis(cpuBefore));
        unit(1, IO);
        world.everyServer(server -> server.cpu = Duration.ofMillis(cpuNow));

        Engine engine = world.engine();
        engine.goOn(List.copyOf(finished));
        engine.unit(ScriptedPlans.units(output, IO), arm -> world::launch, List.of(ArmGroup.of(IO)), 2, finished::add);

        assertThat(finished).extracting(UnitRun::interleaved).containsExactly(interleaved, interleaved);
    }

    /** 60 % of the server's CPU for the arm that lives: that the other one died is a result all the same. */
    @Test
    void anArmThatDiesInTheWindowThatShowsNoRoomIsNamed() {
        world.everyServer(server -> server.cpu = Duration.ofMillis(1200));
        world.when("drive new", () -> {});
        world.when("drive new", () -> candidate().dies(137));

        unit(1, IO);

        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(only().failed().get(Side.CANDIDATE)).contains("SIGKILL");
    }

    /** Failed requests are a result, too: the unit that showed them is kept, although its arms had no room. */
    @Test
    void anArmThatFailsRequestsIsNamedThoughTheArmsHaveNoRoom() {
        world.everyServer(server -> {
            server.cpu = Duration.ofMillis(700);
            server.capacity = server.name.equals("new") ? 25 : 1000;
        });

        unit(1, IO);

        assertThat(world.booted).hasSize(2);
        assertThat(only().answers(Side.CANDIDATE).failed()).isPositive();
        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
    }

    /** The candidate answers half of what it should: each arm should get 50 of the 100 req/s. */
    @Test
    void anArmThatCannotHoldItsShareFailsAfterTwoWindows() {
        world.everyServer(server -> server.capacity = server.name.equals("new") ? 25 : 1000);

        unit(1, IO);

        assertThat(only().slices()).hasSize(6);
        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(only().failed().get(Side.CANDIDATE)).contains("can't hold 100 req/s");
    }

    /** Whose CPUs a neighbour has for seconds, answers less than it could. */
    @Test
    void anArmIsNotJudgedByWindowsInWhichTimeWasStolen() {
        world.everyServer(server -> {
            server.capacity = server.name.equals("new") ? 25 : 1000;
            server.steal.addAll(Collections.nCopies(WINDOWS, 9.0));
        });

        unit(1, IO);

        assertThat(only().slices()).hasSize(SLICES);
        assertThat(only().failed()).isEmpty();
        assertThat(only().answers(Side.CANDIDATE).failed())
                .as("a result all the same")
                .isPositive();
    }

    /** The third undisturbed window is the fifth. */
    @Test
    void anArmIsJudgedByTheWindowsBehindThose() {
        world.everyServer(server -> {
            server.capacity = server.name.equals("new") ? 25 : 1000;
            server.steal.addAll(Collections.nCopies(2, 9.0));
        });

        unit(1, IO);

        assertThat(only().slices()).hasSize(2 * 5);
        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
    }

    /**
     * Behind the windows, one arm after the other; 4 users warm. 100 req/s are 25 requests in a turn of 250 ms, which is
     * an eighth of a window.
     */
    @Test
    void whatAnArmCanAnswerAtMostIsAskedInPhasesOfItsOwn() {
        world.everyServer(server -> server.capacity = server.name.equals("new") ? 150 : 300);

        saturated(1);

        assertThat(only().slices()).hasSize(SLICES);
        assertThat(only().saturated()).extracting(Slice::number).containsExactly(0, 0, 1, 1, 2, 2);
        assertThat(only().saturated())
                .allSatisfy(slice -> assertThat(slice.readings().get(Metric.THROUGHPUT))
                        .isEqualTo(
                                new Reading.Measured(Metric.THROUGHPUT, slice.side() == Side.CANDIDATE ? 150 : 300)));
        assertThat(ceilings(Side.BASELINE))
                .hasSize(3)
                .allSatisfy(most -> assertThat(most).isCloseTo(300, within(1e-6)));
        assertThat(ceilings(Side.CANDIDATE))
                .hasSize(3)
                .allSatisfy(most -> assertThat(most).isCloseTo(150, within(1e-6)));
        List<Targets.ByUsers> phases =
                Objects.requireNonNull(world.load.orders.getLast().turns()).byUsers();
        assertThat(phases).hasSize(2 * 6).extracting(Targets.ByUsers::users).containsOnly(8);
        assertThat(IntStream.range(0, 6).mapToObj(round -> phases.get(2 * round)))
                .allSatisfy(together -> {
                    assertThat(together.together()).isTrue();
                    assertThat(together.turnMillis()).isEqualTo(8 * 250);
                    assertThat(together.turns()).containsExactly(0, 1);
                });
        assertThat(IntStream.range(0, 6).mapToObj(round -> phases.get(2 * round + 1)))
                .allSatisfy(inTurns -> {
                    assertThat(inTurns.together()).isFalse();
                    assertThat(inTurns.turnMillis()).isEqualTo(250);
                    assertThat(inTurns.turns())
                            .hasSize(8)
                            .satisfies(block -> assertThat(block.get(0)).isEqualTo(block.get(3)))
                            .satisfies(block -> assertThat(block.get(1)).isEqualTo(block.get(2)));
                });
    }

    /**
     * Each has a second of its own, in which it uses 0.9 and 0.95 of its CPU for 300 and 150 answers, and as many answers
     * cost 0.6 and 0.5 s when both are asked.
     */
    @Test
    void whatLimitedArmsAnswerIsToldByWhatAnAnswerCostsWhenAllAreAsked() {
        world.everyServer(server -> {
            boolean isNew = server.name.equals("new");
            server.capacity = isNew ? 150 : 300;
            server.cpus.addAll(Collections.nCopies(WINDOWS, server.cpu));
            for (int round = 0; round < 3; round++) {
                server.cpus.add(Duration.ofMillis(isNew ? 500 : 600));
                server.cpus.add(Duration.ofMillis(isNew ? 950 : 900));
            }
        });

        saturated(1);

        assertThat(ceilings(Side.BASELINE))
                .hasSize(3)
                .allSatisfy(most -> assertThat(most).isCloseTo(300 * 0.9 / 0.6, within(1e-6)));
        assertThat(ceilings(Side.CANDIDATE))
                .hasSize(3)
                .allSatisfy(most -> assertThat(most).isCloseTo(150 * 0.95 / 0.5, within(1e-6)));
    }

    /** In a phase of 2 s each of two arms has 1 s. */
    @ParameterizedTest
    @CsvSource({"4000, 4", "2500, 3", "2000, 2", "100, 2"})
    void asManyRoundsCountAsGiveEachArmItsTime(long millis, int phases) {
        saturated(1, Map.of(), new UnitScale.Ceiling(Duration.ofMillis(millis), Map.of(), Map.of()));

        assertThat(only().saturated()).filteredOn(Slice::settled).hasSize(2 * phases);
        assertThat(only().saturated()).filteredOn(slice -> !slice.settled()).hasSize(2);
    }

    @Test
    void aWorkloadMayHaveMoreWindowsAndMoreOfItsCeilingThanTheOthers() {
        saturated(
                1,
                Map.of("io", 10),
                new UnitScale.Ceiling(Duration.ofSeconds(2), Map.of("io", Duration.ofSeconds(4)), Map.of()));

        assertThat(only().slices()).filteredOn(Slice::settled).hasSize(2 * 10);
        assertThat(only().saturated()).filteredOn(Slice::settled).hasSize(2 * 4);

        finished.clear();
        saturated(
                2,
                Map.of("compute", 10),
                new UnitScale.Ceiling(Duration.ofSeconds(2), Map.of("compute", Duration.ofSeconds(4)), Map.of()));

        assertThat(only().slices()).filteredOn(Slice::settled).hasSize(2 * 6);
        assertThat(only().saturated()).filteredOn(Slice::settled).hasSize(2 * 2);
    }

    /** In the third round the JIT of one of two servers is busy, while all are asked or in its turns. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void roundsFollowUntilTheJitOfBothIsQuiet(int phase) {
        world.everyServer(server -> {
            if (server.name.equals("new")) {
                server.jit.addAll(Collections.nCopies(WINDOWS + phase, 0.0));
                server.jit.add(34.0);
            }
        });

        saturated(1);

        assertThat(only().saturated()).extracting(Slice::number).containsExactly(0, 0, 0, 0, 0, 0, 1, 1, 2, 2);
    }

    @Test
    void aJitThatNeverRestsIsNotWaitedForForever() {
        world.everyServer(server -> server.jit.addAll(Collections.nCopies(100, 34.0)));

        saturated(1);

        assertThat(only().saturated()).hasSize(2 * 6);
        assertThat(only().saturated().subList(8, 12)).allMatch(Slice::settled);
        assertThat(only().notes()).anyMatch(note -> note.startsWith("new: saturated: its JIT used 34 % of its CPUs:"));
    }

    /** Where users wait no longer than one does alone, more of them would be answered more. */
    @Test
    void anArmThatIsNotBroughtToItsEndHasNoCeiling() {
        world.everyServer(server -> server.saturatedMillis = server.name.equals("new") ? 2.5 : 2.7);

        saturated(1);

        assertThat(only().unreached()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(only().unreached().get(Side.CANDIDATE))
                .startsWith("new: ")
                .contains("8 users wait hardly longer than one does");
        assertThat(only().notes()).containsAll(only().unreached().values());
    }

    @Test
    void asManyUsersAskForAllAsTheFileNames() {
        world.everyServer(server -> server.saturatedMillis = 2.5);

        saturated(1, Map.of(), new UnitScale.Ceiling(Duration.ofSeconds(2), Map.of(), Map.of("io", 30)));

        assertThat(only().unreached())
                .hasSize(2)
                .allSatisfy((side, why) -> assertThat(why).contains("30 users wait hardly longer"));
    }

    /** What so many users leave behind is not the live heap at the rate of the cell. */
    @Test
    void theLiveHeapIsReadBeforeTheArmsAreSaturated() {
        saturated(1);

        int collected = world.events.lastIndexOf("collect new");
        assertThat(world.events.subList(collected, world.events.size()).stream()
                        .filter(event -> event.startsWith("drive")))
                .hasSize(2 * 6);
        assertThat(only().arms().get(Side.CANDIDATE))
                .containsEntry(Metric.LIVE_HEAP, new Reading.Measured(Metric.LIVE_HEAP, 20));
    }

    /** Scripted servers have collectors that need no CPU time. */
    @Test
    void whatCollectorsNeedIsReadOfBothArms() {
        unit(1, IO);

        assertThat(only().arms().values())
                .hasSize(2)
                .allSatisfy(readings ->
                        assertThat(readings).containsEntry(Metric.GC_CPU, new Reading.Measured(Metric.GC_CPU, 0)));
    }

    @Test
    void nothingIsSaturatedWhereNoCeilingIsJudged() {
        unit(1, IO);

        assertThat(only().saturated()).isEmpty();
        assertThat(world.load.rates).hasSize(WINDOWS);
    }

    @Test
    void anArmThatDiesUnderAllThatItCanAnswerIsNamed() {
        for (int window = 0; window < WINDOWS; window++) {
            world.when("drive new", () -> {});
        }
        world.when("drive new", () -> candidate().dies(137));

        saturated(1);

        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(only().failed().get(Side.CANDIDATE)).contains("SIGKILL");
    }

    /** A window that the hypervisor disturbed was disturbed for both arms. */
    @Test
    void stolenTimeSpoilsNoWindow() {
        world.everyServer(server -> server.steal.add(9.0));

        unit(1, IO);

        assertThat(only().slices())
                .allSatisfy(slice -> assertThat(slice.valid()).isTrue());
    }

    /** The candidate answers in 6 ms, the baseline in 2 ms: each keeps its own figures, whichever boots first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatAnArmDidStandsUnderItsOwnSide(int number) {
        world.everyServer(server -> server.latencyMillis = server.name.equals("new") ? 6 : 2);

        unit(number, IO);

        assertThat(only().slices())
                .allSatisfy(slice -> assertThat(p50(slice))
                        .isBetween(
                                slice.side() == Side.CANDIDATE ? 5.9 : 1.9,
                                slice.side() == Side.CANDIDATE ? 6.1 : 2.1));
        assertThat(only().slices().stream().filter(slice -> slice.side() == Side.CANDIDATE))
                .hasSize(SLICES / 2);
    }

    @Test
    void theSameSeedAndUnitDoTheSame() {
        unit(3, IO, JSON);
        List<String> once = List.copyOf(world.events);
        world.events.clear();
        world.booted.clear();

        unit(3, IO, JSON);

        assertThat(world.events).isEqualTo(once);
    }

    @Test
    void eitherArmIsBootedFirstInSomeUnits() {
        Set<String> first = new HashSet<>();
        for (int number = 1; number <= 20; number++) {
            world.events.clear();
            unit(number, IO);
            first.add(world.events.getFirst());
        }

        assertThat(first).containsExactlyInAnyOrder("boot old", "boot new");
    }

    @Test
    void bothAreUpCheckedWarmedAlikeAndPinnedBeforeTheFirstSlice() {
        unit(1, IO);

        List<String> before = world.events.subList(0, world.events.indexOf("pin old") + 2);
        assertThat(before)
                .contains("boot old", "boot new", "check old", "check new", "unpin old", "unpin new")
                .contains("collect old", "collect new", "pin old", "pin new")
                .doesNotContain("drive old", "drive new");
        assertThat(Collections.frequency(world.events, "warm-up old")).isEqualTo(2);
        assertThat(Collections.frequency(world.events, "warm-up new")).isEqualTo(2);
        assertThat(Collections.frequency(world.events, "pin old")).isEqualTo(1);
        assertThat(world.events.subList(world.events.size() - 2, world.events.size()))
                .containsExactlyInAnyOrder("stop old", "stop new");
    }

    /** Both get cycles as long as one of them is not quiet. */
    @Test
    void bothAreWarmedUntilBothAreQuiet() {
        world.everyServer(server -> {
            if (server.name.equals("new")) {
                server.compiles.addAll(Collections.nCopies(9, Duration.ofSeconds(3)));
            }
        });

        unit(1, IO);

        assertThat(Collections.frequency(world.events, "warm-up old")).isEqualTo(4);
        assertThat(Collections.frequency(world.events, "warm-up new")).isEqualTo(4);
        assertThat(only().notes().toString())
                .contains("new: warm-up stopped at its cap")
                .doesNotContain("old: warm-up");
    }

    @Test
    void cellsOfAPairShareItsBootsTheHigherRateFirst() {
        unit(1, IO, JSON);

        assertThat(world.booted).hasSize(2);
        assertThat(finished).extracting(UnitRun::cell).containsExactly(JSON, IO);
        assertThat(world.load.rates).hasSize(2 * WINDOWS);
    }

    /** Few users before many, all of them before rates. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void equalsComeInTheOrderInWhichTheyAreGivenInEveryUnit(int number) {
        PairedCell many = users("many", 40);
        PairedCell few = users("few", 10);
        PairedCell asFew = users("as-few", 10);
        PairedCell asDear = duelCell("pinned", 100);

        unit(number, IO, asDear, many, few, asFew, JSON);

        assertThat(finished).extracting(UnitRun::cell).containsExactly(few, asFew, many, JSON, IO, asDear);
    }

    private static PairedCell users(String workload, int users) {
        return new PairedCell(
                IO.baseline(),
                IO.candidate(),
                duelCell(workload, 1).workload(),
                new LoadProfile.Closed(users),
                Optional.of("users ask"));
    }

    /** For the arm that answers late a generator that is late by 30 ms is on time; the other is too quick to be judged. */
    @Test
    void anArmIsJudgedByTheWindowsInWhichItWasNotDisturbed() {
        world.everyServer(server -> {
            boolean overloaded = server.name.equals("new");
            server.capacity = overloaded ? 25 : 1000;
            server.latencyMillis = overloaded ? 1000 : 5;
            server.lateMillis = 30;
        });

        unit(1, IO);

        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(only().failed().get(Side.CANDIDATE)).contains("can't hold 100 req/s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"check new", "warm-up new", "collect new", "drive new", "end", "audit new"})
    void anArmThatDiesIsNamedAndTheNextCellHasAFreshPair(String moment) {
        world.when(moment, () -> candidate().dies(137));

        unit(1, IO, JSON);

        assertThat(finished).hasSize(2);
        assertThat(finished.getFirst().failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(finished.getFirst().failed().get(Side.CANDIDATE)).contains("SIGKILL");
        assertThat(finished.getFirst().invalid()).isEmpty();
        assertThat(finished.getLast().failed()).isEmpty();
        assertThat(finished.getLast().slices()).hasSize(SLICES);
        assertThat(world.booted).hasSize(4);
    }

    /** The first arm that boots dies while the second still does. */
    @Test
    void anArmThatDiesWhileTheOtherBootsIsNamed() {
        world.nextBoot(() -> {
            first = world.events.getLast().substring("boot ".length());
            return world.server(first).dead(7);
        });

        unit(1, IO, JSON);

        Side side = first.equals("new") ? Side.CANDIDATE : Side.BASELINE;
        assertThat(finished.getFirst().failed()).containsOnlyKeys(side);
        assertThat(finished.getFirst().failed().get(side)).contains("while nothing was measured on it");
        assertThat(finished.getLast().failed()).isEmpty();
        assertThat(world.booted).hasSize(4);
    }

    @Test
    void anArmThatSomebodyElseEndsMakesTheUnitInvalid() {
        world.when("drive new", () -> candidate().dies(129));

        unit(1, IO);

        assertThat(only().failed()).isEmpty();
        assertThat(only().invalid().toString()).contains("new: the server was ended by somebody else");
    }

    @Test
    void anArmThatDoesNotBootStopsTheOther() {
        for (int boot = 0; boot < 2; boot++) {
            world.nextBoot(() -> {
                if (world.events.getLast().equals("boot new")) {
                    throw new ServerStartException(ServerStartException.Origin.SERVER, "it ended at once");
                }
                return world.server("old");
            });
        }

        unit(1, IO, JSON);

        assertThat(finished)
                .hasSize(2)
                .allSatisfy(
                        run -> assertThat(run.failed()).containsExactly(Map.entry(Side.CANDIDATE, "it ended at once")));
        assertThat(Collections.frequency(world.events, "stop old"))
                .isEqualTo(Collections.frequency(world.events, "boot old"));
    }

    @Test
    void aGeneratorThatBreaksMakesItsUnitInvalidAndTheNextCellGoesOn() {
        world.when("drive new", ScriptedLoad.BREAKS);

        unit(1, IO, JSON);

        assertThat(finished.getFirst().invalid())
                .extracting(Invalidity::kind)
                .containsExactly(Invalidity.Kind.INSTRUMENT);
        assertThat(finished.getLast().slices()).hasSize(SLICES);
        assertThat(world.booted).hasSize(2);
    }

    private static double p50(Slice slice) {
        return slice.readings().get(Metric.P50) instanceof Reading.Measured measured ? measured.value() : Double.NaN;
    }

    private ScriptedServer candidate() {
        return world.booted.stream()
                .filter(server -> server.name.equals("new"))
                .findFirst()
                .orElseThrow();
    }

    private UnitRun only() {
        assertThat(finished).hasSize(1);
        return finished.getFirst();
    }

    private List<Double> ceilings(Side side) {
        return only().saturated().stream()
                .filter(slice -> slice.side() == side)
                .map(slice -> slice.readings().get(Metric.CEILING))
                .map(reading -> reading instanceof Reading.Measured measured ? measured.value() : Double.NaN)
                .toList();
    }

    private void saturated(int number) {
        saturated(number, Map.of(), new UnitScale.Ceiling(Duration.ofSeconds(2), Map.of(), Map.of()));
    }

    private void saturated(int number, Map<String, Integer> windowsOf, UnitScale.Ceiling ceiling) {
        world.engine()
                .unit(
                        ScriptedPlans.units(output, true, windowsOf, ceiling, IO),
                        arm -> world::launch,
                        List.of(ArmGroup.of(IO)),
                        number,
                        finished::add);
    }

    private void unit(int number, PairedCell... cells) {
        world.engine()
                .unit(
                        ScriptedPlans.units(output, cells),
                        arm -> world::launch,
                        ArmGroup.inOrder(List.of(cells)),
                        number,
                        finished::add);
    }
}
