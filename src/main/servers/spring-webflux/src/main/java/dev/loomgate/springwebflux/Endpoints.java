package dev.loomgate.springwebflux;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.Workload;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The workloads in the reactive style: compute on the event loop, then delay the answer without holding a thread. */
@Configuration(proxyBeanMethods = false)
class Endpoints {
    private final Faults faults;

    Endpoints(Faults faults) {
        this.faults = faults;
    }

    @Bean
    RouterFunction<ServerResponse> routes(EffectiveHandler effective) {
        return RouterFunctions.route()
                .GET("/empty", request -> serve(Workload.EMPTY))
                .GET("/io", request -> serve(Workload.IO))
                .GET("/compute", request -> serve(Workload.COMPUTE))
                .GET("/matmul", request -> serve(Workload.MATMUL))
                .GET("/mixed", request -> serve(Workload.MIXED))
                .GET("/effective", effective::answer)
                .build();
    }

    private Mono<ServerResponse> serve(Workload workload) {
        if (faults.strike()) {
            return text(HttpStatus.INTERNAL_SERVER_ERROR, Faults.ERROR_BODY);
        }
        Mono<ServerResponse> answer = text(HttpStatus.OK, faults.bodyOf(workload));
        Duration wait = faults.waitOf(workload);
        return wait.isPositive() ? answer.delayElement(wait) : answer;
    }

    private static Mono<ServerResponse> text(HttpStatus status, String body) {
        return ServerResponse.status(status).contentType(MediaType.TEXT_PLAIN).bodyValue(body);
    }
}
