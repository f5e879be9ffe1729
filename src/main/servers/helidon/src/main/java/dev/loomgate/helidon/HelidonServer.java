package dev.loomgate.helidon;

import dev.loomgate.workloads.BadParameter;
import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.ServerAddress;
import dev.loomgate.workloads.ServerStart;
import dev.loomgate.workloads.Setting;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.logging.common.LogConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Map;

/** Helidon's WebServer with blocking handlers, each on a virtual thread of its own. */
public final class HelidonServer {
    private static final System.Logger LOG = System.getLogger(HelidonServer.class.getName());
    private static final int USUAL_PORT = 8080;
    private static final int EXIT_CODE_OF_WRONG_SETTINGS = 2;

    private final WebServer server;

    private HelidonServer(ServerAddress address, Map<String, String> properties, Faults faults) {
        Downstream downstream = Downstream.of(properties);
        Database database = Database.of(properties);
        WorkloadService workloads = new WorkloadService(downstream, database, faults);
        EffectiveHandler effective = new EffectiveHandler(this::server, workloads, downstream, database, faults);
        server = WebServer.builder()
                .host(address.host())
                .port(address.port())
                .backlog(address.acceptQueue())
                // Equal on all servers, and longer than any rest between two phases of load.
                .idleConnectionTimeout(Duration.ofMinutes(5))
                // A server under test stops at once: its last requests are of no use.
                .shutdownHook(false)
                .routing(routing -> route(routing.register(workloads).get("/effective", effective)))
                .build();
    }

    public static void main(String[] args) {
        Faults faults = ServerStart.begin();
        LogConfig.configureRuntime();
        try {
            Map<String, String> properties = Setting.systemProperties();
            ServerAddress address = ServerAddress.of(properties, USUAL_PORT);
            WebServer server = new HelidonServer(address, properties, faults).server.start();
            // Helidon does not throw when it can't listen: it logs the reason and starts nothing.
            if (!server.isRunning()) {
                end(1, "it can't listen on " + address.host() + ":" + address.port() + ", the reason is above");
            }
        } catch (IllegalArgumentException wrong) {
            end(EXIT_CODE_OF_WRONG_SETTINGS, wrong.getMessage());
        }
    }

    private static void route(HttpRouting.Builder routing) {
        routing.error(BadParameter.class, HelidonServer::refuse);
        routing.error(ServiceBehindFailed.class, HelidonServer::fail);
    }

    private static void refuse(ServerRequest request, ServerResponse response, BadParameter wrong) {
        response.status(Status.BAD_REQUEST_400)
                .header(HeaderValues.CONTENT_TYPE_TEXT_PLAIN)
                .send(wrong.reason());
    }

    private static void fail(ServerRequest request, ServerResponse response, ServiceBehindFailed failed) {
        LOG.log(System.Logger.Level.WARNING, failed.getMessage());
        response.status(Status.BAD_GATEWAY_502)
                .header(HeaderValues.CONTENT_TYPE_TEXT_PLAIN)
                .send("a service behind this server failed");
    }

    private WebServer server() {
        return server;
    }

    private static void end(int exitCode, String why) {
        System.err.println("The server does not start: " + why);
        System.exit(exitCode);
    }
}
