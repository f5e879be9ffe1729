package dev.loomgate.spring;

import dev.loomgate.workloads.Effective;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.apache.catalina.AccessLog;
import org.apache.catalina.Container;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/** What a Tomcat really is: read from the one that answers, not from the settings it was given. */
public final class TomcatFacts {
    private TomcatFacts() {}

    /** Called on the thread that answers, because that is one of the facts. */
    public static Map<String, String> of(WebServerApplicationContext context) {
        Tomcat tomcat = ((TomcatWebServer) context.getWebServer()).getTomcat();
        AbstractHttp11Protocol<?> http =
                (AbstractHttp11Protocol<?>) tomcat.getConnector().getProtocolHandler();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server", ServerInfo.getServerInfo().replace("Apache ", ""));
        facts.put("threads", Thread.currentThread().isVirtual() ? "virtual" : "platform");
        facts.put("request-threads", requestThreads(http.getExecutor()));
        facts.putAll(Effective.acceptQueue(http.getAcceptCount()));
        facts.put("max-connections", Effective.limit(http.getMaxConnections()));
        facts.put("max-keep-alive-requests", Effective.limit(http.getMaxKeepAliveRequests()));
        facts.put("keep-alive-timeout", Effective.timeout(Duration.ofMillis(http.getKeepAliveTimeout())));
        facts.put("compression", http.getCompression());
        facts.put("access-log", writesAccessLog(tomcat) ? "on" : "off");
        return facts;
    }

    private static String requestThreads(Executor executor) {
        return switch (executor) {
            case ThreadPoolExecutor pool -> Integer.toString(pool.getMaximumPoolSize());
            case VirtualThreadExecutor ignored -> "unbounded";
            default -> "unknown: " + executor.getClass().getName();
        };
    }

    private static boolean writesAccessLog(Tomcat tomcat) {
        Stream<Container> all = Stream.concat(
                Stream.of(tomcat.getEngine(), tomcat.getHost()),
                Arrays.stream(tomcat.getHost().findChildren()));
        return all.flatMap(container -> Arrays.stream(container.getPipeline().getValves()))
                .anyMatch(AccessLog.class::isInstance);
    }
}
