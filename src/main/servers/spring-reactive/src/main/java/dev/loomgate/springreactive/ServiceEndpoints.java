package dev.loomgate.springreactive;

import dev.loomgate.spring.Downstream;
import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.Fortune;
import dev.loomgate.workloads.StubDelay;
import org.springframework.http.HttpStatus;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The workloads that ask a service behind the server; no thread waits for it. */
final class ServiceEndpoints {
    private final Faults faults;
    private final Downstream downstream;
    private final DatabaseClient database;

    ServiceEndpoints(Faults faults, Downstream downstream, DatabaseClient database) {
        this.faults = faults;
        this.downstream = downstream;
        this.database = database;
    }

    Mono<ServerResponse> remoteIo(ServerRequest request) {
        return Answers.unlessStruck(
                faults, () -> downstream.waited().flatMap(body -> Answers.text(HttpStatus.OK, body)));
    }

    Mono<ServerResponse> aggregate(ServerRequest request) {
        return Answers.unlessStruck(faults, () -> rosters(request));
    }

    private Mono<ServerResponse> rosters(ServerRequest request) {
        return Mono.fromSupplier(
                        () -> StubDelay.parse(request.queryParam("delay").orElse(null)))
                .flatMapMany(delay -> downstream
                        .clans(delay)
                        .flatMapIterable(clans -> clans)
                        .flatMapSequential(clan -> downstream.roster(clan, delay)))
                .collectList()
                .flatMap(Answers::json);
    }

    Mono<ServerResponse> fortunes(ServerRequest request) {
        return Answers.unlessStruck(faults, this::allFortunes);
    }

    private Mono<ServerResponse> allFortunes() {
        return database.sql(Fortune.SELECT)
                .map(row -> new Fortune(row.get(0, Integer.class), row.get(1, String.class)))
                .all()
                .collectList()
                .map(Fortune::withOneMore)
                .flatMap(Answers::json);
    }
}
