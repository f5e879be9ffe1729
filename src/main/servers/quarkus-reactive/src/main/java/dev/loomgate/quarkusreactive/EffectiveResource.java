package dev.loomgate.quarkusreactive;

import dev.loomgate.quarkus.EffectiveFacts;
import dev.loomgate.quarkus.WorkerPool;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** What this server really is, asked on the event loop as everything else. */
@Path("/effective")
final class EffectiveResource {
    private final EffectiveFacts common;
    private final int databaseConnections;

    EffectiveResource(
            EffectiveFacts common,
            @ConfigProperty(name = "quarkus.datasource.reactive.max-size") int databaseConnections) {
        this.common = common;
        this.databaseConnections = databaseConnections;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Uni<Map<String, String>> effective(HttpServerRequest request) {
        Map<String, String> facts = common.of(request);
        facts.put("request-threads", "event loops");
        facts.put("cpu-executor", "Quarkus worker pool of " + WorkerPool.mostThreads());
        // The pool does not tell its limit: this is the setting that Quarkus builds it with.
        facts.put("database-pool", Integer.toString(databaseConnections));
        facts.put("database-driver", "vertx-pg-client");
        return Uni.createFrom().item(facts);
    }
}
