package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RehearsalTest {
    @Test
    void goesOnWhileTheCompilersAreBusy() {
        assertThat(rounds(4, 3000, 1900, 400, 100)).isEqualTo(4);
    }

    @Test
    void endsWhenTheyHaveLittleLeftToDo() {
        assertThat(rounds(6, 3000, 1900, 100, 0)).isEqualTo(3);
    }

    @Test
    void endsWhereNoFurtherRoundIsOrdered() {
        assertThat(rounds(2, 3000, 3000, 3000)).isEqualTo(2);
    }

    @Test
    void warmsUpOnceAndComesToTheEndOfTheSimulation() {
        Played run = new Played(0);

        Rehearsal.play(run, 6);

        assertThat(run.calls).containsExactly("warm-up", "end of warm-up", "drive", "end", "close");
    }

    private static long rounds(int most, long... jitMillis) {
        Played run = new Played(jitMillis);
        Rehearsal.play(run, most);
        return Collections.frequency(run.calls, "drive");
    }

    private static final class Played implements LoadRun {
        private final List<String> calls = new ArrayList<>();
        private final Deque<Long> jitMillis = new ArrayDeque<>();

        Played(long... jitMillis) {
            for (long each : jitMillis) {
                this.jitMillis.add(each);
            }
        }

        @Override
        public void ready() {}

        @Override
        public WarmedUp warmUp() {
            calls.add("warm-up");
            return WarmedUp.notYet(1);
        }

        @Override
        public void renew(List<String> tokens) {
            throw new AssertionError("there is no login");
        }

        @Override
        public void endWarmUp() {
            calls.add("end of warm-up");
        }

        @Override
        public void drive(int requestsPerSecond, ArrivalSpacing spacing) {
            calls.add("drive");
        }

        @Override
        public List<IterationLoad> recorded() {
            Duration length = Duration.ofSeconds(4);
            Duration jit = Duration.ofMillis(jitMillis.remove());
            Histogram none = new Histogram(3);
            return List.of(new IterationLoad(
                    "",
                    length,
                    8000,
                    8000,
                    length,
                    8000,
                    0,
                    "",
                    Map.of(),
                    none,
                    none,
                    none,
                    none,
                    0,
                    length,
                    8000,
                    Duration.ZERO,
                    Optional.empty(),
                    length,
                    length,
                    jit,
                    "",
                    Map.of()));
        }

        @Override
        public Path end() {
            calls.add("end");
            return Path.of("report");
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }
}
