package dev.loomgate.springreactive;

import dev.loomgate.workloads.Faults;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The answers of the endpoints. */
final class Answers {
    private Answers() {}

    static Mono<ServerResponse> text(HttpStatus status, String body) {
        return ServerResponse.status(status).contentType(MediaType.TEXT_PLAIN).bodyValue(body);
    }

    static Mono<ServerResponse> json(Object body) {
        return ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).bodyValue(body);
    }

    /** What a request gets that had to fail. */
    static Mono<ServerResponse> struck() {
        return text(HttpStatus.INTERNAL_SERVER_ERROR, Faults.ERROR_BODY);
    }
}
