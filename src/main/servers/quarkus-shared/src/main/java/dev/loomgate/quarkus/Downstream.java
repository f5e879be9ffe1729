package dev.loomgate.quarkus;

import dev.loomgate.workloads.Clan;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.eclipse.microprofile.rest.client.annotation.RegisterProvider;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** The downstream service for code on threads: a call blocks until the answer is there. */
@Path("/")
@RegisterRestClient(configKey = "downstream")
@RegisterProvider(DownstreamClient.class)
public interface Downstream {
    @GET
    @Path("/wait")
    String await(@RestQuery int ms);

    @GET
    @Path("/clans")
    List<Clan> clans(@RestQuery int delay);

    @GET
    @Path("/clans/{tag}/members")
    List<Clan.Member> members(@RestPath String tag, @RestQuery int delay);
}
