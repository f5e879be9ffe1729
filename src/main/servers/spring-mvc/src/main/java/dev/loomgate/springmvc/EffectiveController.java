package dev.loomgate.springmvc;

import com.zaxxer.hikari.HikariDataSource;
import dev.loomgate.spring.Downstream;
import dev.loomgate.spring.LogLevel;
import dev.loomgate.spring.TomcatFacts;
import dev.loomgate.workloads.Effective;
import dev.loomgate.workloads.Faults;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What this server really is: read from the Tomcat that answers and from the pools in use, not from the settings they were given. */
@RestController
final class EffectiveController {
    private final WebServerApplicationContext context;
    private final HikariDataSource database;
    private final Downstream downstream;
    private final Parallel parallel;
    private final LoggingSystem logging;
    private final Faults faults;

    EffectiveController(
            WebServerApplicationContext context,
            HikariDataSource database,
            Downstream downstream,
            Parallel parallel,
            LoggingSystem logging,
            Faults faults) {
        this.context = context;
        this.database = database;
        this.downstream = downstream;
        this.parallel = parallel;
        this.logging = logging;
        this.faults = faults;
    }

    @GetMapping("/effective")
    Map<String, String> effective(HttpServletRequest request) throws InterruptedException {
        Map<String, String> facts = new LinkedHashMap<>(TomcatFacts.of(context));
        facts.put("http", request.getProtocol().replace("HTTP/", ""));
        facts.put("database-pool", Integer.toString(database.getMaximumPoolSize()));
        facts.put("database-driver", driver() + ", HikariCP");
        facts.putAll(downstream.facts());
        facts.put("cpu-executor", parallel.computingOn());
        facts.put("logging", LogLevel.ofRoot(logging));
        facts.putAll(Effective.jvm(faults));
        return facts;
    }

    private String driver() {
        String driver = database.getDriverClassName();
        return "org.postgresql.Driver".equals(driver) ? "pgjdbc" : "unknown: " + driver;
    }
}
