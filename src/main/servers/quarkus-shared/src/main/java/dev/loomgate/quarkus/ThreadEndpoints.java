package dev.loomgate.quarkus;

import dev.loomgate.workloads.Clan;
import dev.loomgate.workloads.Clans;
import dev.loomgate.workloads.Fortune;
import dev.loomgate.workloads.Message;
import dev.loomgate.workloads.PrimeRange;
import dev.loomgate.workloads.Primes;
import dev.loomgate.workloads.StubDelay;
import dev.loomgate.workloads.Workload;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/**
 * The workloads in the style of threads: compute, then block, on the thread of the request. A server extends it by one class, whose annotation decides which
 * thread that is, and brings the executors of its style.
 */
public abstract class ThreadEndpoints {
    private static final int REMOTE_WAIT_MILLIS = 100;

    private final Strikes strikes;
    private final Downstream downstream;
    private final FortuneTable fortunes;
    private final ExecutorService computing;
    private final ExecutorService calling;

    /**
     * What a server brings.
     *
     * @param computing where the parts of {@code primes} are computed
     * @param calling where the calls of {@code aggregate} block at the same time
     */
    protected ThreadEndpoints(
            Strikes strikes,
            Downstream downstream,
            FortuneTable fortunes,
            ExecutorService computing,
            ExecutorService calling) {
        this.strikes = strikes;
        this.downstream = downstream;
        this.fortunes = fortunes;
        this.computing = computing;
        this.calling = calling;
    }

    @GET
    @Path("/empty")
    @Produces(MediaType.TEXT_PLAIN)
    public String empty() throws InterruptedException {
        return serve(Workload.EMPTY);
    }

    @GET
    @Path("/io")
    @Produces(MediaType.TEXT_PLAIN)
    public String io() throws InterruptedException {
        return serve(Workload.IO);
    }

    @GET
    @Path("/compute")
    @Produces(MediaType.TEXT_PLAIN)
    public String compute() throws InterruptedException {
        return serve(Workload.COMPUTE);
    }

    @GET
    @Path("/matmul")
    @Produces(MediaType.TEXT_PLAIN)
    public String matmul() throws InterruptedException {
        return serve(Workload.MATMUL);
    }

    @GET
    @Path("/mixed")
    @Produces(MediaType.TEXT_PLAIN)
    public String mixed() throws InterruptedException {
        return serve(Workload.MIXED);
    }

    @GET
    @Path("/pinned")
    @Produces(MediaType.TEXT_PLAIN)
    public String pinned() throws InterruptedException {
        return serve(Workload.PINNED);
    }

    @GET
    @Path("/json")
    @Produces(MediaType.APPLICATION_JSON)
    public Message json() {
        strikes.next();
        return Message.hello();
    }

    @GET
    @Path("/primes")
    @Produces(MediaType.APPLICATION_JSON)
    public Primes primes(@RestQuery String from, @RestQuery String to, @RestQuery String tasks)
            throws InterruptedException {
        strikes.next();
        List<Callable<Primes>> parts =
                PrimeRange.parse(from, to).tasks(tasks, Runtime.getRuntime().availableProcessors()).stream()
                        .<Callable<Primes>>map(part -> part::primes)
                        .toList();
        return Primes.of(AllAtOnce.on(computing, parts));
    }

    @GET
    @Path("/remote-io")
    @Produces(MediaType.TEXT_PLAIN)
    public String remoteIo() {
        strikes.next();
        return downstream.await(REMOTE_WAIT_MILLIS);
    }

    @GET
    @Path("/aggregate")
    @Produces(MediaType.APPLICATION_JSON)
    public List<Clan.Roster> aggregate(@RestQuery String delay) throws InterruptedException {
        strikes.next();
        int millis = StubDelay.parse(delay);
        List<Callable<Clan.Roster>> calls = downstream.clans(millis).stream()
                .<Callable<Clan.Roster>>map(clan -> () -> clan.with(downstream.members(clan.tag(), millis)))
                .toList();
        return AllAtOnce.on(calling, calls);
    }

    @GET
    @Path("/fortunes")
    @Produces(MediaType.APPLICATION_JSON)
    public List<Fortune> fortunes() throws SQLException {
        strikes.next();
        return Fortune.withOneMore(fortunes.all());
    }

    @GET
    @Path("/clans")
    @Produces(MediaType.APPLICATION_JSON)
    public List<Clan> clans(@RestQuery String delay) throws InterruptedException {
        Thread.sleep(StubDelay.parse(delay));
        return Clans.all();
    }

    @GET
    @Path("/clans/{tag}/members")
    @Produces(MediaType.APPLICATION_JSON)
    public List<Clan.Member> members(@RestPath String tag, @RestQuery String delay) throws InterruptedException {
        Thread.sleep(StubDelay.parse(delay));
        return Clans.membersOf(tag);
    }

    private String serve(Workload workload) throws InterruptedException {
        strikes.next();
        String body = workload.body();
        Duration wait = strikes.faults().waitOf(workload);
        if (wait.isPositive()) {
            workload.await(wait);
        }
        return body;
    }
}
