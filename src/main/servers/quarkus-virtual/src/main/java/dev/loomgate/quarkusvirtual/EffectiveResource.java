package dev.loomgate.quarkusvirtual;

import dev.loomgate.quarkus.EffectiveFacts;
import dev.loomgate.quarkus.FortuneTable;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;

/** What this server really is, asked on a virtual thread as everything else. */
@Path("/effective")
@RunOnVirtualThread
final class EffectiveResource {
    private final EffectiveFacts common;
    private final FortuneTable fortunes;

    EffectiveResource(EffectiveFacts common, FortuneTable fortunes) {
        this.common = common;
        this.fortunes = fortunes;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Map<String, String> effective(HttpServerRequest request) {
        Map<String, String> facts = common.of(request);
        facts.put("request-threads", "unbounded");
        facts.put("cpu-executor", "virtual threads");
        facts.putAll(fortunes.facts());
        return facts;
    }
}
