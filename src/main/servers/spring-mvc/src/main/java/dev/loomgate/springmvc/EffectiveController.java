package dev.loomgate.springmvc;

import dev.loomgate.workloads.Effective;
import dev.loomgate.workloads.Faults;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What this server really is: read from the Tomcat that answers, not from the settings it was given. */
@RestController
final class EffectiveController {
    private final ServletWebServerApplicationContext context;
    private final Faults faults;

    EffectiveController(ServletWebServerApplicationContext context, Faults faults) {
        this.context = context;
        this.faults = faults;
    }

    @GetMapping("/effective")
    Map<String, String> effective(HttpServletRequest request) {
        AbstractHttp11Protocol<?> http = protocol();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server", ServerInfo.getServerInfo().replace("Apache ", ""));
        facts.put("threads", Thread.currentThread().isVirtual() ? "virtual" : "platform");
        facts.put("request-threads", requestThreads(http.getExecutor()));
        facts.putAll(Effective.acceptQueue(http.getAcceptCount()));
        facts.put("max-connections", Effective.limit(http.getMaxConnections()));
        facts.put("max-keep-alive-requests", Effective.limit(http.getMaxKeepAliveRequests()));
        facts.put("keep-alive-timeout", Effective.timeout(Duration.ofMillis(http.getKeepAliveTimeout())));
        facts.put("http", request.getProtocol().replace("HTTP/", ""));
        facts.put("compression", http.getCompression());
        facts.putAll(Effective.jvm(faults));
        return facts;
    }

    private AbstractHttp11Protocol<?> protocol() {
        TomcatWebServer server = (TomcatWebServer) context.getWebServer();
        return (AbstractHttp11Protocol<?>) server.getTomcat().getConnector().getProtocolHandler();
    }

    private static String requestThreads(Executor executor) {
        return switch (executor) {
            case ThreadPoolExecutor pool -> Integer.toString(pool.getMaximumPoolSize());
            case VirtualThreadExecutor ignored -> "unbounded";
            default -> "unknown: " + executor.getClass().getName();
        };
    }
}
