package dev.loomgate.load;

import io.gatling.core.action.Exit;
import io.gatling.core.actor.ActorRef;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The users of the warm-up, or of a phase. When the last of them has left, Gatling is told to start the next phase. By
 * itself it looks once per second whether it should, so that a phase of 3 s took 4, and now and
 * then 5.
 */
final class PhaseUsers {
    private final AtomicInteger inside;
    private final boolean last;

    /** Gatling gives its injector to nobody but the action that tells it of a user's end. */
    private final Field injector;

    /** What makes the injector look; Java has no name for it. */
    private final Object tick;

    /**
     * Of a phase that has not begun.
     *
     * @param last whether no phase follows
     * @throws IllegalStateException when Gatling has changed inside
     */
    PhaseUsers(int users, boolean last) {
        this.inside = new AtomicInteger(users);
        this.last = last;
        try {
            this.injector = Exit.class.getDeclaredField("injector");
            this.tick = Class.forName("io.gatling.core.controller.inject.Injector$Command$Tick$")
                    .getField("MODULE$")
                    .get(null);
        } catch (ReflectiveOperationException e) {
            throw changed(e);
        }
        injector.setAccessible(true);
    }

    private static IllegalStateException changed(ReflectiveOperationException e) {
        return new IllegalStateException("this version of Gatling starts phases in another way", e);
    }

    /** To be called once for each of them, on its event loop: skips the rest of its scenario. */
    void leave(HeldUser user) {
        user.leave();
        if (inside.decrementAndGet() == 0 && !last) {
            // Behind the ends of all users: the injector has learnt by then that the phase is over.
            startNext(user);
        }
    }

    @SuppressWarnings("unchecked")
    private void startNext(HeldUser user) {
        try {
            ((ActorRef<Object>) injector.get(user.exit())).$bang(tick);
        } catch (IllegalAccessException e) {
            throw changed(e);
        }
    }
}
