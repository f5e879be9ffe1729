package dev.loomgate.helidon;

import dev.loomgate.workloads.Clan;
import dev.loomgate.workloads.Clans;
import dev.loomgate.workloads.EarlyAnswer;
import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.Fortune;
import dev.loomgate.workloads.Message;
import dev.loomgate.workloads.PrimeRange;
import dev.loomgate.workloads.Primes;
import dev.loomgate.workloads.StubDelay;
import dev.loomgate.workloads.Workload;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The workloads as blocking code: what has to wait does so on the virtual thread of the request. */
final class WorkloadService implements HttpService {
    private static final int REMOTE_WAIT_MILLIS = 100;

    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Downstream downstream;
    private final Database database;
    private final Faults faults;

    WorkloadService(Downstream downstream, Database database, Faults faults) {
        this.downstream = downstream;
        this.database = database;
        this.faults = faults;
    }

    @Override
    public void routing(HttpRules rules) {
        for (Workload workload : Workload.values()) {
            get(
                    rules,
                    "/" + workload.name().toLowerCase(Locale.ROOT),
                    (request, response) -> serve(workload, response));
        }
        get(rules, "/json", (request, response) -> Json.send(response, Message.hello()));
        get(rules, "/primes", this::primes);
        get(rules, "/remote-io", (request, response) -> text(response, downstream.waitFor(REMOTE_WAIT_MILLIS)));
        get(rules, "/aggregate", this::aggregate);
        get(rules, "/fortunes", this::fortunes);
        rules.get("/clans", (request, response) -> later(request, response, Clans.all()));
        rules.get("/clans/{tag}/members", this::members);
    }

    /** Whether {@code primes} really computes on a virtual thread: asks such a thread. */
    boolean computesOnVirtualThreads() throws InterruptedException, ExecutionException {
        return executor.submit(() -> Thread.currentThread().isVirtual()).get();
    }

    private void get(HttpRules rules, String path, Handler handler) {
        rules.get(path, (request, response) -> {
            Optional<EarlyAnswer> early = faults.strike();
            if (early.isPresent()) {
                text(response.status(early.get().status()), early.get().body());
            } else {
                handler.handle(request, response);
            }
        });
    }

    private void serve(Workload workload, ServerResponse response) throws InterruptedException {
        String body = workload.body();
        Duration wait = faults.waitOf(workload);
        if (wait.isPositive()) {
            workload.await(wait);
        }
        text(response, body);
    }

    private void primes(ServerRequest request, ServerResponse response) throws Exception {
        PrimeRange range = PrimeRange.parse(parameter(request, "from"), parameter(request, "to"));
        List<Callable<Primes>> parts = new ArrayList<>();
        int processors = Runtime.getRuntime().availableProcessors();
        for (PrimeRange part : range.tasks(parameter(request, "tasks"), processors)) {
            parts.add(part::primes);
        }
        Json.send(response, Primes.of(atOnce(parts)));
    }

    private void aggregate(ServerRequest request, ServerResponse response) throws Exception {
        int delay = StubDelay.parse(parameter(request, "delay"));
        List<Callable<Clan.Roster>> calls = new ArrayList<>();
        for (Clan clan : downstream.clans(delay)) {
            calls.add(() -> clan.with(downstream.members(clan, delay)));
        }
        Json.send(response, atOnce(calls));
    }

    private void members(ServerRequest request, ServerResponse response) throws Exception {
        later(request, response, Clans.membersOf(request.path().pathParameters().get("tag")));
    }

    private static void later(ServerRequest request, ServerResponse response, Object answer) throws Exception {
        Thread.sleep(StubDelay.parse(parameter(request, "delay")));
        Json.send(response, answer);
    }

    private void fortunes(ServerRequest request, ServerResponse response) throws Exception {
        Json.send(response, Fortune.withOneMore(database.fortunes()));
    }

    /** Results in the order of the tasks; the first failure in that order is thrown as it is. */
    private <T> List<T> atOnce(List<Callable<T>> tasks) throws Exception {
        List<T> results = new ArrayList<>();
        for (Future<T> done : executor.invokeAll(tasks)) {
            try {
                results.add(done.get());
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof Exception cause ? cause : failed;
            }
        }
        return results;
    }

    private static String parameter(ServerRequest request, String name) {
        return request.query().first(name).orElse(null);
    }

    private static void text(ServerResponse response, String body) {
        response.header(HeaderValues.CONTENT_TYPE_TEXT_PLAIN).send(body);
    }
}
