package dev.loomgate.load;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The load of a measured phase as a Gatling user writes it, without gate, schedule and recorder. The CPU clock is read
 * by a user of its own before the first and after the last request, so that nothing is added to a request.
 */
public final class PlainSimulation extends Simulation {
    private static volatile @Nullable LoadOrder nextOrder;
    private static volatile @Nullable CpuSpan nextSpan;

    private final CpuSpan span = Objects.requireNonNull(nextSpan);

    {
        LoadOrder order = Objects.requireNonNull(nextOrder);
        PopulationBuilder load = scenario("plain")
                .exec(http(order.label())
                        .get(order.requests().first().path())
                        .check(
                                status().is(200),
                                bodyString().is(order.requests().first().answer())))
                .injectOpen(constantUsersPerSec(
                                (double) order.usersOf(1) / order.length().toSeconds())
                        .during(Duration.ofSeconds(order.length().toSeconds())));
        setUp(mark("first", this::starts).andThen(load.andThen(mark("last", span::ends))))
                .protocols(http.baseUrl(order.address().baseUrl())
                        .shareConnections()
                        .disableWarmUp()
                        .disableCaching());
    }

    /** Gatling creates simulations itself and passes nothing to them. */
    static void prepare(LoadOrder order, CpuSpan span) {
        nextOrder = order;
        nextSpan = span;
    }

    /** What an earlier run left of the recorder's log at DEBUG would make the plain simulation dearer than a user's. */
    private void starts() {
        for (String name : List.of("io.gatling", "io.gatling.http.engine.response", "io.netty")) {
            if (LoggerFactory.getLogger(name).isInfoEnabled()) {
                throw new IllegalStateException(name + " logs more than warnings");
            }
        }
        span.starts();
    }

    private static PopulationBuilder mark(String name, Runnable read) {
        return scenario(name)
                .exec(session -> {
                    read.run();
                    return session;
                })
                .injectOpen(atOnceUsers(1));
    }
}
