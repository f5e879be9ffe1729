package dev.loomgate.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Behind;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.Workload;
import dev.loomgate.server.ExitReason;
import dev.loomgate.server.RunningServer;
import dev.loomgate.server.ServerStartException;
import dev.loomgate.server.ServerStartException.Origin;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often a server is booted, and what becomes of cells whose server does not live: no JVM is needed for that. */
@Timeout(10)
class CellLoopTest {
    private static final Cell FIRST = cell("first");
    private static final Cell SECOND = cell("second");

    private final List<CellRun> finished = new ArrayList<>();
    private final Deque<Supplier<CellLoop.Bench>> boots = new ArrayDeque<>();
    private int closed;
    private int exitCode = 7;

    @Test
    void measuresAllCellsOnOneServer() {
        boots.add(() -> new Scripted(2));

        run();

        assertThat(finished).extracting(CellRun::cell).containsExactly(FIRST, SECOND);
        assertThat(closed).isOne();
    }

    @Test
    void bootsAFreshServerForTheNextCellWhenOneDied() {
        boots.add(() -> new Scripted(1));
        boots.add(() -> new Scripted(1));

        run();

        assertThat(finished)
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.failure()).isEmpty());
        assertThat(closed).isEqualTo(2);
    }

    @Test
    void bootsOnceMoreWhenAServerEndedBeforeItWasAsked() {
        boots.add(() -> new Scripted(0));
        boots.add(() -> new Scripted(2));

        run();

        assertThat(finished)
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.failure()).isEmpty());
    }

    @Test
    void aServerThatEndsBeforeItIsAskedTwiceInARowFailed() {
        boots.add(() -> new Scripted(0));
        boots.add(() -> new Scripted(0));

        run();

        assertThat(boots).as("boots that were not asked for").isEmpty();
        assertThat(finished).hasSize(2).allSatisfy(run -> {
            assertThat(run.failure())
                    .hasValueSatisfying(story -> assertThat(story)
                            .contains("2 servers in a row", "exit code 7", "java -jar run.jar", "out of luck"));
            assertThat(run.invalid()).isEmpty();
        });
        assertThat(closed).isEqualTo(2);
    }

    @Test
    void aServerThatSomebodyElseEndsIsNoResult() {
        exitCode = 129;
        boots.add(() -> new Scripted(0));
        boots.add(() -> new Scripted(0));

        run();

        assertThat(finished).hasSize(2).allSatisfy(run -> {
            assertThat(run.failure()).isEmpty();
            assertThat(Invalidity.isDisturbance(run.invalid())).isTrue();
            assertThat(run.invalid().toString()).contains("SIGHUP");
        });
    }

    @Test
    void aServerThatEndedWhileItStartedFailed() {
        boots.add(() -> {
            throw new ServerStartException(Origin.SERVER, "the server ended while it was starting");
        });

        run();

        assertThat(finished).hasSize(2).allSatisfy(run -> {
            assertThat(run.failure()).contains("the server ended while it was starting");
            assertThat(run.invalid()).isEmpty();
        });
    }

    @Test
    void aServerThatCouldNotBeStartedIsNoResult() {
        for (Origin origin : List.of(Origin.ENVIRONMENT, Origin.PORT)) {
            finished.clear();
            boots.add(() -> {
                throw new ServerStartException(origin, "taskset refused");
            });

            run();

            assertThat(finished).hasSize(2).allSatisfy(run -> {
                assertThat(run.failure()).isEmpty();
                assertThat(run.invalid().toString()).contains("taskset refused");
            });
        }
    }

    private void run() {
        new CellLoop(cell -> boots.removeFirst().get()).run(List.of(FIRST, SECOND), finished::add);
    }

    /** Lives for so many cells. */
    private final class Scripted implements CellLoop.Bench {
        private int left;

        Scripted(int cells) {
            left = cells;
        }

        @Override
        public Optional<CellRun> measure(Cell cell) {
            left--;
            return Optional.of(measured(cell));
        }

        @Override
        public Optional<RunningServer.Death> death() {
            return left > 0
                    ? Optional.empty()
                    : Optional.of(new RunningServer.Death(ExitReason.of(exitCode), "java -jar run.jar", "out of luck"));
        }

        @Override
        public void close() {
            closed++;
        }
    }

    private static CellRun measured(Cell cell) {
        return new CellRun(
                cell,
                List.of(),
                Map.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                "",
                "",
                "",
                Map.of(),
                Optional.empty(),
                Duration.ZERO,
                Duration.ZERO);
    }

    private static Cell cell(String workload) {
        return new Cell(
                new Variant("tiny", "tiny", Map.of(), List.of(), Map.of()),
                new JvmRuntime("jdk25", 25, 32, 64, List.of()),
                new Workload(workload, "/empty", Duration.ZERO, Pattern.compile("ok"), 1, new Behind.Nothing()),
                new LoadProfile.Constant(1));
    }
}
