package dev.loomgate.sampling;

import dev.loomgate.server.RunningServer;
import java.io.IOException;
import java.util.Optional;

/**
 * Tells a server that has ended from one that does not answer.
 *
 * @param startTicks when the process started; a later process may get its id
 */
record ServerLife(RunningServer server, Optional<ProcFs> proc, long startTicks) {
    static ServerLife of(RunningServer server, Optional<ProcFs> proc) {
        try {
            return new ServerLife(
                    server, proc, proc.isPresent() ? proc.get().stat().startTicks() : 0);
        } catch (IOException | ProcText.Unreadable gone) {
            throw new SamplingException("the server ended before it could be sampled", true, gone);
        }
    }

    /** The sentence to give as the reason when it has. */
    Optional<String> ended() {
        Optional<String> death = server.death().map(end -> "the server ended: " + end.reason());
        return death.isPresent() || proc.isEmpty() || sameProcess(proc.get()) ? death : Optional.of("the server ended");
    }

    private boolean sameProcess(ProcFs process) {
        try {
            ProcText.Stat stat = process.stat();
            return !stat.ended() && stat.startTicks() == startTicks;
        } catch (IOException | ProcText.Unreadable gone) {
            return false;
        }
    }
}
