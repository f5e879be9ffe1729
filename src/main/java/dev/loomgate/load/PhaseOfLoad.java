package dev.loomgate.load;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One measured phase as the steps of the simulation see it, whatever the model. Every call names the Gatling user it is
 * about.
 */
sealed interface PhaseOfLoad permits OpenPhase, ClosedPhase {
    /**
     * Between the harness's go and the first request: longer than Gatling's slot (1 ms) and usual scheduling delays.
     */
    long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * Lets the requests start.
     *
     * @param requestsPerSecond as the harness tells it now; {@link LoadRun#AS_ORDERED} when the order has said it
     * @param spacing of an open phase
     */
    void go(int requestsPerSecond, ArrivalSpacing spacing);

    void skip();

    boolean skipped();

    /** Holds a user until its request is due, or its turn has come. */
    void hold(HeldUser user);

    /** Whether the user has another request to send. */
    boolean goesOn(long userId);

    void writing(long userId);

    /**
     * The head of an answer has come.
     *
     * @param right any other status is an error
     */
    void answered(long userId, int status, int right);

    /** The whole answer has been read and held against what is expected. */
    void matched(long userId, boolean bodyMatches, String body);

    void ended(HeldUser user, String errorIfUnanswered);

    /**
     * What the phase looked like on each of the servers that share it, once it has ended.
     *
     * @param hlogs names of the logs that {@link #writeLogs} writes
     */
    List<IterationLoad> summaries(String name, GeneratorCost cost, List<String> hlogs);

    /** Writes the phase as HdrHistogram interval logs, one for each server. */
    void writeLogs(List<Path> files);

    /** Place of a user's request in the schedule; where all requests of a turn go to one server, that of the turn. */
    int place(long userId);

    /** How many requests the server of a user's request got before it. */
    long number(long userId);
}
