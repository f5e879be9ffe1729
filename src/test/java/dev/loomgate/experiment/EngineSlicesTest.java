package dev.loomgate.experiment;

import static dev.loomgate.experiment.ScriptedPlans.duelCell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.UnitScale;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Units of a duel whose arms take turns, because an odd rate can't be halved. */
@Timeout(60)
class EngineSlicesTest {
    private static final int SLICES = 12;
    private static final PairedCell IO = duelCell("io", 101);

    @TempDir
    private Path output;

    private final ScriptedWorld world = new ScriptedWorld();
    private final List<UnitRun> finished = new ArrayList<>();

    @Test
    void eachSliceIsSampledOnTheArmThatHasTheLoad() {
        unit(1, IO);

        List<String> windows = world.events.stream()
                .filter(event -> event.matches("(open|drive|close) .*"))
                .toList();
        assertThat(windows).hasSize(3 * SLICES);
        for (int slice = 0; slice < SLICES; slice++) {
            String arm = windows.get(3 * slice).substring("open ".length());
            assertThat(windows.subList(3 * slice, 3 * slice + 3))
                    .containsExactly("open " + arm, "drive " + arm, "close " + arm);
        }
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

    @Test
    void blocksAreBalancedAndChanceDecidesWhoIsFirstInThem() {
        Set<List<Side>> blocks = new HashSet<>();
        for (int number = 1; number <= 10; number++) {
            unit(number, IO);
            List<Side> sides =
                    finished.getLast().slices().stream().map(Slice::side).toList();
            for (int block = 0; block < SLICES / UnitScale.BLOCK; block++) {
                blocks.add(sides.subList(UnitScale.BLOCK * block, UnitScale.BLOCK * (block + 1)));
            }
        }

        Side a = Side.BASELINE;
        Side b = Side.CANDIDATE;
        assertThat(blocks).containsExactlyInAnyOrder(List.of(a, b, b, a), List.of(b, a, a, b));
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
    void anArmThatCannotHoldTheRateFailsAfterTwoBlocks() {
        world.everyServer(server -> server.capacity = server.name.equals("new") ? 50 : 1000);

        unit(1, IO);

        assertThat(only().slices()).hasSize(2 * UnitScale.BLOCK);
        assertThat(only().failed()).containsOnlyKeys(Side.CANDIDATE);
        assertThat(only().failed().get(Side.CANDIDATE)).contains("can't hold 101 req/s");
    }

    /** Stolen time disturbs what requests took, and nothing of what they cost. */
    @Test
    void aStolenSliceIsDisturbedAndNotMeasuredAgain() {
        world.everyServer(server -> server.steal.add(server.name.equals("new") ? 9.0 : 0.0));

        unit(1, IO);

        assertThat(only().slices()).hasSize(SLICES);
        assertThat(only().slices().stream().filter(slice -> !slice.disturbed().isEmpty()))
                .singleElement()
                .satisfies(slice -> assertThat(slice.side()).isEqualTo(Side.CANDIDATE))
                .satisfies(slice -> assertThat(slice.invalid()).isEmpty());
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
