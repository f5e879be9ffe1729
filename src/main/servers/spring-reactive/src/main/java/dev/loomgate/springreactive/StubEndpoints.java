package dev.loomgate.springreactive;

import dev.loomgate.workloads.Clans;
import dev.loomgate.workloads.StubDelay;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** What a server answers that asks itself (KTH 3.3): {@code aggregate} calls these where it has no service behind it. */
final class StubEndpoints {
    Mono<ServerResponse> clans(ServerRequest request) {
        return later(request, Clans::all);
    }

    Mono<ServerResponse> members(ServerRequest request) {
        return later(request, () -> Clans.membersOf(request.pathVariable("tag")));
    }

    private static Mono<ServerResponse> later(ServerRequest request, Supplier<Object> answer) {
        return Mono.fromSupplier(
                        () -> StubDelay.parse(request.queryParam("delay").orElse(null)))
                .flatMap(delay -> Mono.fromSupplier(answer).delayElement(Duration.ofMillis(delay)))
                .flatMap(Answers::json);
    }
}
