package dev.loomgate.springreactive;

import dev.loomgate.spring.Downstream;
import dev.loomgate.spring.LogLevel;
import dev.loomgate.workloads.Effective;
import dev.loomgate.workloads.Faults;
import io.r2dbc.spi.ConnectionFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** What this server really is: its own part, told by the class that carries the request, and what all reactive servers share. */
final class EffectiveHandler {
    private final ServerFacts server;
    private final ConnectionFactory database;
    private final Downstream downstream;
    private final LoggingSystem logging;
    private final Faults faults;

    EffectiveHandler(
            ServerFacts server,
            ConnectionFactory database,
            Downstream downstream,
            LoggingSystem logging,
            Faults faults) {
        this.server = server;
        this.database = database;
        this.downstream = downstream;
        this.logging = logging;
        this.faults = faults;
    }

    Mono<ServerResponse> answer(ServerRequest request) {
        Map<String, String> facts = new LinkedHashMap<>(server.of(request));
        facts.putAll(DatabaseFacts.of(database));
        facts.putAll(downstream.facts());
        facts.put("logging", LogLevel.ofRoot(logging));
        facts.putAll(Effective.jvm(faults));
        return Endpoints.computingThread()
                .doOnNext(thread -> facts.put("cpu-executor", executorOf(thread)))
                .then(Mono.defer(() -> Answers.json(facts)));
    }

    private static String executorOf(String thread) {
        return thread.startsWith("parallel-") ? "Reactor parallel" : "unknown: " + thread;
    }
}
