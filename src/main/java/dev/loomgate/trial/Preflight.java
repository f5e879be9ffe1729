package dev.loomgate.trial;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.server.RunningServer;
import java.util.ArrayList;
import java.util.List;

/**
 * What has to be right before any load: the server is configured as planned, what stands behind it works, and it answers as it should.
 *
 * @param invalid why the cell must not be measured; empty when all is right
 */
record Preflight(Background background, List<Invalidity> invalid) {
    Preflight {
        invalid = List.copyOf(invalid);
    }

    static Preflight of(Cell cell, RunningServer server, BackingServices backing) {
        List<Invalidity> invalid = new ArrayList<>();
        EffectiveAudit.differences(cell.variant().effectiveOn(cell.runtime()), server.effective()).stream()
                .map(Invalidity::configuration)
                .forEach(invalid::add);
        EffectiveAudit.limits(cell.runtime(), server.effective()).stream()
                .map(Invalidity::configuration)
                .forEach(invalid::add);
        Background background = Background.ready(backing, cell, server.baseUri());
        invalid.addAll(background.problems());
        if (invalid.isEmpty()) {
            FirstAnswer.problems(server.baseUri(), cell.workload()).stream()
                    .map(Invalidity::configuration)
                    .forEach(invalid::add);
        }
        return new Preflight(background, invalid);
    }
}
