package dev.loomgate.springreactive;

import dev.loomgate.workloads.EarlyAnswer;
import dev.loomgate.workloads.Faults;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The answers of the endpoints. */
final class Answers {
    private Answers() {}

    static Mono<ServerResponse> text(HttpStatusCode status, String body) {
        return ServerResponse.status(status).contentType(MediaType.TEXT_PLAIN).bodyValue(body);
    }

    static Mono<ServerResponse> json(Object body) {
        return ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).bodyValue(body);
    }

    /** What a deliberate fault answers; else what the request is answered with when it is worked on. */
    static Mono<ServerResponse> unlessStruck(Faults faults, Supplier<Mono<ServerResponse>> work) {
        Optional<EarlyAnswer> early = faults.strike();
        return early.isPresent()
                ? text(HttpStatusCode.valueOf(early.get().status()), early.get().body())
                : work.get();
    }
}
