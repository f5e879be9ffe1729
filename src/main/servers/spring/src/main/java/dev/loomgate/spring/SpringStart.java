package dev.loomgate.spring;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.ServerStart;
import org.springframework.boot.SpringApplication;
import org.springframework.context.support.GenericApplicationContext;

/** How every server on Spring starts: faults and lifeline first, then the framework. */
public final class SpringStart {
    private SpringStart() {}

    public static void run(Class<?> program, String[] args) {
        Faults faults = ServerStart.begin();
        SpringApplication server = new SpringApplication(program);
        server.addInitializers((GenericApplicationContext context) -> context.registerBean(Faults.class, () -> faults));
        server.run(args);
    }
}
