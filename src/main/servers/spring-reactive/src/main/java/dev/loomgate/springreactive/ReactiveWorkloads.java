package dev.loomgate.springreactive;

import dev.loomgate.spring.Downstream;
import dev.loomgate.spring.ServiceBehind;
import dev.loomgate.workloads.BadParameter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The functional endpoints of the contract, on whatever server carries them. */
@Configuration(proxyBeanMethods = false)
@Import({Downstream.class, Endpoints.class, ServiceEndpoints.class, StubEndpoints.class, EffectiveHandler.class})
public class ReactiveWorkloads {
    @Bean
    RouterFunction<ServerResponse> routes(
            Endpoints own, ServiceEndpoints behind, StubEndpoints stubs, EffectiveHandler effective) {
        return RouterFunctions.route()
                .GET("/empty", own::empty)
                .GET("/io", own::io)
                .GET("/compute", own::compute)
                .GET("/matmul", own::matmul)
                .GET("/mixed", own::mixed)
                .GET("/pinned", own::pinned)
                .GET("/json", own::json)
                .GET("/primes", own::primes)
                .GET("/remote-io", behind::remoteIo)
                .GET("/aggregate", behind::aggregate)
                .GET("/fortunes", behind::fortunes)
                .GET("/clans", stubs::clans)
                .GET("/clans/{tag}/members", stubs::members)
                .GET("/effective", effective::answer)
                .onError(BadParameter.class, (bad, request) -> Answers.text(HttpStatus.BAD_REQUEST, bad.reason()))
                .onError(failure -> ServiceBehind.blamedFor(failure).isPresent(), ReactiveWorkloads::unavailable)
                .build();
    }

    private static Mono<ServerResponse> unavailable(Throwable failure, ServerRequest request) {
        ServiceBehind behind = ServiceBehind.blamedFor(failure).orElseThrow();
        behind.report(request.path(), failure);
        return Answers.text(behind.status(), behind.body());
    }
}
