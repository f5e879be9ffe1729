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

    /** Only its own event loop may touch a session. */
    void later(Runnable task) {
        session.eventLoop().execute(task);
    }
}
