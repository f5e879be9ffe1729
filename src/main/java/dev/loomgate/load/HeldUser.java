package dev.loomgate.load;

import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import java.util.concurrent.RejectedExecutionException;

/** A virtual user at a {@link SessionCallback}, and the two ways on from there. */
record HeldUser(Session session, Action next, Action exit) {
    void proceed() {
        next.$bang(session);
    }

    /** Skips the rest of the scenario. */
    void leave() {
        exit.$bang(session);
    }

    /**
     * Only its own event loop may touch a session. When a run is ended at a gate, the first user to pass it stops Gatling,
     * and its loops may be gone before the last one passes: that user has nothing left to do.
     */
    void later(Runnable task) {
        try {
            session.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            // The run has ended.
        }
    }
}
