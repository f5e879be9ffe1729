package dev.loomgate.springwebflux;

import dev.loomgate.springreactive.ServerFacts;
import dev.loomgate.workloads.Effective;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerConfig;
import reactor.netty.http.server.HttpServerRequest;

/** What this server really is: read from the channel that carries the question and from the configuration that was bound. */
@Component
final class NettyFacts implements ServerFacts {
    private final BoundServer server;

    NettyFacts(BoundServer server) {
        this.server = server;
    }

    @Override
    public Map<String, String> of(ServerRequest request) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server", "Reactor Netty/" + HttpServer.class.getPackage().getImplementationVersion());
        HttpServerRequest netty =
                ServerHttpRequestDecorator.getNativeRequest(request.exchange().getRequest());
        netty.withConnection(connection -> facts.putAll(channelFacts(connection.channel())));
        facts.putAll(serverFacts(server.configuration()));
        facts.put("http", netty.version().text().replace("HTTP/", ""));
        return facts;
    }

    private static Map<String, String> channelFacts(Channel channel) {
        EventLoop loop = channel.eventLoop();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("threads", loop.inEventLoop() ? "event-loop" : "unknown: " + Thread.currentThread());
        facts.put("request-threads", "event loops");
        facts.put("event-loops", Integer.toString(loops(loop)));
        facts.putAll(Effective.acceptQueue(channel.parent().config().getOption(ChannelOption.SO_BACKLOG)));
        facts.put("access-log", channel.pipeline().get(NettyPipeline.AccessLogHandler) == null ? "off" : "on");
        // Reactor Netty has no such limit: what ends first is open-files-max.
        facts.put("max-connections", "unlimited");
        return facts;
    }

    private static Map<String, String> serverFacts(HttpServerConfig bound) {
        Duration idle = bound.idleTimeout();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("max-keep-alive-requests", Effective.limit(bound.maxKeepAliveRequests()));
        facts.put("keep-alive-timeout", idle == null ? "none" : Effective.timeout(idle));
        facts.put("compression", bound.minCompressionSize() < 0 ? "off" : "on");
        return facts;
    }

    private static int loops(EventLoop loop) {
        int count = 0;
        for (EventExecutor ignored : loop.parent()) {
            count++;
        }
        return count;
    }
}
