package dev.loomgate.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loomgate.plan.Feed;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.WeightedRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Warms a fresh generator before anything is measured with it: interpreted code sends late. The load goes to a server
 * of our own, so that no server under test is treated differently from the others. Some answers are errors, and some
 * close their connection, so that failures and new connections are rehearsed too.
 *
 * <p>Twice: the second order of a generator takes paths that the first one did not, and what was compiled without them
 * has to be compiled again.
 */
final class Rehearsal implements AutoCloseable {
    /**
     * What each order is: one request that is answered at once; and several, with a body and records of a file, which
     * take long enough for many to be under way together.
     */
    static final List<Part> PARTS = List.of(
            new Part(Duration.ZERO, Requests.of(HttpRequest.get("/", "ok"))),
            new Part(
                    Duration.ofMillis(5),
                    new Requests(
                            List.of(
                                    new WeightedRequest("get", 0.7, HttpRequest.get("/${n}", "ok")),
                                    new WeightedRequest(
                                            "post",
                                            0.3,
                                            new HttpRequest(
                                                    "POST",
                                                    "/",
                                                    Map.of("X-Number", "${n}"),
                                                    "{\"n\": ${n}}",
                                                    200,
                                                    "ok"))),
                            new Feed("", Feed.Order.CIRCULAR, List.of("n"), List.of(List.of("1"), List.of("2"))))));

    private static final byte[] ANSWER = "ok".getBytes(StandardCharsets.UTF_8);
    private static final int REQUESTS_PER_SECOND = 2000;
    private static final Duration LENGTH = Duration.ofSeconds(3);
    private static final int MOST_ROUNDS = 6;
    private static final int EVERY_NTH_FAILS = 50;
    private static final int EVERY_NTH_CLOSES = 10;
    private static final int BACKLOG = 1000;

    /** Share of a round that its compilers may still use. */
    private static final double LITTLE = 0.05;

    private final AtomicInteger requests = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final Part part;

    /** @param takes how long the server takes to answer */
    record Part(Duration takes, Requests requests) {}

    Rehearsal(Part part) {
        this.part = part;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        } catch (IOException e) {
            throw new GeneratorBrokeException("cannot open a port for the load generator's rehearsal", e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        int number = requests.incrementAndGet();
        LockSupport.parkNanos(part.takes().toNanos());
        try (exchange) {
            if (number % EVERY_NTH_CLOSES == 0) {
                exchange.getResponseHeaders().set("Connection", "close");
            }
            exchange.sendResponseHeaders(number % EVERY_NTH_FAILS == 0 ? 503 : 200, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
        }
    }

    LoadOrder order(Path folder) {
        return new LoadOrder(
                "rehearsal",
                Address.of("http://127.0.0.1:" + server.getAddress().getPort()),
                part.requests(),
                new Arrivals.Open(REQUESTS_PER_SECOND),
                LENGTH.toMillis(),
                0,
                MOST_ROUNDS,
                4,
                1000,
                1000,
                folder.toString(),
                folder.toString(),
                "rehearsal",
                null);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /**
     * Plays rounds until the generator's compilers have little left to do: until then they take CPU time from it, and
     * what they have not compiled is slow.
     */
    static void play(LoadRun run, int mostRounds) {
        try (run) {
            run.ready();
            run.warmUp();
            run.ready();
            run.endWarmUp();
            boolean quiet = false;
            for (int round = 1; round <= mostRounds && !quiet; round++) {
                run.ready();
                run.drive(LoadRun.AS_ORDERED, ArrivalSpacing.EVEN);
                IterationLoad load = run.recorded().getFirst();
                quiet = load.generatorJit().toNanos() < LITTLE * load.length().toNanos();
            }
            run.end();
        }
    }
}
