package dev.loomgate.experiment;

import static dev.loomgate.experiment.ScriptedPlans.duelCell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.load.Arrivals;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Units of a duel whose arms take turns, because an odd rate can't be halved. */
@Timeout(60)
class EngineTurnsTest {
    /** Six windows, and one in which the arms settle. */
    private static final int SLICES = 2 * 7;

    private static final PairedCell IO = duelCell("io", 101);

    @TempDir
    private Path output;

    private final ScriptedWorld world = new ScriptedWorld();
    private final List<UnitRun> finished = new ArrayList<>();

    /** 101 req/s for two seconds each; 202 requests are two turns of 101, or 101 of two. */
    @Test
    void eachArmHasTheWholeRateForHalfOfAWindow() {
        unit(1, IO);

        LoadOrder order = world.load.orders.getLast();
        assertThat(order.arrivals()).isEqualTo(new Arrivals.Open(101));
        assertThat(order.length()).isEqualTo(Duration.ofSeconds(4));
        assertThat(IntStream.range(0, 404).filter(place -> order.serverOf(1, place) == 0))
                .hasSize(202);
        assertThat(only().slices()).hasSize(SLICES);
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

    /** One that is quiet goes on as long as the other is not. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void bothGetTheSameNumberOfCycles(int number) {
        world.everyServer(server -> {
            if (server.name.equals("new")) {
                server.compiles.addAll(List.of(Duration.ofSeconds(3), Duration.ZERO, Duration.ZERO));
            }
        });

        unit(number, IO);

        assertThat(Collections.frequency(world.events, "warm-up old")).isEqualTo(3);
        assertThat(Collections.frequency(world.events, "warm-up new")).isEqualTo(3);
    }

    @Test
    void anArmThatCannotHoldTheRateFailsAfterTwoWindows() {
        world.everyServer(server -> server.capacity = server.name.equals("new") ? 40 : 1000);

        unit(1, IO);

        assertThat(only().slices()).hasSize(2 * 3);
        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(only().failed().get(Side.CANDIDATE)).contains("can't hold 101 req/s", "answered 80 req/s");
    }

    /** 3 s of CPU time for the 200 requests of a turn of 2 s: on one CPU, what is left is answered in the other's turn. */
    @Test
    void anArmWhoseCpuIsNotEnoughForTheRateFailsThoughItAnswersAll() {
        world.everyServer(server -> server.cpu = Duration.ofMillis(server.name.equals("new") ? 3000 : 1000));

        unit(1, IO);

        assertThat(only().slices()).hasSize(2 * 3);
        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(only().failed().get(Side.CANDIDATE)).contains("can't hold 101 req/s", "CPU time for 67 req/s");
    }

    /** A turn has 21 requests; half a turn later one waits for 50 ms more: it takes 4.8 ms for each beyond the rate's 9.5. */
    @Test
    void anArmWhoseQueueGrowsInItsTurnsFailsThoughItAnswersAll() {
        world.everyServer(server -> server.growth = Optional.of(Duration.ofMillis(server.name.equals("new") ? 50 : 2)));

        unit(1, duelCell("io", 105));

        assertThat(only().slices()).hasSize(2 * 3);
        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(only().failed().get(Side.CANDIDATE)).contains("can't hold 105 req/s", "it answers 70 req/s");
    }

    /** The new one answers 80 of 105 req/s, and what it leaves makes the old one late in its own turns. */
    @Test
    void anArmThatIsLateBecauseOfAnotherIsNotNamed() {
        world.everyServer(server -> {
            server.capacity = server.name.equals("new") ? 40 : 1000;
            server.growth = Optional.of(Duration.ofMillis(50));
        });

        unit(1, duelCell("io", 105));

        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(only().failed().get(Side.CANDIDATE)).contains("answered 80 req/s");
    }

    /** Both are there when it is stolen. */
    @Test
    void stolenTimeSpoilsNoWindow() {
        world.everyServer(server -> server.steal.add(server.name.equals("new") ? 9.0 : 0.0));

        unit(1, IO);

        assertThat(only().slices())
                .hasSize(SLICES)
                .allSatisfy(slice -> assertThat(slice.valid()).isTrue());
    }

    private static double p50(Slice slice) {
        return slice.readings().get(Metric.P50) instanceof Reading.Measured measured ? measured.value() : Double.NaN;
    }

    private UnitRun only() {
        assertThat(finished).hasSize(1);
        return finished.getFirst();
    }

    private void unit(int number, PairedCell... cells) {
        world.engine()
                .unit(
                        ScriptedPlans.units(output, cells),
                        arm -> world::launch,
                        Stream.of(cells).map(ArmGroup::of).toList(),
                        number,
                        finished::add);
    }
}
