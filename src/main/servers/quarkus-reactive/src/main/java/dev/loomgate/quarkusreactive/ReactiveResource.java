package dev.loomgate.quarkusreactive;

import dev.loomgate.quarkus.Strikes;
import dev.loomgate.workloads.Clan;
import dev.loomgate.workloads.Clans;
import dev.loomgate.workloads.Fortune;
import dev.loomgate.workloads.Message;
import dev.loomgate.workloads.PrimeRange;
import dev.loomgate.workloads.Primes;
import dev.loomgate.workloads.StubDelay;
import dev.loomgate.workloads.Workload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** The workloads in the reactive style: compute on the event loop, then answer with what comes later, without holding a thread. */
@Path("/")
final class ReactiveResource {
    private static final int REMOTE_WAIT_MILLIS = 100;

    private final Strikes strikes;
    private final ReactiveDownstream downstream;
    private final Pool database;

    ReactiveResource(Strikes strikes, @RestClient ReactiveDownstream downstream, Pool database) {
        this.strikes = strikes;
        this.downstream = downstream;
        this.database = database;
    }

    @GET
    @Path("/empty")
    @Produces(MediaType.TEXT_PLAIN)
    public Uni<String> empty() {
        return serve(Workload.EMPTY);
    }

    @GET
    @Path("/io")
    @Produces(MediaType.TEXT_PLAIN)
    public Uni<String> io() {
        return serve(Workload.IO);
    }

    @GET
    @Path("/compute")
    @Produces(MediaType.TEXT_PLAIN)
    public Uni<String> compute() {
        return serve(Workload.COMPUTE);
    }

    @GET
    @Path("/matmul")
    @Produces(MediaType.TEXT_PLAIN)
    public Uni<String> matmul() {
        return serve(Workload.MATMUL);
    }

    @GET
    @Path("/mixed")
    @Produces(MediaType.TEXT_PLAIN)
    public Uni<String> mixed() {
        return serve(Workload.MIXED);
    }

    @GET
    @Path("/pinned")
    @Produces(MediaType.TEXT_PLAIN)
    public Uni<String> pinned() {
        return serve(Workload.PINNED);
    }

    @GET
    @Path("/json")
    @Produces(MediaType.APPLICATION_JSON)
    public Uni<Message> json() {
        strikes.next();
        return Uni.createFrom().item(Message.hello());
    }

    @GET
    @Path("/primes")
    @Produces(MediaType.APPLICATION_JSON)
    public Uni<Primes> primes(@RestQuery String from, @RestQuery String to, @RestQuery String tasks) {
        strikes.next();
        List<Uni<Primes>> parts =
                PrimeRange.parse(from, to).tasks(tasks, Runtime.getRuntime().availableProcessors()).stream()
                        .map(part -> Uni.createFrom()
                                .item(part::primes)
                                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool()))
                        .toList();
        return Uni.join().all(parts).andFailFast().map(Primes::of);
    }

    @GET
    @Path("/remote-io")
    @Produces(MediaType.TEXT_PLAIN)
    public Uni<String> remoteIo() {
        strikes.next();
        return downstream.await(REMOTE_WAIT_MILLIS);
    }

    @GET
    @Path("/aggregate")
    @Produces(MediaType.APPLICATION_JSON)
    public Uni<List<Clan.Roster>> aggregate(@RestQuery String delay) {
        strikes.next();
        int millis = StubDelay.parse(delay);
        return downstream.clans(millis).flatMap(clans -> rosters(clans, millis));
    }

    @GET
    @Path("/fortunes")
    @Produces(MediaType.APPLICATION_JSON)
    public Uni<List<Fortune>> fortunes() {
        strikes.next();
        return database.preparedQuery(Fortune.SELECT).execute().map(rows -> Fortune.withOneMore(all(rows)));
    }

    @GET
    @Path("/clans")
    @Produces(MediaType.APPLICATION_JSON)
    public Uni<List<Clan>> clans(@RestQuery String delay) {
        return later(delay, Clans.all());
    }

    @GET
    @Path("/clans/{tag}/members")
    @Produces(MediaType.APPLICATION_JSON)
    public Uni<List<Clan.Member>> members(@RestPath String tag, @RestQuery String delay) {
        return later(delay, Clans.membersOf(tag));
    }

    private static <T> Uni<T> later(String delay, T answer) {
        Uni<T> now = Uni.createFrom().item(answer);
        Duration wait = Duration.ofMillis(StubDelay.parse(delay));
        return wait.isPositive() ? now.onItem().delayIt().by(wait) : now;
    }

    private Uni<String> serve(Workload workload) {
        strikes.next();
        Uni<String> answer = Uni.createFrom().item(workload.body());
        Duration wait = strikes.faults().waitOf(workload);
        return wait.isPositive() ? answer.onItem().delayIt().by(wait) : answer;
    }

    private Uni<List<Clan.Roster>> rosters(List<Clan> clans, int millis) {
        if (clans.isEmpty()) {
            // Nothing to join is an error to Mutiny.
            return Uni.createFrom().item(List.of());
        }
        List<Uni<Clan.Roster>> calls = clans.stream()
                .map(clan -> downstream.members(clan.tag(), millis).map(clan::with))
                .toList();
        return Uni.join().all(calls).andFailFast();
    }

    private static List<Fortune> all(RowSet<Row> rows) {
        List<Fortune> all = new ArrayList<>(rows.size());
        for (Row row : rows) {
            all.add(new Fortune(row.getInteger(0), row.getString(1)));
        }
        return all;
    }
}
