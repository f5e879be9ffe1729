package dev.loomgate.load;

import com.typesafe.scalalogging.Logger;
import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import io.gatling.core.structure.ScenarioContext;
import io.gatling.javaapi.core.ActionBuilder;
import java.util.function.BiConsumer;

/**
 * A step of a Gatling scenario that hands the session to a handler, which lets it go on when it wants. Gatling's own function steps can only go on at once,
 * and its pauses know whole milliseconds; the recorder needs to send at a nanosecond.
 */
final class Hook implements ActionBuilder {
    private final String name;
    private final BiConsumer<Session, Runnable> handler;

    Hook(String name, BiConsumer<Session, Runnable> handler) {
        this.name = name;
        this.handler = handler;
    }

    @Override
    public io.gatling.core.action.builder.ActionBuilder asScala() {
        return new Builder(name, handler);
    }

    private record Builder(String name, BiConsumer<Session, Runnable> handler)
            implements io.gatling.core.action.builder.ActionBuilder {
        @Override
        public Action build(ScenarioContext context, Action next) {
            return new HookAction(name, handler, next);
        }
    }

    /** The logger accessors are what Scala's StrictLogging trait asks of a Java class. */
    private record HookAction(String name, BiConsumer<Session, Runnable> handler, Action next) implements Action {
        private static final Logger LOGGER = Logger.apply(Hook.class);

        @Override
        public void execute(Session session) {
            handler.accept(session, () -> next.$bang(session));
        }

        @Override
        public Logger logger() {
            return LOGGER;
        }

        @Override
        public void com$typesafe$scalalogging$StrictLogging$_setter_$logger_$eq(Logger logger) {}
    }
}
