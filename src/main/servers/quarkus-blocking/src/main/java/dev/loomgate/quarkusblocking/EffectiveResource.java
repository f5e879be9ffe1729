package dev.loomgate.quarkusblocking;

import dev.loomgate.quarkus.EffectiveFacts;
import dev.loomgate.quarkus.FortuneTable;
import dev.loomgate.quarkus.WorkerPool;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;

/** What this server really is, asked on a worker thread as everything else. */
@Path("/effective")
@Blocking
final class EffectiveResource {
    private final EffectiveFacts common;
    private final FortuneTable fortunes;
    private final ComputingPool computing;

    EffectiveResource(EffectiveFacts common, FortuneTable fortunes, ComputingPool computing) {
        this.common = common;
        this.fortunes = fortunes;
        this.computing = computing;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Map<String, String> effective(HttpServerRequest request) {
        Map<String, String> facts = common.of(request);
        facts.put("request-threads", WorkerPool.mostThreads());
        facts.put("cpu-executor", computing.describe());
        facts.putAll(fortunes.facts());
        return facts;
    }
}
