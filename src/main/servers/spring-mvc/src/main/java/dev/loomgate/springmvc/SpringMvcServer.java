package dev.loomgate.springmvc;

import dev.loomgate.spring.Downstream;
import dev.loomgate.spring.SpringStart;
import java.time.Duration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Spring MVC on Tomcat: a thread per request; its start settings decide which kind of thread and how many. */
@SpringBootApplication(proxyBeanMethods = false)
@Import(Downstream.class)
public class SpringMvcServer {
    public static void main(String[] args) {
        // HikariCP asks a connection that rested for 500 ms whether it still lives: one more way to the database and
        // back, on this server alone.
        System.setProperty(
                "com.zaxxer.hikari.aliveBypassWindowMs",
                Long.toString(Duration.ofDays(1).toMillis()));
        SpringStart.run(SpringMvcServer.class, args);
    }
}
