package dev.loomgate.load;

import com.typesafe.scalalogging.Logger;
import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import io.gatling.core.structure.ScenarioContext;
import io.gatling.javaapi.core.ActionBuilder;
import java.util.function.Consumer;

/**
 * A step of a Gatling scenario that hands the user to a handler, which lets it go on when it wants. Gatling's own
 * function steps can only go on at once, and its pauses know whole milliseconds; the recorder needs to send at a
 * nanosecond.
 */
record SessionCallback(String name, Consumer<HeldUser> handler) implements ActionBuilder {
    @Override
    public io.gatling.core.action.builder.ActionBuilder asScala() {
        return new Builder(name, handler);
    }

    private record Builder(String name, Consumer<HeldUser> handler)
            implements io.gatling.core.action.builder.ActionBuilder {
        @Override
        public Action build(ScenarioContext context, Action next) {
            return new HookAction(name, handler, next, context.coreComponents().exit());
        }
    }

    /** The logger accessors are what Scala's StrictLogging trait asks of a Java class. */
    private record HookAction(String name, Consumer<HeldUser> handler, Action next, Action exit) implements Action {
        private static final Logger LOGGER = Logger.apply(SessionCallback.class);

        @Override
        public void execute(Session session) {
            handler.accept(new HeldUser(session, next, exit));
        }

        @Override
        public Logger logger() {
            return LOGGER;
        }

        @Override
        public void com$typesafe$scalalogging$StrictLogging$_setter_$logger_$eq(Logger logger) {}
    }
}
