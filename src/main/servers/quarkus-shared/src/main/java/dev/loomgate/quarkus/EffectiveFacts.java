package dev.loomgate.quarkus;

import dev.loomgate.workloads.Effective;
import dev.loomgate.workloads.Faults;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.EventExecutor;
import io.quarkus.runtime.Quarkus;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Logger;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** What every Quarkus server can say of itself: read from the channel that carries the question, from the server behind it, and from the JVM. */
@Singleton
public final class EffectiveFacts {
    private final BoundServer server;
    private final DownstreamClient client;
    private final Faults faults;
    private final boolean accessLog;

    EffectiveFacts(
            BoundServer server,
            DownstreamClient client,
            Faults faults,
            @ConfigProperty(name = "quarkus.http.access-log.enabled") boolean accessLog) {
        this.server = server;
        this.client = client;
        this.faults = faults;
        this.accessLog = accessLog;
    }

    /** Called on the thread that serves requests, since that is one of the facts; the server adds what only it knows. */
    public Map<String, String> of(HttpServerRequest request) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server", "Quarkus/" + Quarkus.class.getPackage().getImplementationVersion());
        facts.putAll(channelFacts(((ConnectionBase) request.connection()).channel()));
        facts.putAll(serverFacts(server.options()));
        facts.put("http", request.version().alpnName().replace("http/", ""));
        facts.putAll(client.facts());
        facts.put("logging", Logger.getLogger("").getLevel().getName().toLowerCase(Locale.ROOT));
        facts.put("access-log", accessLog ? "on" : "off");
        facts.putAll(Effective.jvm(faults));
        return facts;
    }

    private static Map<String, String> channelFacts(Channel channel) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("threads", threads(channel));
        facts.put("event-loops", Integer.toString(loops(channel)));
        facts.putAll(Effective.acceptQueue(channel.parent().config().getOption(ChannelOption.SO_BACKLOG)));
        return facts;
    }

    private static Map<String, String> serverFacts(HttpServerOptions bound) {
        Map<String, String> facts = new LinkedHashMap<>();
        // Vert.x has no limit of either kind; a limit of Quarkus is off unless it is set.
        facts.put("max-connections", "unlimited");
        facts.put("max-keep-alive-requests", "unlimited");
        Duration idle =
                Duration.of(bound.getIdleTimeout(), bound.getIdleTimeoutUnit().toChronoUnit());
        facts.put("keep-alive-timeout", idle.isZero() ? "none" : Effective.timeout(idle));
        facts.put("compression", bound.isCompressionSupported() ? "on" : "off");
        return facts;
    }

    private static String threads(Channel channel) {
        if (channel.eventLoop().inEventLoop()) {
            return "event-loop";
        }
        return Thread.currentThread().isVirtual() ? "virtual" : "platform";
    }

    private static int loops(Channel channel) {
        int count = 0;
        for (EventExecutor ignored : channel.eventLoop().parent()) {
            count++;
        }
        return count;
    }
}
