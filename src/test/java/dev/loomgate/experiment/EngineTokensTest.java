package dev.loomgate.experiment;

import static dev.loomgate.experiment.ScriptedPlans.cell;
import static dev.loomgate.experiment.ScriptedPlans.duelCell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Login;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tokens that do not last are asked for anew between what is measured. A cycle of the warm-up lasts 4 s and the pause
 * behind it 1 s; a phase 2 s, and the rest before it 0.5 s.
 */
@Timeout(30)
class EngineTokensTest {
    @TempDir
    private Path output;

    private final ScriptedWorld world = new ScriptedWorld();
    private final List<CellRun> cells = new ArrayList<>();
    private final List<UnitRun> units = new ArrayList<>();

    /** It is 9 s old behind the second cycle, and the next one 2.5 s behind the first phase. */
    @Test
    void isAskedForAnewOnceItIsOldAndNothingIsMeasured() {
        world.checks.logins.add(new LogIn("second", Optional.empty()));

        run(Duration.ofSeconds(5));

        assertThat(world.events)
                .containsSequence("warm-up a", "warm-up a", "log in a", "renew second", "collect a", "pin a", "open a");
        assertThat(Collections.frequency(world.events, "log in a")).isOne();
        assertThat(cells.getFirst().failure()).isEmpty();
        assertThat(cells.getFirst().iterations()).hasSize(2);
    }

    @Test
    void isAskedForAnewBetweenCyclesOfTheWarmUpAndBetweenPhases() {
        run(Duration.ofSeconds(2));

        assertThat(world.events.stream().filter(event -> event.matches("(warm-up|log in|open|drive|close) .*")))
                .containsExactly(
                        "warm-up a",
                        "log in a",
                        "warm-up a",
                        "log in a",
                        "open a",
                        "drive a",
                        "close a",
                        "log in a",
                        "open a",
                        "drive a",
                        "close a");
    }

    @Test
    void withoutATimeItIsUsedForTheWholeCell() {
        run(null);

        assertThat(world.events).noneMatch(event -> event.startsWith("log in"));
    }

    @Test
    void aLoginThatFailsLaterFailsTheCell() {
        world.checks.logins.add(new LogIn("", Optional.of("the login POST /login answered status 401, expected 200")));

        run(Duration.ofSeconds(5));

        assertThat(cells.getFirst().failure())
                .contains("between two phases, the login POST /login answered status 401, expected 200");
        assertThat(world.events).doesNotContain("drive a").noneMatch(event -> event.startsWith("renew"));
    }

    /** Without its database no service lets anybody in: that is no word about the service. */
    @Test
    void aLoginThatFailsWhileAServiceBehindHasEndedIsInvalid() {
        world.checks.logins.add(new LogIn("", Optional.of("the login POST /login answered status 500, expected 200")));
        world.checks.troubles = List.of("the database has ended");

        run(Duration.ofSeconds(5));

        assertThat(cells.getFirst().failure()).isEmpty();
        assertThat(cells.getFirst().invalid())
                .extracting(Invalidity::sentence)
                .containsExactly("the database has ended");
        assertThat(cells.getFirst().notes())
                .contains("between two phases, the login POST /login answered status 500, expected 200");
    }

    @Test
    void bothArmsAreAskedForTheirOwn() {
        world.checks.logins.add(new LogIn("first", Optional.empty()));
        world.checks.logins.add(new LogIn("other", Optional.empty()));
        PairedCell io = duelCell("io", 100);
        PairedCell cell = new PairedCell(
                io.baseline(), io.candidate(), withLogin(io.workload(), Duration.ofSeconds(5)), io.load());
        world.engine()
                .unit(
                        ScriptedPlans.units(output, cell),
                        arm -> world::launch,
                        List.of(ArmGroup.of(cell)),
                        1,
                        units::add);

        int renewed = world.events.indexOf("renew first other");
        assertThat(world.events.subList(renewed - 2, renewed)).containsExactlyInAnyOrder("log in old", "log in new");
        assertThat(units.getFirst().failed()).isEmpty();
    }

    private void run(@Nullable Duration every) {
        Cell plain = cell("io", 100);
        Cell cell = new Cell(plain.variant(), plain.runtime(), withLogin(plain.workload(), every), plain.load());
        Plan plan = ScriptedPlans.plan(output, List.of(cell));
        world.engine()
                .cells(plan, world::launch, List.of(cell), new FoundRates(), CellKeeper.of(run -> false, cells::add));
    }

    private static Workload withLogin(Workload workload, @Nullable Duration every) {
        Login login = new Login(HttpRequest.get("/login"), "/token", "", Optional.ofNullable(every));
        return new Workload(
                workload.name(),
                workload.requests(),
                Optional.of(login),
                workload.waits(),
                workload.warmUpUsers(),
                workload.behind());
    }
}
