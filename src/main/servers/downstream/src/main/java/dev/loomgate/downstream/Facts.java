package dev.loomgate.downstream;

import dev.loomgate.workloads.Effective;
import dev.loomgate.workloads.Faults;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.impl.VertxImpl;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What {@code GET /effective} says of this service. */
final class Facts {
    private Facts() {}

    static Buffer of(HttpServerRequest request, Vertx vertx, HttpServerOptions bound, Faults faults) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server", "Vert.x/" + VertxImpl.version());
        facts.put("threads", Context.isOnEventLoopThread() ? "event-loop" : "unknown: " + Thread.currentThread());
        facts.put("request-threads", "event loops");
        facts.put("event-loops", Integer.toString(loops((VertxInternal) vertx)));
        facts.putAll(Effective.acceptQueue(bound.getAcceptBacklog()));
        // Vert.x knows neither limit: what ends first is open-files-max.
        facts.put("max-connections", "unlimited");
        facts.put("max-keep-alive-requests", "unlimited");
        facts.put("keep-alive-timeout", Effective.timeout(idle(bound)));
        facts.put("http", version(request.version()));
        facts.put("h2c", bound.isHttp2ClearTextEnabled() ? "on" : "off");
        facts.put("h2c-streams", Long.toString(bound.getInitialSettings().getMaxConcurrentStreams()));
        facts.put("compression", bound.isCompressionSupported() ? "on" : "off");
        facts.putAll(Effective.jvm(faults));
        JsonObject json = new JsonObject();
        facts.forEach(json::put);
        return json.toBuffer();
    }

    private static int loops(VertxInternal vertx) {
        int count = 0;
        for (EventExecutor ignored : vertx.nettyEventLoopGroup()) {
            count++;
        }
        return count;
    }

    private static Duration idle(HttpServerOptions bound) {
        return Duration.of(bound.getIdleTimeout(), bound.getIdleTimeoutUnit().toChronoUnit());
    }

    private static String version(HttpVersion version) {
        return switch (version) {
            case HTTP_1_0 -> "1.0";
            case HTTP_1_1 -> "1.1";
            case HTTP_2 -> "2";
            default -> version.toString();
        };
    }
}
