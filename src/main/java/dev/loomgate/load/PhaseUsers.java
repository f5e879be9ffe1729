package dev.loomgate.load;

import io.gatling.core.action.Exit;
import io.gatling.core.actor.ActorRef;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The users of the warm-up, or of a phase. When the last of them has left, Gatling is told to start the next phase. By
 * itself it looks once per second whether it should, so that a phase of 3 s took 4.
 */
final class PhaseUsers {
    private final AtomicInteger inside;
    private final boolean last;

    /** @param last whether no phase follows */
    PhaseUsers(int users, boolean last) {
        this.inside = new AtomicInteger(users);
        this.last = last;
    }

    /** To be called once for each of them, on its event loop: skips the rest of its scenario. */
    void leave(HeldUser user) {
        user.leave();
        if (inside.decrementAndGet() == 0 && !last) {
            // Behind the ends of all users: the injector has learnt by then that the phase is over.
            tick(user);
        }
    }

    /** Gatling gives its injector to nobody but the action that tells it of a user's end, and Java has no name for a tick. */
    @SuppressWarnings("unchecked")
    private static void tick(HeldUser user) {
        try {
            Field injector = Exit.class.getDeclaredField("injector");
            injector.setAccessible(true);
            Object tick = Class.forName("io.gatling.core.controller.inject.Injector$Command$Tick$")
                    .getField("MODULE$")
                    .get(null);
            ((ActorRef<Object>) injector.get(user.exit())).$bang(tick);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this version of Gatling starts phases in another way", e);
        }
    }
}
