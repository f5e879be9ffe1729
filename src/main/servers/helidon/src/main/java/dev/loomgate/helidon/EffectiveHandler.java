package dev.loomgate.helidon;

import dev.loomgate.workloads.Effective;
import dev.loomgate.workloads.Faults;
import io.helidon.common.Version;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What this server really is: read from the listener that carries the question and from the objects in use. */
final class EffectiveHandler implements Handler {
    private final Supplier<WebServer> server;
    private final WorkloadService workloads;
    private final Downstream downstream;
    private final Database database;
    private final Faults faults;

    EffectiveHandler(
            Supplier<WebServer> server,
            WorkloadService workloads,
            Downstream downstream,
            Database database,
            Faults faults) {
        this.server = server;
        this.workloads = workloads;
        this.downstream = downstream;
        this.database = database;
        this.faults = faults;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws Exception {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server", "Helidon/" + Version.VERSION);
        facts.putAll(listener(request));
        facts.put("http", request.prologue().protocolVersion());
        facts.put("database-pool", Integer.toString(database.connectionLimit()));
        facts.put("database-driver", database.driver());
        facts.put("http-client", "Helidon WebClient");
        facts.put("http-client-connections", Integer.toString(downstream.connectionLimit()));
        facts.put("cpu-executor", workloads.computesOnVirtualThreads() ? "virtual threads" : "platform threads");
        facts.put("logging", logging());
        facts.put("access-log", accessLog());
        facts.putAll(Effective.jvm(faults));
        Json.send(response, facts);
    }

    private static Map<String, String> listener(ServerRequest request) {
        ListenerConfig bound = request.listenerContext().config();
        boolean virtual = Thread.currentThread().isVirtual();
        int most = bound.maxConcurrentRequests();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("threads", virtual ? "virtual" : "platform");
        facts.put("request-threads", virtual && most < 0 ? "unbounded" : Effective.limit(most));
        facts.putAll(Effective.acceptQueue(bound.backlog()));
        facts.put("max-connections", Effective.limit(bound.maxTcpConnections()));
        // Helidon has no such limit: it closes a connection when it idles or when the client wants it.
        facts.put("max-keep-alive-requests", "unlimited");
        facts.put("keep-alive-timeout", Effective.timeout(bound.idleConnectionTimeout()));
        boolean compresses = request.listenerContext().contentEncodingContext().contentEncodingEnabled();
        facts.put("compression", compresses ? "on" : "off");
        return facts;
    }

    private static String logging() {
        Level level = Logger.getLogger("").getLevel();
        return level.equals(Level.WARNING) ? "warn" : level.getName().toLowerCase(Locale.ROOT);
    }

    private String accessLog() {
        boolean logs = server.get().prototype().features().stream()
                .anyMatch(feature -> feature.type().equals("access-log"));
        return logs ? "on" : "off";
    }
}
