package dev.loomgate.experiment;

import static org.awaitility.Awaitility.await;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What the end of a server means. One that died by itself is a result; one that somebody else ended says nothing about
 * itself.
 */
final class Ends {
    /** From the port that is closed to the process that is gone. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private Ends() {}

    /** How it died by itself, once it has. */
    static Optional<String> failure(RunningServer server) {
        return server.death().filter(death -> !death.reason().fromOutside()).map(Ends::story);
    }

    /**
     * Why it must not be judged, once somebody else has ended it: the signal went to the whole process group, or to
     * this server alone.
     */
    static Optional<Invalidity> interference(RunningServer server) {
        return server.death()
                .filter(death -> death.reason().fromOutside())
                .map(death -> Invalidity.machine("the server was ended by somebody else: " + death.reason()));
    }

    /** Waits for the end of a server that does not answer any more: its port closes before its process ends. */
    static boolean follow(RunningServer server) {
        try {
            await().dontCatchUncaughtExceptions()
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .until(() -> server.death().isPresent());
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    /** The whole story of an end. */
    static String story(RunningServer.Death death) {
        return "the server died: " + death.reason() + "\ncommand: " + death.commandLine() + "\nlast lines of its log:\n"
                + death.lastLogLines().indent(2).stripTrailing();
    }
}
