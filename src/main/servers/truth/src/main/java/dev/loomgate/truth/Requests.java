package dev.loomgate.truth;

import java.nio.ByteBuffer;

/** What the event loop does with a request: the script for {@code /truth}, nothing of it for all others. */
final class Requests {
    private final Script script;
    private final Phases phases;
    private final TruthLog log;
    private final Waiter waiter;
    private final Replies replies;
    private final Facts facts;
    private final Outcomes outcomes;
    private final Draws draws;
    private final Burner burner;
    private final Memory memory;

    Requests(Script script, Phases phases, TruthLog log, Waiter waiter, Replies replies, Burner burner, Facts facts) {
        this.script = script;
        this.phases = phases;
        this.log = log;
        this.waiter = waiter;
        this.replies = replies;
        this.facts = facts;
        this.burner = burner;
        this.outcomes =
                new Outcomes(script.errorsPerMillion(), script.resetsPerMillion(), script.halvesPerMillion());
        this.draws = new Draws(script.seed());
        this.memory = new Memory(script);
    }

    /** True when it was answered and the connection may bring the next one. */
    boolean act(Connection connection, Head head, long arrived) {
        return switch (head.target()) {
            case TRUTH -> scripted(connection, head.last(), arrived);
            case EFFECTIVE -> write(connection, facts.answer(head.last()), head.last());
            case OTHER -> write(
                    connection, head.last() ? replies.plain().lastNotFound : replies.plain().notFound, head.last());
            case BAD -> write(connection, replies.plain().bad, true);
        };
    }

    private boolean scripted(Connection connection, boolean last, long arrived) {
        if (phases.arrived(arrived)) {
            log.reserve();
        }
        long delay = script.delay().nanos(draws.nextShare());
        Outcome outcome = outcomes.next();
        long burned = burner.burn();
        memory.request();
        connection.row = log.arrived(phases.phase(), arrived, delay, burned, outcome);
        connection.outcome = outcome;
        connection.lastAnswer = last;
        if (script.answersAtOnce()) {
            return replies.send(connection);
        }
        connection.busy(true);
        waiter.await(connection, (burned > 0 ? System.nanoTime() : arrived) + delay);
        return false;
    }

    private static boolean write(Connection connection, ByteBuffer answer, boolean last) {
        if (Answers.write(connection.channel, answer) && !last) {
            return true;
        }
        connection.close();
        return false;
    }
}
