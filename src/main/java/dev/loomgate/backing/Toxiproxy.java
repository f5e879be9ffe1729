package dev.loomgate.backing;

import dev.loomgate.server.FreePort;
import dev.loomgate.server.LogTail;
import dev.loomgate.server.Placement;
import dev.loomgate.server.ServiceContainer;
import dev.loomgate.server.ServiceContainer.ServiceOrder;
import dev.loomgate.server.TimeLimit;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/**
 * Toxiproxy in a container, with its toxic {@code latency} on the way back. Unlike our own proxy it knows no
 * half-close: a client that says it has asked everything gets no answer any more. No client of a database does so.
 */
record Toxiproxy(BackingContainer container, int port, Latency latency, String inWords) implements DelayProxy {
    private static final String HOST = "127.0.0.1";
    private static final String NAME = "database";
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** @param endsWith the image has no shell that could end it */
    static Toxiproxy start(
            ServiceLocation.Container place,
            String targetHost,
            int targetPort,
            ServiceContainer endsWith,
            Placement placement,
            Path log) {
        int apiPort = FreePort.next();
        ToxiproxyClient client = new ToxiproxyClient(HOST, apiPort);
        ServiceOrder order = new ServiceOrder(
                place.image(),
                List.of("-host=" + HOST, "-port=" + apiPort),
                // It would write a line for every connection.
                Map.of("LOG_LEVEL", "warn"),
                Optional.of(endsWith));
        BackingContainer container =
                BackingContainer.start("delay proxy", place, order, placement, log, () -> answers(client));
        try {
            int port = FreePort.next();
            Latency latency = inTime(() -> client.createProxy(NAME, HOST + ":" + port, targetHost + ":" + targetPort)
                    .toxics()
                    .latency(NAME, ToxicDirection.DOWNSTREAM, 0));
            return new Toxiproxy(
                    container,
                    port,
                    latency,
                    "Toxiproxy, " + place.inWords()
                            + ", on the generator's CPUs; holds back what the database answers, in whole milliseconds");
        } catch (IOException | RuntimeException e) {
            container.close();
            throw new BackingStartException(
                    "Toxiproxy could not be told what to do: " + e.getMessage(),
                    LogTail.tellsPortTaken(String.valueOf(e.getMessage())),
                    e);
        }
    }

    /** Its client would wait for an answer for ever. */
    private static <T> T inTime(Callable<T> question) throws IOException {
        return TimeLimit.exchange(
                ANSWER_LIMIT, "it did not answer within " + ANSWER_LIMIT.toSeconds() + " s", question);
    }

    private static boolean answers(ToxiproxyClient client) {
        try {
            return !inTime(client::version).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /** In whole milliseconds, the next one up. */
    @Override
    public void delay(Duration delay) {
        try {
            inTime(() -> latency.setLatency(Math.ceilDiv(delay.toNanos(), NANOS_PER_MILLI)));
        } catch (IOException e) {
            throw new IllegalStateException("Toxiproxy does not take a delay of " + delay + ": " + e.getMessage(), e);
        }
    }

    @Override
    public OptionalLong pid() {
        return container.pid();
    }

    @Override
    public Optional<String> ended() {
        return container.ended();
    }

    @Override
    public void close() {
        container.close();
    }
}
