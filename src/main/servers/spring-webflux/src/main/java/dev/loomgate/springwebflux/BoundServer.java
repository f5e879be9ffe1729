package dev.loomgate.springwebflux;

import io.netty.channel.ChannelOption;
import java.util.Objects;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerConfig;

/** Gives the server its accept queue, for which Spring Boot has no setting here, and keeps the configuration that was bound. */
@Component
final class BoundServer implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {
    private final int acceptQueue;
    private volatile HttpServerConfig bound;

    BoundServer(@Value("${loomgate.accept-queue}") int acceptQueue) {
        this.acceptQueue = acceptQueue;
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(this::extend);
    }

    HttpServerConfig configuration() {
        return Objects.requireNonNull(bound, "no server was bound yet");
    }

    private HttpServer extend(HttpServer server) {
        return server.option(ChannelOption.SO_BACKLOG, acceptQueue).doOnBind(config -> bound = config);
    }
}
