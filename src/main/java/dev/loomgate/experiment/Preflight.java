package dev.loomgate.experiment;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.server.RunningServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What has to be right before any load: the server is configured as planned, what stands behind it works, and it
 * answers as it should.
 *
 * @param token that the workload's login got; empty without one
 * @param invalid why the cell must not be judged; empty when it may
 * @param failure what is wrong with the first answer, which is the server's doing; empty when all is right
 */
record Preflight(Background background, String token, List<Invalidity> invalid, Optional<String> failure) {
    Preflight {
        invalid = List.copyOf(invalid);
    }

    static Preflight of(Cell cell, RunningServer server, BackingServices backing) {
        List<Invalidity> invalid = new ArrayList<>();
        EffectiveAudit.differences(cell.variant().effectiveOn(cell.runtime()), server.effective()).stream()
                .map(Invalidity::configuration)
                .forEach(invalid::add);
        if (cell.variant().keepsContract()) {
            EffectiveAudit.limits(cell.runtime(), server.effective()).stream()
                    .map(Invalidity::configuration)
                    .forEach(invalid::add);
        }
        EffectiveAudit.idleFaults(cell.workload().name(), server.effective()).stream()
                .map(Invalidity::configuration)
                .forEach(invalid::add);
        LogIn login = LogIn.at(server.baseUri(), cell);
        Background background = Background.ready(backing, cell, server.baseUri(), login.token());
        invalid.addAll(background.problems());
        List<String> problems = !invalid.isEmpty()
                ? List.of()
                : login.problem()
                        .map(List::of)
                        .orElseGet(() -> FirstAnswer.problems(server.baseUri(), cell, login.token()));
        if (problems.isEmpty()) {
            return new Preflight(background, login.token(), invalid, Optional.empty());
        }
        if (Ends.follow(server)) {
            Ends.interference(server).ifPresent(invalid::add);
            return new Preflight(background, login.token(), invalid, Ends.failure(server));
        }
        return new Preflight(
                background, login.token(), invalid, Optional.of("before any load, " + String.join("; ", problems)));
    }

    /** The same where the server failed later. */
    Preflight failed(String what) {
        return new Preflight(background, token, invalid, Optional.of(what));
    }

    /** Whether the cell may be measured. */
    boolean passed() {
        return invalid.isEmpty() && failure.isEmpty();
    }
}
