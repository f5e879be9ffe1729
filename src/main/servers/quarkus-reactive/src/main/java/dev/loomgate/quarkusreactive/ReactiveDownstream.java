package dev.loomgate.quarkusreactive;

import dev.loomgate.quarkus.DownstreamClient;
import dev.loomgate.workloads.Clan;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.eclipse.microprofile.rest.client.annotation.RegisterProvider;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** The downstream service for code on the event loop: a call answers at once with what will come. */
@Path("/")
@RegisterRestClient(configKey = "downstream")
@RegisterProvider(DownstreamClient.class)
interface ReactiveDownstream {
    @GET
    @Path("/wait")
    Uni<String> await(@RestQuery int ms);

    @GET
    @Path("/clans")
    Uni<List<Clan>> clans(@RestQuery int delay);

    @GET
    @Path("/clans/{tag}/members")
    Uni<List<Clan.Member>> members(@RestPath String tag, @RestQuery int delay);
}
