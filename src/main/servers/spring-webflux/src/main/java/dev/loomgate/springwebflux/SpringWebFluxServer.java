package dev.loomgate.springwebflux;

import dev.loomgate.spring.SpringStart;
import dev.loomgate.springreactive.ReactiveWorkloads;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Spring WebFlux on Reactor Netty with functional endpoints: a few event loops serve all requests. */
@SpringBootApplication(proxyBeanMethods = false)
@Import(ReactiveWorkloads.class)
public class SpringWebFluxServer {
    public static void main(String[] args) {
        SpringStart.run(SpringWebFluxServer.class, args);
    }
}
