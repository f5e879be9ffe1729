package dev.loomgate.load;

import io.gatling.commons.stats.OK$;
import io.gatling.commons.stats.Status;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.controller.Controller;
import io.gatling.core.session.GroupBlock;
import io.gatling.core.stats.StatsEngine;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import scala.Option;
import scala.collection.immutable.List;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What Gatling tells of each request, its name and whether its checks held, put together with the times of the
 * connection that has brought the answer. Gatling's own report gets the same as without it.
 */
record SimulationStats(StatsEngine gatling, SimulationRecorder recorder) implements StatsEngine {
    private static final int FIRST_ERROR = 400;

    @Override
    public void logResponse(
            String scenario,
            List<String> groups,
            String requestName,
            long startTimestamp,
            long endTimestamp,
            Status status,
            Option<String> responseCode,
            Option<String> message) {
        String name = name(groups, requestName);
        String why = message.isEmpty() ? "" : message.get();
        boolean good = OK$.MODULE$.equals(status);
        if (responseCode.isEmpty() && !good) {
            recorder.unanswered(
                    name,
                    Duration.ofMillis(Math.max(0, endTimestamp - startTimestamp)),
                    FailureLog.withoutAddresses(why.isEmpty() ? "no answer" : why));
        } else {
            Optional<ChannelTimes> channel = ChannelTimes.reading();
            if (responseCode.isEmpty() || channel.isEmpty() || channel.get().isHttp2()) {
                recorder.problem("request '" + name + "' of the simulation could not be timed: only requests over"
                        + " HTTP/1.1 can (no HTTP/2, no WebSocket, no server-sent events, no other protocol)");
            } else {
                recorder.answered(name, channel.get().answered(), outcome(good, responseCode.get(), why));
            }
        }
        gatling.logResponse(scenario, groups, requestName, startTimestamp, endTimestamp, status, responseCode, message);
    }

    /** {@code checkout / pay} where it is in a group. */
    private static String name(List<String> groups, String requestName) {
        return Stream.concat(CollectionConverters.asJava(groups).stream(), Stream.of(requestName))
                .collect(Collectors.joining(" / "));
    }

    /** A check on the status that failed is an error, as is a status that says so itself. */
    static SimulationRecorder.Outcome outcome(boolean good, String code, String why) {
        if (good) {
            return new SimulationRecorder.Outcome.Good();
        }
        return why.startsWith("status.") || Integer.parseInt(code) >= FIRST_ERROR
                ? new SimulationRecorder.Outcome.Failed(IterationLoad.STATUS + code)
                : new SimulationRecorder.Outcome.Wrong(why);
    }

    /** It was never sent: an expression of it has no value. */
    @Override
    public void logRequestCrash(String scenario, List<String> groups, String requestName, String error) {
        recorder.unanswered(name(groups, requestName), Duration.ZERO, "not sent: " + error);
        gatling.logRequestCrash(scenario, groups, requestName, error);
    }

    @Override
    public void start() {
        gatling.start();
    }

    @Override
    public void stop(ActorRef<Controller.Command> controller, Option<Exception> exception) {
        gatling.stop(controller, exception);
    }

    @Override
    public void logUserStart(String scenario) {
        gatling.logUserStart(scenario);
    }

    @Override
    public void logUserEnd(String scenario) {
        gatling.logUserEnd(scenario);
    }

    @Override
    public void logGroupEnd(String scenario, GroupBlock groupBlock, long exitTimestamp) {
        gatling.logGroupEnd(scenario, groupBlock, exitTimestamp);
    }
}
