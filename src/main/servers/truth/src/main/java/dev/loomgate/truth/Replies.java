package dev.loomgate.truth;

/** Sends scripted answers and notes when; one instance per thread that writes. */
final class Replies {
    private final Answers answers = new Answers();
    private final Gate gate;
    private final Phases phases;
    private final TruthLog log;

    Replies(Gate gate, Phases phases, TruthLog log) {
        this.gate = gate;
        this.phases = phases;
        this.log = log;
    }

    /** False when the connection is closed afterwards. */
    boolean send(Connection connection) {
        long now = gate.pass();
        log.replied(connection.row, now);
        boolean stays = false;
        if (connection.outcome == Outcome.RESET) {
            connection.reset();
        } else {
            boolean sent = Answers.write(connection.channel, answers.scripted(connection.outcome, connection.lastAnswer));
            stays = sent && connection.outcome != Outcome.HALF && !connection.lastAnswer;
            if (!stays) {
                connection.close();
            }
        }
        phases.answered(now);
        return stays;
    }

    Answers plain() {
        return answers;
    }
}
