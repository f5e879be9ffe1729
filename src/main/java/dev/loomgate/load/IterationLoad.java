package dev.loomgate.load;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * What the generator saw in one measured phase. Histograms hold nanoseconds. Times of good answers and of all other
 * requests are kept apart: a failure that comes fast must not improve a percentile, and a time-out must not be taken
 * for a slow answer.
 *
 * @param phase as in the Gatling report: {@code iteration 1}
 * @param length planned length of the phase; where users ask servers in turns, from the start of each turn of the server
 *     to its last answer
 * @param planned requests the profile asked for
 * @param started requests that were really sent
 * @param startSpan from the first request to the last, each when its bytes had left, or the connect of a new connection,
 *     plus one interval of the rate; without what the connection cap adds; of the whole phase, should several servers
 *     share it
 * @param good answers with the expected status and body
 * @param wrongBodies answers with a good status and a body that is not the expected one
 * @param wrongBody the first of these bodies, shortened; empty when there was none
 * @param errors requests without a good status, by kind: {@code 503}, {@code ConnectException}
 * @param latency of good answers, from the intended start (from the send, should that have been some microseconds
 *     earlier)
 * @param service of good answers, from the actual send: right before the bytes were written, so without the set-up of a
 *     new connection
 * @param notGood of requests that failed or got a wrong body, from the intended start until the answer, the reset or
 *     the time-out
 * @param lateness of all requests: when the bytes had left minus intended start, 0 when early: the generator's own
 *     delay, without what the connection cap adds; on a new connection until its connect had left
 * @param heldBack requests that the connection cap held back: the server was too slow for it
 * @param answerSpan from the intended start of the first request to the last answer
 * @param answeredInTime good answers that arrived within the phase's own length (for throughput)
 * @param fastest of all good answers, from the intended start: before it none can have come (for throughput); zero where
 *     there was none
 * @param growth by how much at least good answers to the second half of a server's turn took longer than those to the
 *     first, on average: its queue grows; empty where servers don't take turns, or turns of few requests
 * @param generatorCpu CPU time of the whole generator JVM in the phase
 * @param generatorWork of that, what its compilers and collectors did not use, in finer steps where the scheduler tells
 *     them; of a phase that several servers share, by their requests
 * @param generatorJit how long the generator's compilers were busy in the phase, added up; 0 when its JVM does not tell
 * @param hlog file name of the interval log, below the run's {@code hlog} folder
 * @param requests the same of each of several requests of a workload, by name; empty where all are alike
 */
public record IterationLoad(
        String phase,
        Duration length,
        long planned,
        long started,
        Duration startSpan,
        long good,
        long wrongBodies,
        String wrongBody,
        Map<String, Long> errors,
        Histogram latency,
        Histogram service,
        Histogram notGood,
        Histogram lateness,
        long heldBack,
        Duration answerSpan,
        long answeredInTime,
        Duration fastest,
        Optional<Duration> growth,
        Duration generatorCpu,
        Duration generatorWork,
        Duration generatorJit,
        String hlog,
        Map<String, IterationLoad> requests) {
    /** Kind of error that stands for what a simulation asserts of itself in its {@code setUp}. */
    public static final String ASSERTION_FAILED = "assertions of the simulation";

    /** How kinds of errors begin that are answers, with another status than the expected one: {@code status 503}. */
    static final String STATUS = "status ";

    public IterationLoad {
        errors = Map.copyOf(errors);
        requests = Collections.unmodifiableMap(new LinkedHashMap<>(requests));
    }

    /** With what each of several requests got of it. */
    public IterationLoad with(Map<String, IterationLoad> parts) {
        return new IterationLoad(
                phase,
                length,
                planned,
                started,
                startSpan,
                good,
                wrongBodies,
                wrongBody,
                errors,
                latency,
                service,
                notGood,
                lateness,
                heldBack,
                answerSpan,
                answeredInTime,
                fastest,
                growth,
                generatorCpu,
                generatorWork,
                generatorJit,
                hlog,
                parts);
    }

    /** The rate that was asked for, req/s. */
    public double offered() {
        return planned / (length.toNanos() / 1e9);
    }

    /** How long requests took, whatever came of them. */
    public Histogram allLatencies() {
        Histogram all = latency.copy();
        all.setAutoResize(true);
        all.add(notGood);
        return all;
    }

    /** Of the errors those that the server itself has answered, by kind: with another status than the expected one. */
    public Map<String, Long> badStatuses() {
        return errors.entrySet().stream()
                .filter(error -> error.getKey().startsWith(STATUS))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    public long failed() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
