package dev.loomgate.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.load.Arrivals;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.UnitPlan;
import dev.loomgate.server.ServerStartException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three arms on one boot, of which each is compared with the next: what two of them show is a unit of theirs. */
@Timeout(60)
class EngineGroupTest {
    private static final LoadProfile.Constant OF_A_PAIR = new LoadProfile.Constant(100);
    private static final ArmGroup TOGETHER = ScriptedPlans.group(OF_A_PAIR, Optional.empty(), "a", "b", "c");
    private static final ArmGroup IN_TURN =
            ScriptedPlans.group(OF_A_PAIR, Optional.of("the file says so"), "a", "b", "c");

    @TempDir
    private Path output;

    private final ScriptedWorld world = new ScriptedWorld();
    private final List<UnitRun> finished = new ArrayList<>();

    /** As many requests for each as two of them would get. */
    @Test
    void threeArmsHaveTheirLoadAtTheSameTime() {
        world.everyServer(server -> server.latencyMillis = server.name.equals("c") ? 4 : 2);

        unit(TOGETHER, false);

        assertThat(world.booted).hasSize(3);
        assertThat(world.load.orders.getLast().arrivals()).isEqualTo(new Arrivals.Open(150));
        assertThat(finished).extracting(UnitRun::cell).containsExactlyElementsOf(TOGETHER.pairs());
        assertThat(finished).allSatisfy(unit -> {
            assertThat(unit.interleaved()).isTrue();
            assertThat(unit.loadOfAnArm()).isEqualTo(new LoadProfile.Constant(50));
            assertThat(unit.slices()).hasSize(2 * 7);
            assertThat(unit.failed()).isEmpty();
        });
        assertThat(p50(finished.getFirst(), Side.CANDIDATE)).isEqualTo(2);
        assertThat(p50(finished.getLast(), Side.BASELINE)).isEqualTo(2);
        assertThat(p50(finished.getLast(), Side.CANDIDATE)).isEqualTo(4);
    }

    /** Each has the whole rate, for a third of a window that is three times as long. */
    @Test
    void threeArmsTakeTurnsInEachWindow() {
        unit(IN_TURN, false);

        assertThat(world.load.orders.getLast().arrivals()).isEqualTo(new Arrivals.Open(100));
        assertThat(finished).hasSize(2).allSatisfy(unit -> {
            assertThat(unit.interleaved()).isFalse();
            assertThat(unit.loadOfAnArm()).isEqualTo(OF_A_PAIR);
            assertThat(unit.slices()).hasSize(2 * 7);
        });
        LoadOrder order = world.load.orders.getLast();
        assertThat(order.length()).isEqualTo(Duration.ofSeconds(6));
        assertThat(IntStream.range(0, 600)
                        .map(place -> order.serverOf(1, place))
                        .boxed())
                .as("each has as many requests, in turns of a quarter of a second")
                .satisfies(all -> {
                    for (int arm = 0; arm < 3; arm++) {
                        assertThat(Collections.frequency(all, arm)).isEqualTo(200);
                    }
                    for (int turn = 0; turn < 600; turn += 25) {
                        assertThat(Set.copyOf(all.subList(turn, turn + 25))).hasSize(1);
                    }
                });
    }

    /** Behind all three, whatever its rate; the third has none of its load. */
    @Test
    void aPairIsMeasuredOnTheServersOfThree() {
        ArmGroup pair = ScriptedPlans.group(new LoadProfile.Constant(200), Optional.empty(), "a", "b");

        unit(List.of(TOGETHER, pair), false);

        assertThat(world.booted).hasSize(3);
        assertThat(finished)
                .extracting(UnitRun::cell)
                .containsExactly(
                        TOGETHER.pairs().getFirst(),
                        TOGETHER.pairs().getLast(),
                        pair.pairs().getFirst());
        assertThat(finished.getLast().slices()).hasSize(2 * 7);
        LoadOrder order = world.load.orders.getLast();
        assertThat(order.arrivals()).isEqualTo(new Arrivals.Open(200));
        assertThat(order.servers()).isEqualTo(2);
        assertThat(IntStream.range(0, 400)
                        .map(place -> order.serverOf(1, place))
                        .boxed())
                .containsOnly(0, 1);
    }

    /** A rate that comes first in other units, and of which nothing is asked in this one. */
    @Test
    void whatIsNotAskedOnlyWarmsWhatFollows() {
        ArmGroup first = ScriptedPlans.group(new LoadProfile.Constant(200), Optional.empty(), "a", "b", "c");
        ArmGroup last = ScriptedPlans.group(new LoadProfile.Constant(50), Optional.empty(), "a", "b", "c");
        UnitPlan all = ScriptedPlans.units(output, true, pairs(List.of(first, TOGETHER, last)));
        UnitPlan units = new UnitPlan(
                all.plan(), all.scale(), all.ceilings(), Set.of(), Set.of(pairs(List.of(first, last))), all.seed());

        world.engine().unit(units, arm -> world::launch, List.of(first, TOGETHER, last), 1, finished::add);

        assertThat(world.booted).hasSize(3);
        assertThat(finished).extracting(UnitRun::cell).containsExactlyElementsOf(TOGETHER.pairs());
        assertThat(finished)
                .allSatisfy(unit -> assertThat(unit.slices()).as("all windows").hasSize(2 * 7));
        assertThat(world.load.orders)
                .as("nothing follows the last")
                .extracting(LoadOrder::arrivals)
                .containsExactly(new Arrivals.Open(300), new Arrivals.Open(150));
        assertThat(world.load.orders.getFirst().maxIterations())
                .as("warmed, and one window to settle in")
                .isOne();
    }

    /** It has no unit that could tell it; what is asked is measured on fresh servers. */
    @Test
    void aDeathWhileOthersAreWarmedIsTold() {
        ArmGroup first = ScriptedPlans.group(new LoadProfile.Constant(200), Optional.empty(), "a", "b", "c");
        UnitPlan all = ScriptedPlans.units(output, false, pairs(List.of(first, TOGETHER)));
        UnitPlan units =
                new UnitPlan(all.plan(), all.scale(), Set.of(), Set.of(), Set.of(pairs(List.of(first))), all.seed());
        world.when(
                "drive a",
                () -> world.booted.stream()
                        .filter(server -> server.name.equals("a"))
                        .forEach(server -> server.dies(137)));

        world.engine().unit(units, arm -> world::launch, List.of(first, TOGETHER), 1, finished::add);

        assertThat(world.said).anyMatch(line -> line.contains(", only warmed: ") && line.contains("137"));
        assertThat(world.booted).hasSize(2 * 3);
        assertThat(finished)
                .hasSize(2)
                .allSatisfy(unit -> assertThat(unit.failed()).isEmpty());
    }

    /** Behind those that count, so that what a recording costs is in none; requests come at random moments. */
    @Test
    void theSameWindowsAreRecordedOnceMore() {
        UnitPlan all = ScriptedPlans.units(output, false, pairs(List.of(IN_TURN)));
        UnitPlan units = new UnitPlan(
                all.plan(), all.scale(), Set.of(), Set.of(IN_TURN.pairs().getFirst()), Set.of(), all.seed());

        world.engine().unit(units, arm -> world::launch, List.of(IN_TURN), 1, finished::add);

        for (String arm : List.of("a", "b", "c")) {
            List<String> scattered = Collections.nCopies(6, "drive " + arm + " scattered");
            List<String> events = new ArrayList<>(Collections.nCopies(7, "drive " + arm));
            events.add("record " + arm);
            events.addAll(scattered);
            events.add("recorded " + arm);
            assertThat(world.events)
                    .filteredOn(event -> event.matches("(drive|record|recorded) " + arm + "( scattered)?"))
                    .containsExactlyElementsOf(events);
        }
        assertThat(finished).hasSize(2).allSatisfy(unit -> {
            assertThat(unit.slices()).as("of windows that count").hasSize(2 * 7);
            assertThat(unit.explanations()).containsOnlyKeys(Side.values());
            assertThat(unit.arms().get(Side.CANDIDATE))
                    .as("what the scripted recording tells")
                    .containsEntry(Metric.KERNEL_SHARE, new Reading.Unavailable(Metric.KERNEL_SHARE, "scripted"));
        });
    }

    /** That is no result of the two others. */
    @Test
    void aThirdThatDoesNotStartIsNoFailureOfThePair() {
        ArmGroup pair = ScriptedPlans.group(new LoadProfile.Constant(200), Optional.empty(), "a", "b");
        world.when("boot c", () -> {
            throw new ServerStartException(ServerStartException.Origin.SERVER, "it ended at once");
        });

        unit(List.of(TOGETHER, pair), false);

        assertThat(finished.getLast().cell()).isEqualTo(pair.pairs().getFirst());
        assertThat(finished.getLast().failed()).isEmpty();
        assertThat(finished.getLast().invalid())
                .singleElement()
                .satisfies(why -> assertThat(why.sentence()).startsWith("c: it ended at once"));
    }

    /** They share what the unit took, so that a sum over units is the time that has passed. */
    @Test
    void pairsOfAGroupShareItsTime() {
        unit(TOGETHER, false);

        assertThat(finished)
                .extracting(UnitRun::loadTime)
                .containsOnly(finished.getFirst().loadTime());
        assertThat(finished.getFirst().loadTime().multipliedBy(2))
                .isLessThanOrEqualTo(Duration.ofNanos(world.time.nanos()));
    }

    @Test
    void eachArmShowsWhatItAnswersAtMost() {
        world.everyServer(server -> server.capacity = switch (server.name) {
            case "a" -> 300;
            case "b" -> 200;
            default -> 150;
        });

        unit(TOGETHER, true);

        assertThat(ceilings(finished.getFirst(), Side.BASELINE)).containsOnly(300.0);
        assertThat(ceilings(finished.getFirst(), Side.CANDIDATE)).containsOnly(200.0);
        assertThat(ceilings(finished.getLast(), Side.CANDIDATE)).containsOnly(150.0);
    }

    /** What it did is a result of its pairs; another pair was cut short, and must not count. */
    @Test
    void anArmThatCanNotHoldTheRateFailsItsPairsOnly() {
        world.everyServer(server -> server.capacity = server.name.equals("c") ? 20 : Integer.MAX_VALUE);

        unit(TOGETHER, false);

        assertThat(finished.getFirst().failed()).isEmpty();
        assertThat(finished.getFirst().invalid())
                .singleElement()
                .satisfies(why -> assertThat(why.sentence()).startsWith("it was cut short by c: it can't hold"));
        assertThat(finished.getLast().failed()).containsOnlyKeys(Side.CANDIDATE);
    }

    @Test
    void anArmThatDoesNotStartFailsItsPairsOnly() {
        world.when("boot c", () -> {
            throw new ServerStartException(ServerStartException.Origin.SERVER, "it ended at once");
        });

        unit(TOGETHER, false);

        assertThat(finished.getFirst().failed()).isEmpty();
        assertThat(finished.getFirst().invalid()).isNotEmpty();
        assertThat(finished.getLast().failed()).containsOnlyKeys(Side.CANDIDATE);
    }

    private static double p50(UnitRun unit, Side side) {
        return unit.slices().stream()
                .filter(slice -> slice.side() == side)
                .map(slice -> slice.readings().get(Metric.P50))
                .map(reading -> reading instanceof Reading.Measured measured ? Math.rint(measured.value()) : Double.NaN)
                .distinct()
                .reduce((one, other) -> Double.NaN)
                .orElse(Double.NaN);
    }

    private static List<Double> ceilings(UnitRun unit, Side side) {
        return unit.saturated().stream()
                .filter(slice -> slice.side() == side)
                .map(slice -> slice.readings().get(Metric.CEILING))
                .map(reading -> reading instanceof Reading.Measured measured ? Math.rint(measured.value()) : Double.NaN)
                .toList();
    }

    private void unit(ArmGroup group, boolean measuresCeiling) {
        unit(List.of(group), measuresCeiling);
    }

    private void unit(List<ArmGroup> groups, boolean measuresCeiling) {
        world.engine()
                .unit(
                        ScriptedPlans.units(output, measuresCeiling, pairs(groups)),
                        arm -> world::launch,
                        groups,
                        1,
                        finished::add);
    }

    private static PairedCell[] pairs(List<ArmGroup> groups) {
        return groups.stream().flatMap(group -> group.pairs().stream()).toArray(PairedCell[]::new);
    }
}
