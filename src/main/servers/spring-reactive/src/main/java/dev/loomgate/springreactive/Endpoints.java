package dev.loomgate.springreactive;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.Message;
import dev.loomgate.workloads.PrimeRange;
import dev.loomgate.workloads.Primes;
import dev.loomgate.workloads.Workload;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The workloads without a service behind them: compute on the thread of the request, then delay the answer without holding a thread. */
final class Endpoints {
    /** Where Reactor computes what would hold up an event loop: one thread per processor. */
    private static final Scheduler COMPUTING = Schedulers.parallel();

    private final Faults faults;
    private final int processors = Runtime.getRuntime().availableProcessors();

    Endpoints(Faults faults) {
        this.faults = faults;
    }

    Mono<ServerResponse> empty(ServerRequest request) {
        return serve(Workload.EMPTY);
    }

    Mono<ServerResponse> io(ServerRequest request) {
        return serve(Workload.IO);
    }

    Mono<ServerResponse> compute(ServerRequest request) {
        return serve(Workload.COMPUTE);
    }

    Mono<ServerResponse> matmul(ServerRequest request) {
        return serve(Workload.MATMUL);
    }

    Mono<ServerResponse> mixed(ServerRequest request) {
        return serve(Workload.MIXED);
    }

    Mono<ServerResponse> pinned(ServerRequest request) {
        return serve(Workload.PINNED);
    }

    Mono<ServerResponse> json(ServerRequest request) {
        return Answers.unlessStruck(faults, () -> Answers.json(Message.hello()));
    }

    Mono<ServerResponse> primes(ServerRequest request) {
        return Answers.unlessStruck(faults, () -> primesOf(request));
    }

    private Mono<ServerResponse> primesOf(ServerRequest request) {
        return Mono.fromSupplier(() -> PrimeRange.parse(
                        request.queryParam("from").orElse(null),
                        request.queryParam("to").orElse(null)))
                .flatMapIterable(
                        range -> range.tasks(request.queryParam("tasks").orElse(null), processors))
                .flatMapSequential(part -> Mono.fromSupplier(part::primes).subscribeOn(COMPUTING))
                .collectList()
                .map(Primes::of)
                .flatMap(Answers::json);
    }

    /** The thread on which {@link #primes} computes. */
    static Mono<String> computingThread() {
        return Mono.fromSupplier(() -> Thread.currentThread().getName()).subscribeOn(COMPUTING);
    }

    private Mono<ServerResponse> serve(Workload workload) {
        return Answers.unlessStruck(faults, () -> answer(workload));
    }

    private Mono<ServerResponse> answer(Workload workload) {
        Mono<ServerResponse> answer = Answers.text(HttpStatus.OK, workload.body());
        Duration wait = faults.waitOf(workload);
        return wait.isPositive() ? answer.delayElement(wait) : answer;
    }
}
