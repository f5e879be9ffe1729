package dev.loomgate.experiment;

import dev.loomgate.load.Address;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import java.time.Duration;

/** What the generator is told of a cell, whose load all goes to one server. */
final class CellOrder {
    private CellOrder() {}

    /**
     * Of one server.
     *
     * @param dropped beginning of a phase whose latencies are not counted
     * @param hlogs prefix of the names of the interval logs
     */
    static LoadOrder of(
            Plan plan,
            Cell cell,
            Address server,
            Arrivals arrivals,
            Duration length,
            Duration dropped,
            int phases,
            String hlogs) {
        return new LoadOrder(
                cell.workload().name() + " " + cell.load().displayName(),
                server,
                cell.workload().clients(),
                arrivals,
                length.toMillis(),
                dropped.toMillis(),
                phases,
                cell.workload().warmUpUsers(cell.load()),
                plan.scale().warmUp().load().toMillis(),
                plan.maxConnections(),
                absolute(plan, "gatling/" + cell.id()),
                absolute(plan, "hlog"),
                hlogs,
                null);
    }

    /** Of a file below the folder of the run. */
    static String absolute(Plan plan, String name) {
        return plan.output().resolve(name).toAbsolutePath().toString();
    }
}
