package dev.loomgate.springwebfluxtomcat;

import dev.loomgate.spring.SpringStart;
import dev.loomgate.springreactive.ReactiveWorkloads;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Spring WebFlux on Tomcat (KTH 3.3): reactive endpoints, carried by a servlet container instead of event loops. */
@SpringBootApplication(proxyBeanMethods = false)
@Import(ReactiveWorkloads.class)
public class SpringWebFluxTomcatServer {
    public static void main(String[] args) {
        SpringStart.run(SpringWebFluxTomcatServer.class, args);
    }
}
