package dev.loomgate.quarkusvirtual;

import dev.loomgate.quarkus.Downstream;
import dev.loomgate.quarkus.FortuneTable;
import dev.loomgate.quarkus.Strikes;
import dev.loomgate.quarkus.ThreadEndpoints;
import dev.loomgate.workloads.Clan;
import dev.loomgate.workloads.Fortune;
import dev.loomgate.workloads.Message;
import dev.loomgate.workloads.Primes;
import io.quarkus.virtual.threads.VirtualThreads;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/**
 * The workloads on a virtual thread per request. Every one is written down here, because Quarkus looks for {@link RunOnVirtualThread} where a method is declared: inherited ones run on the
 * worker pool, whatever this class says.
 */
@Path("/")
@RunOnVirtualThread
final class VirtualResource extends ThreadEndpoints {
    VirtualResource(
            Strikes strikes,
            @RestClient Downstream downstream,
            FortuneTable fortunes,
            @VirtualThreads ExecutorService threadPerTask) {
        super(strikes, downstream, fortunes, threadPerTask, threadPerTask);
    }

    @GET
    @Path("/empty")
    @Produces(MediaType.TEXT_PLAIN)
    @Override
    public String empty() throws InterruptedException {
        return super.empty();
    }

    @GET
    @Path("/io")
    @Produces(MediaType.TEXT_PLAIN)
    @Override
    public String io() throws InterruptedException {
        return super.io();
    }

    @GET
    @Path("/compute")
    @Produces(MediaType.TEXT_PLAIN)
    @Override
    public String compute() throws InterruptedException {
        return super.compute();
    }

    @GET
    @Path("/matmul")
    @Produces(MediaType.TEXT_PLAIN)
    @Override
    public String matmul() throws InterruptedException {
        return super.matmul();
    }

    @GET
    @Path("/mixed")
    @Produces(MediaType.TEXT_PLAIN)
    @Override
    public String mixed() throws InterruptedException {
        return super.mixed();
    }

    @GET
    @Path("/pinned")
    @Produces(MediaType.TEXT_PLAIN)
    @Override
    public String pinned() throws InterruptedException {
        return super.pinned();
    }

    @GET
    @Path("/json")
    @Produces(MediaType.APPLICATION_JSON)
    @Override
    public Message json() {
        return super.json();
    }

    @GET
    @Path("/primes")
    @Produces(MediaType.APPLICATION_JSON)
    @Override
    public Primes primes(@RestQuery String from, @RestQuery String to, @RestQuery String tasks)
            throws InterruptedException {
        return super.primes(from, to, tasks);
    }

    @GET
    @Path("/remote-io")
    @Produces(MediaType.TEXT_PLAIN)
    @Override
    public String remoteIo() {
        return super.remoteIo();
    }

    @GET
    @Path("/aggregate")
    @Produces(MediaType.APPLICATION_JSON)
    @Override
    public List<Clan.Roster> aggregate(@RestQuery String delay) throws InterruptedException {
        return super.aggregate(delay);
    }

    @GET
    @Path("/fortunes")
    @Produces(MediaType.APPLICATION_JSON)
    @Override
    public List<Fortune> fortunes() throws SQLException {
        return super.fortunes();
    }

    @GET
    @Path("/clans")
    @Produces(MediaType.APPLICATION_JSON)
    @Override
    public List<Clan> clans(@RestQuery String delay) throws InterruptedException {
        return super.clans(delay);
    }

    @GET
    @Path("/clans/{tag}/members")
    @Produces(MediaType.APPLICATION_JSON)
    @Override
    public List<Clan.Member> members(@RestPath String tag, @RestQuery String delay) throws InterruptedException {
        return super.members(tag, delay);
    }
}
