package dev.loomgate.backing;

import static dev.loomgate.backing.KilledRun.Moment.INITDB;
import static dev.loomgate.backing.KilledRun.Moment.RUNNING;
import static dev.loomgate.backing.KilledRun.Moment.UNPACKING;
import static dev.loomgate.backing.KilledRun.Target.GROUP;
import static dev.loomgate.backing.KilledRun.Target.GUARD;
import static dev.loomgate.backing.KilledRun.Target.HARNESS;
import static dev.loomgate.backing.KilledRun.Target.POSTMASTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.loomgate.backing.KilledRun.Moment;
import dev.loomgate.backing.KilledRun.Target;
import dev.loomgate.server.TinyServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Signals to one process of a run and to its process group, while PostgreSQL is unpacked, while initdb runs, and while
 * it serves. A short table in {@code -Pproof}; {@code -Dbacking.signals=<n>} runs all of it n times.
 */
@Tag("proof")
@Tag("untimed")
class KilledBackingIT {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int REPETITIONS = Integer.getInteger("backing.signals", 0);
    private static final List<String> SIGNALS = List.of("HUP", "INT", "QUIT", "TERM", "KILL");

    @TempDir(cleanup = CleanupMode.NEVER)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path base;

    @SuppressWarnings("NullAway.Init") // by every test
    private KilledRun run;

    /** What is sent, to whom, when. */
    record Kill(Moment moment, String signal, Target target) {
        /**
         * A JVM prints its threads on QUIT and goes on; a guard ignores what it can and is replaced when it is killed;
         * PostgreSQL reads its settings again on HUP.
         */
        boolean survived() {
            return switch (target) {
                case HARNESS, GROUP -> signal.equals("QUIT");
                case GUARD -> true;
                case POSTMASTER -> signal.equals("HUP");
            };
        }
    }

    static Stream<Kill> kills() {
        if (REPETITIONS > 0) {
            return IntStream.range(0, REPETITIONS).boxed().flatMap(repetition -> all());
        }
        return Stream.of(
                new Kill(UNPACKING, "HUP", GROUP),
                new Kill(UNPACKING, "KILL", HARNESS),
                new Kill(INITDB, "HUP", GROUP),
                new Kill(INITDB, "KILL", GROUP),
                new Kill(RUNNING, "HUP", GROUP),
                new Kill(RUNNING, "TERM", HARNESS),
                new Kill(RUNNING, "KILL", GROUP),
                new Kill(RUNNING, "QUIT", GROUP),
                new Kill(RUNNING, "KILL", GUARD),
                new Kill(RUNNING, "KILL", POSTMASTER));
    }

    private static Stream<Kill> all() {
        return Stream.of(Moment.values())
                .flatMap(moment -> Stream.of(Target.values())
                        .filter(target -> target != POSTMASTER || moment == RUNNING)
                        .flatMap(target -> SIGNALS.stream().map(signal -> new Kill(moment, signal, target))));
    }

    @BeforeEach
    void startHarness() throws IOException {
        Path servers = base.resolve("servers");
        TinyServer.packInto(servers, "downstream");
        run = KilledRun.start(base, servers);
    }

    @AfterEach
    void endHarness() {
        run.killWhatIsLeft();
    }

    @ParameterizedTest
    @MethodSource("kills")
    void leavesNoProcessAndNoFolder(Kill kill) {
        run.await(kill.moment());
        assertThat(run.folders()).isNotEmpty();

        run.send(kill.signal(), kill.target());

        if (kill.survived()) {
            await().atMost(PATIENCE).until(run::ready);
            assertThat(run.postmaster()).as("the database goes on").isPresent();
            run.end();
        } else if (kill.target() == POSTMASTER) {
            await().atMost(LIMIT).untilAsserted(() -> assertThat(run.folders()).isEmpty());
            assertThat(run.postmaster()).isEmpty();
            assertThat(run.alive())
                    .as("the harness, which tells what has ended")
                    .isTrue();
            run.end();
        }
        await().atMost(LIMIT).untilAsserted(() -> assertThat(run.left()).isEmpty());
    }

    /** When the guard is killed, too, what stays is the next run's to remove. */
    @Test
    void isSweptByTheNextRunWhenTheGuardIsKilledWithTheHarness() {
        run.await(RUNNING);
        // Stopped first: a guard that is killed is replaced at once.
        run.send("STOP", HARNESS);
        run.send("KILL", GUARD);
        run.send("KILL", HARNESS);
        await().atMost(LIMIT).until(() -> !run.alive());
        assertThat(run.left()).anyMatch(left -> left.contains("postgres"));

        List<String> said = run.sweep();

        assertThat(said).singleElement().asString().contains("left by an earlier run that was killed");
        await().atMost(LIMIT).untilAsserted(() -> assertThat(run.left()).isEmpty());
    }
}
