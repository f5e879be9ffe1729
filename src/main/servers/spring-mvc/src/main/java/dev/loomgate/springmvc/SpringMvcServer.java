package dev.loomgate.springmvc;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.ServerStart;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.support.GenericApplicationContext;

/** Spring MVC on Tomcat: a thread per request; its start settings decide which kind of thread and how many. */
@SpringBootApplication(proxyBeanMethods = false)
public class SpringMvcServer {
    public static void main(String[] args) {
        Faults faults = ServerStart.begin();
        SpringApplication server = new SpringApplication(SpringMvcServer.class);
        server.addInitializers((GenericApplicationContext context) -> context.registerBean(Faults.class, () -> faults));
        server.run(args);
    }
}
