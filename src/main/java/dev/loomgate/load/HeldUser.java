package dev.loomgate.load;

import io.gatling.core.action.Action;
import io.gatling.core.session.Session;

/** A virtual user at a {@link SessionCallback}, and the two ways on from there. */
record HeldUser(Session session, Action next, Action exit) {
    void proceed() {
        next.$bang(session);
    }

    /** Skips the rest of the scenario. */
    void leave() {
        exit.$bang(session);
    }

    /** Nobody else may touch a session than its own event loop. */
    void later(Runnable task) {
        session.eventLoop().execute(task);
    }
}
