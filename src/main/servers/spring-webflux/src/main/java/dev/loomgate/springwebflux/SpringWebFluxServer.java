package dev.loomgate.springwebflux;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.ServerStart;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.support.GenericApplicationContext;

/** Spring WebFlux on Reactor Netty with functional endpoints: a few event loops serve all requests. */
@SpringBootApplication(proxyBeanMethods = false)
public class SpringWebFluxServer {
    public static void main(String[] args) {
        Faults faults = ServerStart.begin();
        SpringApplication server = new SpringApplication(SpringWebFluxServer.class);
        server.addInitializers((GenericApplicationContext context) -> context.registerBean(Faults.class, () -> faults));
        server.run(args);
    }
}
