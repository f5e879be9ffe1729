package dev.loomgate.trial;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.plan.Cell;
import dev.loomgate.server.RunningServer;
import java.util.ArrayList;
import java.util.List;

/**
 * What has to be right before any load: the server is configured as planned, what stands behind it works, and it answers as it should.
 *
 * @param invalid why the cell must not be measured; empty when all is right
 */
record Preflight(Background background, List<String> invalid) {
    Preflight {
        invalid = List.copyOf(invalid);
    }

    static Preflight of(Cell cell, RunningServer server, BackingServices backing) {
        List<String> invalid = new ArrayList<>(
                EffectiveAudit.differences(cell.variant().effectiveOn(cell.runtime()), server.effective()));
        invalid.addAll(EffectiveAudit.limits(cell.runtime(), server.effective()));
        Background background = Background.ready(backing, cell, server.baseUri());
        invalid.addAll(background.problems());
        if (invalid.isEmpty()) {
            invalid.addAll(FirstAnswer.problems(server.baseUri(), cell.workload()));
        }
        return new Preflight(background, invalid);
    }
}
